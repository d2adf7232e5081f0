/** Bars of ranking scores, ours filled and the paper's as an outline behind, highest first. */
import { html, type Markup } from '../report/markup.js';

export interface RankingBar {
  readonly name: string;
  readonly ours: number;
  readonly paper: number;
}

const width = 480;
const labelWidth = 150;
const rowHeight = 28;

export function rankingBars(bars: readonly RankingBar[], max: number, label: string): Markup {
  const sorted = [...bars].sort((a, b) => b.ours - a.ours);
  const scale = (score: number) => Math.round(((width - labelWidth - 40) * score * 10) / max) / 10;
  const height = sorted.length * rowHeight + 34;
  return html`<svg class="chart bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<g class="legend"><rect class="ours" x="${labelWidth}" y="2" width="14" height="10"/><text x="${labelWidth + 20}" y="11">here</text><rect class="paper-bar" x="${labelWidth + 70}" y="2" width="14" height="10"/><text x="${labelWidth + 90}" y="11">in the paper</text></g>
${sorted.map(({ name, ours, paper }, row) => {
  const y = 24 + row * rowHeight;
  return html`<g><title>${name}: ${ours.toFixed(2)}, in the paper ${paper.toFixed(2)}</title><text class="name" x="${labelWidth - 8}" y="${y + 14}" text-anchor="end">${name}</text><rect class="ours" x="${labelWidth}" y="${y}" width="${scale(ours)}" height="12" rx="2"/><rect class="paper-bar" x="${labelWidth}" y="${y + 14}" width="${scale(paper)}" height="6"/><text x="${labelWidth + scale(ours) + 5}" y="${y + 10}">${ours.toFixed(1)}</text></g>
`;
})}</svg>`;
}
