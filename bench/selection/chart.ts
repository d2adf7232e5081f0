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
  const lowest = Math.floor(Math.min(...accuracies) / 5) * 5;
  const inner = { right: panel.width - panel.right, bottom: panel.height - panel.bottom };
  const x = (value: number) =>
    panel.left + ((Math.log10(value) - fastest) / Math.max(1, slowest - fastest)) * (inner.right - panel.left);
  const y = (value: number) => inner.bottom - ((value - lowest) / (100 - lowest)) * (inner.bottom - panel.top);
  const powers = Array.from({ length: Math.max(1, slowest - fastest) + 1 }, (_, i) => 10 ** (fastest + i));
  const step = 100 - lowest > 30 ? 20 : 100 - lowest > 10 ? 5 : 2;
  const levels = Array.from({ length: Math.floor((100 - lowest) / step) + 1 }, (_, i) => 100 - i * step);
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

/** Dots with their names, each moved down until it covers no name above it. */
function placeLabels(dots: readonly { readonly point: Point; readonly x: number; readonly y: number }[]): string[] {
  const taken: { readonly x: number; readonly y: number }[] = [];
  return [...dots]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map(({ point, x, y }) => {
      const isOurs = point.peer === 'neurofs';
      const colour = isOurs ? ours : others;
      let line = y + 4;
      while (taken.some((other) => Math.abs(other.x - x) < 90 && Math.abs(other.y - line) < 11)) line += 3;
      taken.push({ x, y: line });
      const isRight = x > panel.width * 0.6;
      const name = escapeHtml(point.peer.replace(/,.*| with.*/, ''));
      return `<circle cx="${x}" cy="${y}" r="${isOurs ? 5.5 : 4}" fill="${colour}"/><text x="${isRight ? x - 8 : x + 8}" y="${line}" text-anchor="${isRight ? 'end' : 'start'}" fill="${colour}"${isOurs ? ' font-weight="700"' : ''}>${name}</text>`;
    });
}
