/** A bar for every method, highest first: ours in the method's colour, the paper's figure as a mark across it. */
import { scaleLinear } from 'd3-scale';
import { html, type Markup } from '../report/markup.js';
import { seriesClass } from '../report/series-look.js';

export interface MethodBar {
  readonly name: string;
  /** From 0, the same for a method in every chart. */
  readonly look: number;
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
const axisHeight = 24;
const tickCount = 4;

export function methodBars({ label, bars, from, to, format }: MethodBars): Markup {
  const sorted = [...bars].sort((a, b) => b.ours - a.ours);
  const scale = scaleLinear([from, to], [labelWidth, width - numberWidth]).clamp(true);
  const x = (value: number) => Math.round(scale(value) * 10) / 10;
  const hasPaper = bars.some(({ paper }) => paper !== undefined);
  const top = hasPaper ? 22 : 4;
  const bottom = top + sorted.length * rowHeight;
  // In a column of its own: beside a bar it could stand at the paper's mark and be read as the paper's.
  const number = (y: number, text: string) => html`<text x="${width - 4}" y="${y}" text-anchor="end">${text}</text>`;
  const told = sorted.map(({ name, ours }) => `${name} ${format(ours)}`).join(', ');
  return html`<svg class="chart bars" viewBox="0 0 ${width} ${bottom + axisHeight}" role="img" aria-label="${label}: ${told}">
${hasPaper && html`<g class="legend"><path class="paper-mark" d="M${labelWidth + 4} 2v12"/><text x="${labelWidth + 12}" y="12">in the paper</text>${number(12, 'here')}</g>`}
<g aria-hidden="true">${scale.ticks(tickCount).map((tick) => {
    const text = format(tick).replace(/\.0$/, '');
    return html`<path class="grid" d="M${x(tick)} ${top}V${bottom}"/><path class="axis" d="M${x(tick)} ${bottom}v4"/><text class="tick" x="${x(tick)}" y="${bottom + 17}" text-anchor="middle">${text}</text>`;
  })}<path class="axis" d="M${x(from)} ${bottom}H${x(to)}"/></g>
${sorted.map(({ name, look, ours, deviation = 0, paper }, row) => {
  const y = top + row * rowHeight;
  const said = `${name}: ${format(ours)}${paper === undefined ? '' : `, in the paper ${format(paper)}`}`;
  return html`<g class="${seriesClass(look)}"><title>${said}</title><text class="name" x="${labelWidth - 8}" y="${y + 12}" text-anchor="end">${name}</text><rect class="ours" x="${labelWidth}" y="${y}" width="${Math.round((x(ours) - labelWidth) * 10) / 10}" height="16" rx="2"/>${
    deviation > 0 && outlined('whisker', whisker(x(ours - deviation), x(ours + deviation), y + 8))
  }${paper !== undefined && outlined('paper-mark', `M${x(paper)} ${y - 2}v20`)}${number(y + 12, format(ours))}</g>
`;
})}</svg>`;
}

function whisker(from: number, to: number, y: number): string {
  return `M${from} ${y - 4}v8M${from} ${y}H${to}M${to} ${y - 4}v8`;
}

/** Over a ground of the page's colour, which sets it off from dark bars. */
function outlined(kind: string, path: string): Markup {
  return html`<path class="halo" d="${path}"/><path class="${kind}" d="${path}"/>`;
}
