/** The chart of the study: a dot for every candidate's mean difference from `best`, and a small one for every set. */
import { scaleLinear } from 'd3-scale';
import { signed } from './numbers.js';
import type { Finding } from './report.js';

const width = 760;
const left = 190;
const right = 70;
const lineHeight = 22;
const top = 34;

export function drawDifferences(findings: readonly Finding[]): string {
  const shown = findings.filter(({ name }) => name !== 'best');
  const height = top + shown.length * lineHeight + 14;
  const x = scaleLinear([-12, 3], [left, width - right]).clamp(true);
  const ticks = [-12, -9, -6, -3, 0, 3];
  const lines = ticks.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${height - 10}" class="${tick === 0 ? 'zero' : 'grid'}"/>` +
      `<text x="${x(tick)}" y="${top - 14}" text-anchor="middle">${tick === 0 ? 'best' : signed(tick).replace('.0', '')}</text>`,
  );
  const marks = shown.map(({ name, mean, bySet }, i) => {
    const y = top + i * lineHeight + 8;
    const small = bySet.map((each) => `<circle cx="${x(each.difference)}" cy="${y}" r="2.5" class="set"/>`);
    return (
      `<text x="${left - 12}" y="${y + 4}" text-anchor="end">${name}</text>${small.join('')}` +
      `<circle cx="${x(mean)}" cy="${y}" r="5" class="mean"/>` +
      `<text x="${width - right + 12}" y="${y + 4}">${signed(mean)}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Mean difference of accuracy from best, in points, for every candidate">
<style>
text { fill: #333 } .grid { stroke: #ddd } .zero { stroke: #888 } .set { fill: #9bb8d9 } .mean { fill: #1f5fa8 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .grid { stroke: #444 } .zero { stroke: #999 } .set { fill: #4d6f96 } .mean { fill: #8ab8f0 } }
</style>
${lines.join('\n')}
${marks.join('\n')}
</svg>
`;
}
