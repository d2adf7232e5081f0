/** How the method was found: what each made of folds of the training rows. */
import { judgeTitle } from '../evaluate/registry.js';
import { countOf, formatCount, listOf } from './format.js';
import { html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';
import type { SelectionReportInput } from './selection-report-input.js';

export function triedSection({ tried }: SelectionReportInput): Markup | undefined {
  if (tried === undefined) return undefined;
  const { judge, measure, rowCount, k, sizes, methods, taken } = tried;
  const { heading, value } = measureText(measure);
  const most = Math.max(...methods.map(({ folds }) => folds));
  return html`<section aria-labelledby="tried"><h2 id="tried">Which method?</h2>
<div class="scroll" role="region" aria-label="Table of the methods that were tried" tabindex="0"><table><caption class="hidden">The methods that were tried, and how they did</caption>
<thead><tr><th scope="col">Method</th><th scope="col" class="number">${heading}</th><th scope="col" class="number">${methods[0].method} there</th><th scope="col" class="number">Folds</th><th scope="col"></th></tr></thead>
<tbody>${[...methods]
    .sort((a, b) => b.folds - a.folds || b.mean - a.mean)
    .map(
      ({ method, mean, firstMean, folds }) =>
        html`<tr><th scope="row">${method}</th><td class="number">${value(mean)}</td><td class="number">${value(firstMean)}</td><td class="number">${formatCount(folds)}</td><td>${method === taken ? 'taken' : folds < most && 'dropped'}</td></tr>
`,
    )}</tbody></table></div>
<p class="quiet">With few rows it depends on the data which method does best. ${judgeTitle(judge)} on folds of the ${countOf(rowCount, 'training row')}, ${countOf(k, 'feature')} selected anew by every method in each, the mean over the first ${listOf(sizes.map(formatCount))}; what was behind in the first two folds, or the first four, was dropped. Beside each value stands that of ${methods[0].method} in the same folds, because values of different folds do not compare. ${methods[0].method} is taken unless another is more than two points ahead in all folds. With so few rows the best of several is partly luck, and its value here a little too good. Test rows had no part in it.</p></section>
`;
}
