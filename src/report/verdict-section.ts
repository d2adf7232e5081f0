/** The verdict of repeated cross-validation: what is selected, all features and random ones side by side. */
import { judgeTitle } from '../evaluate/registry.js';
import type { Verdict } from '../evaluate/verdict.js';
import { countOf, formatCount } from './format.js';
import { html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';
import type { SelectionReportInput } from './selection-report-input.js';

const setNames = { selected: 'Selected', all: 'All features', random: 'As many at random' } as const;
const words = { better: 'better', worse: 'worse', 'as good': 'as good', 'cannot tell': 'cannot tell' } as const;

export function verdictSection({ verdict }: SelectionReportInput): Markup | undefined {
  if (verdict === undefined) return undefined;
  const { heading, value, bare, change } = measureText(verdict.measure);
  const gainOver = (features: string) => verdict.gains.find(({ over }) => over === features);
  return html`<section aria-labelledby="verdict"><h2 id="verdict">Verdict by cross-validation</h2>
<div class="scroll" role="region" aria-label="Table of the verdict" tabindex="0"><table><caption class="hidden">The selection beside all features and random ones</caption>
<thead><tr><th scope="col">Features</th><th scope="col" class="number">${heading}</th><th scope="col" class="number">95&nbsp;% interval</th><th scope="col" class="number">Gain of the selection</th><th scope="col">The selection is</th></tr></thead>
<tbody>${verdict.sets.map(({ features, mean, interval }) => {
    const gain = gainOver(features);
    const margin = gain && (gain.interval[1] - gain.interval[0]) / 2;
    return html`<tr><th scope="row">${setNames[features]}</th><td class="number">${value(mean)}</td><td class="number">${interval.map(bare).join('–')}</td><td class="number">${gain && `${gain.mean < 0 ? '−' : ''}${change(Math.abs(gain.mean))} ±\u00a0${change(margin!)}`}</td><td>${gain && words[gain.is]}</td></tr>
`;
  })}</tbody></table></div>
<p class="quiet">${explanation(verdict)}</p></section>
`;
}

function explanation({ judge, folds, repeats, rowCount, counts }: Verdict): string {
  const many =
    counts[0] === counts[1]
      ? countOf(counts[0], 'feature')
      : `${formatCount(counts[0])} to ${formatCount(counts[1])} features`;
  return `${judgeTitle(judge)} over ${countOf(folds, 'fold')} of ${countOf(rowCount, 'row')}, ${countOf(repeats, 'time')}: ${many}, selected anew from the training rows of every fold. Intervals are corrected for what folds have in common (Nadeau and Bengio 2003). As good: within 5 points either way; cannot tell: the interval reaches to both sides of 0.`;
}
