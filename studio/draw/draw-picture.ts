/** Strengths as an image, with the pixels that were dropped, woken or selected outlined. */
import type { Picture } from '../../src/studio/epoch-frame.js';
import { fitCanvas } from './fit-canvas.js';
import { toImage } from './palette.js';

export interface Marks {
  /** Outlined in white. */
  readonly selected?: ReadonlySet<number>;
  readonly dropped?: Int32Array;
  readonly woken?: Int32Array;
}

const outlines = { selected: '#ffffff', dropped: '#ff9d5c', woken: '#7fd4ff' } as const;

export function drawPicture(canvas: HTMLCanvasElement, picture: Picture, marks: Marks): void {
  const sheet = fitCanvas(canvas);
  if (sheet === undefined) return;
  const { pen, width, height } = sheet;
  const { cells } = picture;
  const max = cells.reduce((most, cell) => Math.max(most, cell), 0);
  const small = new OffscreenCanvas(picture.width, picture.height);
  small.getContext('2d')!.putImageData(toImage(cells, picture.width, picture.height, max), 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, 0, 0, width, height);
  const [dx, dy] = [width / picture.width, height / picture.height];
  if (dx < 4) return;
  const outline = (cell: number, colour: string): void => {
    pen.strokeStyle = colour;
    pen.strokeRect((cell % picture.width) * dx + 1, Math.floor(cell / picture.width) * dy + 1, dx - 2, dy - 2);
  };
  pen.lineWidth = Math.min(2, dx / 6);
  for (const kind of ['dropped', 'woken', 'selected'] as const) {
    for (const cell of marks[kind] ?? []) outline(cell, outlines[kind]);
  }
}
