/** A bar for every method, highest first: ours filled in the method's colour, the paper's figure as a mark across it. */
import { seriesClass } from '../report/line-chart.js';
import { html, type Markup } from '../report/markup.js';

export interface MethodBar {
  readonly name: string;
  /** From 0, the same for a method in every chart. */
  readonly colour: number;
  readonly ours: number;
  /** A whisker to both sides. */
  readonly deviation?: number | undefined;
  readonly paper?: number | undefined;
}

export interface MethodBars {
  readonly label: string;
  readonly bars: readonly MethodBar[];
  /** What the axis begins and ends with. */
  readonly from: number;
  readonly to: number;
  readonly format: (value: number) => string;
}

const width = 480;
const labelWidth = 172;
const rowHeight = 22;
const numberWidth = 44;

export function methodBars({ label, bars, from, to, format }: MethodBars): Markup {
  const sorted = [...bars].sort((a, b) => b.ours - a.ours);
  const x = (value: number) => {
    const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
    return Math.round((labelWidth + (width - labelWidth - numberWidth) * share) * 10) / 10;
  };
  const hasPaper = bars.some(({ paper }) => paper !== undefined);
  const top = hasPaper ? 22 : 4;
  const height = sorted.length * rowHeight + top + 4;
  // In a column of its own: beside a bar it could stand at the paper's mark and be read as the paper's.
  const number = (y: number, text: string) => html`<text x="${width - 4}" y="${y}" text-anchor="end">${text}</text>`;
  const told = sorted.map(({ name, ours }) => `${name} ${format(ours)}`).join(', ');
  return html`<svg class="chart bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}: ${told}">
${hasPaper && html`<g class="legend"><path class="paper-mark" d="M${labelWidth + 4} 2v12"/><text x="${labelWidth + 12}" y="12">in the paper</text>${number(12, 'here')}</g>`}
${sorted.map(({ name, colour, ours, deviation = 0, paper }, row) => {
  const y = top + row * rowHeight;
  const middle = y + 8;
  const said = `${name}: ${format(ours)}${paper === undefined ? '' : `, in the paper ${format(paper)}`}`;
  return html`<g class="${seriesClass(colour)}"><title>${said}</title><text class="name" x="${labelWidth - 8}" y="${y + 12}" text-anchor="end">${name}</text><rect class="ours" x="${labelWidth}" y="${y}" width="${Math.round((x(ours) - labelWidth) * 10) / 10}" height="16" rx="2"/>${
    deviation > 0 && html`<path class="whisker" d="M${x(ours - deviation)} ${middle}H${x(ours + deviation)}"/>`
  }${paper !== undefined && html`<path class="paper-mark" d="M${x(paper)} ${y - 2}v20"/>`}${number(y + 12, format(ours))}</g>
`;
})}</svg>`;
}
