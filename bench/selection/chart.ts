/** Accuracy against processor seconds, a panel for every set, as an SVG of its own. */
import { escapeHtml } from '../../src/report/escape-html.js';
import type { SelectionRow } from './report.js';

const panel = { width: 330, height: 250, left: 46, right: 14, top: 34, bottom: 40 } as const;
const columns = 2;
const ours = '#0b6e4f';
const others = '#5b6b7b';

type Point = SelectionRow & { readonly accuracy: number };

export function drawSelections(rows: readonly SelectionRow[]): string {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const points = rows.filter((row): row is Point => row.accuracy !== undefined);
  const [width, height] = [columns * panel.width, Math.ceil(sets.length / columns) * panel.height + 24];
  const panels = sets.map((set, at) => {
    const [x, y] = [(at % columns) * panel.width, Math.floor(at / columns) * panel.height];
    return `<g transform="translate(${x} ${y})">${drawPanel(
      set,
      points.filter((point) => point.set === set),
    )}</g>`;
  });
  const caption = 'Test accuracy of 50 selected features against processor seconds, start to file';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11" role="img">`,
    `<title>${caption}</title><rect width="100%" height="100%" fill="#fff"/>`,
    ...panels,
    `<text x="${width / 2}" y="${height - 8}" text-anchor="middle" fill="#333">${caption}</text>`,
    '</svg>\n',
  ].join('\n');
}

function drawPanel(set: string, points: readonly Point[]): string {
  const seconds = points.map(({ processorSeconds }) => Math.max(0.1, processorSeconds));
  const accuracies = points.map(({ accuracy }) => 100 * accuracy);
  const [fastest, slowest] = [
    Math.floor(Math.log10(Math.min(...seconds))),
    Math.ceil(Math.log10(Math.max(...seconds))),
  ];
  const lowest = Math.min(95, Math.floor(Math.min(...accuracies) / 5) * 5);
  const highest = Math.min(100, Math.max(lowest + 5, Math.ceil(Math.max(...accuracies) / 5) * 5));
  const inner = { right: panel.width - panel.right, bottom: panel.height - panel.bottom };
  const x = (value: number) =>
    panel.left + ((Math.log10(value) - fastest) / Math.max(1, slowest - fastest)) * (inner.right - panel.left);
  const y = (value: number) => inner.bottom - ((value - lowest) / (highest - lowest)) * (inner.bottom - panel.top);
  const powers = Array.from({ length: Math.max(1, slowest - fastest) + 1 }, (_, i) => 10 ** (fastest + i));
  const step = highest - lowest > 30 ? 20 : highest - lowest > 5 ? 5 : 1;
  const levels = Array.from({ length: Math.floor((highest - lowest) / step) + 1 }, (_, i) => highest - i * step);
  return [
    `<text x="${panel.left}" y="20" font-size="13" font-weight="600" fill="#222">${escapeHtml(set)}</text>`,
    ...powers.map(
      (power) =>
        `<line x1="${x(power)}" x2="${x(power)}" y1="${panel.top}" y2="${inner.bottom}" stroke="#e3e7eb"/><text x="${x(power)}" y="${inner.bottom + 14}" text-anchor="middle" fill="#555">${power} s</text>`,
    ),
    ...levels.map(
      (level) =>
        `<line x1="${panel.left}" x2="${inner.right}" y1="${y(level)}" y2="${y(level)}" stroke="#e3e7eb"/><text x="${panel.left - 6}" y="${y(level) + 4}" text-anchor="end" fill="#555">${level} %</text>`,
    ),
    ...placeLabels(points.map((point, at) => ({ point, x: x(seconds[at]), y: y(accuracies[at]) }))),
  ].join('');
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Dot {
  readonly point: Point;
  readonly x: number;
  readonly y: number;
}

const letterWidth = 6.2;
const lineHeight = 12;

/** Dots with their names beside, above or below them, where they cover neither a dot nor another name. */
function placeLabels(dots: readonly Dot[]): string[] {
  const taken: Box[] = dots.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  return [...dots]
    .sort((a, b) => Number(isOurs(b)) - Number(isOurs(a)) || a.y - b.y || a.x - b.x)
    .map((dot) => {
      const name = dot.point.peer.replace(/,.*| with.*/, '');
      const boxes = candidates(dot, name.length * letterWidth);
      const box = boxes.find((each) => isInside(each) && !taken.some((other) => overlap(each, other))) ?? boxes[0];
      // Names beside each other would read as one.
      taken.push({ ...box, left: box.left - 6, right: box.right + 6 });
      const { x, y } = dot;
      const colour = isOurs(dot) ? ours : others;
      const weight = isOurs(dot) ? ' font-weight="700"' : '';
      const label = `<text x="${round((box.left + box.right) / 2)}" y="${round(box.bottom - 3)}" text-anchor="middle" fill="${colour}"${weight}>${escapeHtml(name)}</text>`;
      return `<circle cx="${round(x)}" cy="${round(y)}" r="${isOurs(dot) ? 5.5 : 4}" fill="${colour}"/>${label}`;
    });
}

const isOurs = ({ point }: Dot): boolean => point.peer === 'neurofs';
const round = (value: number): number => Number(value.toFixed(1));

/** Right, left, and then above and below, further and further away. */
function candidates({ x, y }: Dot, width: number): Box[] {
  const boxAt = (left: number, middle: number): Box => ({
    left,
    right: left + width,
    top: middle - lineHeight / 2,
    bottom: middle + lineHeight / 2,
  });
  const lefts = [x + 8, x - 8 - width, x - width / 2];
  const shifts = [0, -13, 13, -26, 26, -39, 39];
  return shifts.flatMap((shift) => lefts.slice(0, shift === 0 ? 2 : 3).map((left) => boxAt(left, y + shift)));
}

function isInside({ left, right, top, bottom }: Box): boolean {
  return (
    left > panel.left - 10 && right < panel.width && top > panel.top - 8 && bottom < panel.height - panel.bottom + 4
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
