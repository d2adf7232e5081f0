/** Connections from the strongest input neurons to the first hidden layer: colour by sign, ink by weight. */
import type { Links } from '../../src/studio/epoch-frame.js';
import { fitCanvas, styleOf } from './fit-canvas.js';

const edge = 8;

export function drawLinks(canvas: HTMLCanvasElement, links: Links, names: readonly string[]): void {
  const sheet = fitCanvas(canvas);
  if (sheet === undefined) return;
  const { pen, width, height } = sheet;
  const { inputs, hiddenCount, from, to, weight } = links;
  const left = Math.min(150, width * 0.3);
  const right = width - edge - 6;
  const leftY = (place: number): number => edge + ((place + 0.5) / inputs.length) * (height - 2 * edge);
  const rightY = (neuron: number): number => edge + ((neuron + 0.5) / hiddenCount) * (height - 2 * edge);
  const ink = { plus: styleOf(canvas, '--series-1'), minus: styleOf(canvas, '--series-2') };
  let most = 0;
  for (const each of weight) most = Math.max(most, Math.abs(each));
  for (let link = 0; link < to.length; link++) {
    const share = most > 0 ? Math.abs(weight[link]) / most : 0;
    const [y, end] = [leftY(from[link]), rightY(to[link])];
    pen.strokeStyle = weight[link] < 0 ? ink.minus : ink.plus;
    pen.globalAlpha = 0.06 + 0.7 * share;
    pen.lineWidth = 0.5 + 1.6 * share;
    pen.beginPath();
    pen.moveTo(left + 6, y);
    pen.bezierCurveTo(left + (right - left) * 0.4, y, left + (right - left) * 0.6, end, right, end);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.fillStyle = styleOf(canvas, '--quiet');
  for (const neuron of new Set(to)) pen.fillRect(right, rightY(neuron) - 0.75, 4, 1.5);
  drawNames(
    sheet.pen,
    Array.from(inputs, (input) => names[input]),
    left,
    leftY,
    styleOf(canvas, '--text'),
  );
}

function drawNames(
  pen: CanvasRenderingContext2D,
  names: readonly string[],
  right: number,
  y: (place: number) => number,
  colour: string,
): void {
  pen.fillStyle = colour;
  pen.font = '12px system-ui, sans-serif';
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  names.forEach((name, place) => {
    pen.beginPath();
    pen.arc(right + 3, y(place), 3, 0, 7);
    pen.fill();
    pen.fillText(shorten(pen, name, right - 8), right - 5, y(place));
  });
}

function shorten(pen: CanvasRenderingContext2D, name: string, room: number): string {
  if (pen.measureText(name).width <= room) return name;
  let length = Math.min(name.length, 40);
  while (length > 1 && pen.measureText(`${name.slice(0, length)}…`).width > room) length--;
  return `${name.slice(0, length)}…`;
}
