/** Correlations of features as a square of cells: one colour goes together, the other against, the closer the stronger. */
import { html, type Markup } from './markup.js';

export interface CorrelationChart {
  readonly label: string;
  readonly names: readonly string[];
  /** `values[row * names.length + column]`, from -1 to 1. */
  readonly values: ArrayLike<number>;
}

const cell = 12;
const nameWidth = 150;
/** A few features need no more room than this many would. */
const fewest = 10;

/** Of so many features every cell can be pointed at; of more, cells of one colour are one shape, for the page's sake. */
const mostTold = 20;
const shades = 20;

export function correlationChart({ label, names, values }: CorrelationChart): Markup {
  const side = names.length * cell;
  const width = Math.max(side, fewest * cell) + nameWidth;
  const named = names.map(
    (name, row) => html`<text x="${side + 4}" y="${(row + 0.75) * cell}" font-size="${0.75 * cell}">${name}</text>`,
  );
  const cells = names.length <= mostTold ? toldCells(names, values) : shadedCells(names.length, values);
  // A width of its own and the style's `max-width`: cells are never blown up, and shrink on a phone.
  return html`<svg class="correlations" viewBox="0 0 ${width} ${side}" width="${Math.round(1.4 * width)}" role="img" aria-label="${label}">${named}${cells}</svg>`;
}

function toldCells(names: readonly string[], values: ArrayLike<number>): readonly Markup[] {
  return names.flatMap((one, row) =>
    names.map((other, column) => {
      const r = values[row * names.length + column];
      return html`<rect x="${column * cell}" y="${row * cell}" width="${cell}" height="${cell}" class="${kindOf(r)}" fill-opacity="${Math.abs(r).toFixed(3)}"><title>${one}, ${other}: ${r.toFixed(2)}</title></rect>`;
    }),
  );
}

function shadedCells(count: number, values: ArrayLike<number>): readonly Markup[] {
  const shapes = new Map<string, string[]>();
  for (let at = 0; at < count * count; at++) {
    const shade = Math.round(Math.abs(values[at]) * shades);
    if (shade === 0) continue;
    const key = `${kindOf(values[at])} ${shade}`;
    const square = `M${(at % count) * cell} ${Math.floor(at / count) * cell}h${cell}v${cell}h-${cell}z`;
    shapes.set(key, [...(shapes.get(key) ?? []), square]);
  }
  return Array.from(shapes, ([key, squares]) => {
    const [kind, shade] = key.split(' ');
    return html`<path class="${kind}" fill-opacity="${Number(shade) / shades}" d="${squares.join('')}"/>`;
  });
}

function kindOf(r: number): 'together' | 'against' {
  return r >= 0 ? 'together' : 'against';
}
