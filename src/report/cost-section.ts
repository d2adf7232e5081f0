/** What each method costs: time to select once and kernel memory. */
import type { MethodSummary } from '../experiment/summarise.js';
import { bar } from './bar.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { formatBytes, formatDuration } from './format.js';
import { html, type Markup } from './markup.js';

export function costSection({ summary }: ComparisonReportInput): Markup {
  const slowest = Math.max(...summary.methods.map(({ selectSeconds = 0 }) => selectSeconds));
  const methods = [...summary.methods].sort((a, b) => (a.selectSeconds ?? Infinity) - (b.selectSeconds ?? Infinity));
  return html`<section aria-labelledby="cost"><h2 id="cost">Time and memory</h2>
<div class="scroll" role="region" aria-label="Table of time and memory" tabindex="0"><table class="methods"><caption class="hidden">Time and memory of each method</caption>
<thead><tr><th scope="col">Method</th><th scope="col" class="number">Time</th><th scope="col" class="wide" aria-hidden="true"></th><th scope="col" class="number">Kernel memory</th></tr></thead>
<tbody>${methods.map((method) => costRow(method, slowest))}</tbody></table></div>
<p class="quiet">Time is the mean for one selection on the machine and with the threads of this run, without reading the file and without the judge; a ranking that serves every K is made only once. Kernel memory is the peak use of the WebAssembly kernels: networks, batches and matrix products. It leaves out the data itself and what a method keeps in JavaScript, so methods without kernels show none.</p></section>
`;
}

function costRow({ method, selectSeconds, peakBytes }: MethodSummary, slowest: number): Markup {
  const time = selectSeconds === undefined ? 'failed' : shortDuration(selectSeconds);
  const memory = peakBytes === undefined ? '' : peakBytes === 0 ? 'none' : formatBytes(peakBytes);
  const share = slowest > 0 ? (selectSeconds ?? 0) / slowest : 0;
  return html`<tr><th scope="row">${method}</th><td class="number">${time}</td><td class="wide">${bar({ share, kind: 'plain' })}</td><td class="number">${memory}</td></tr>
`;
}

/** Like `formatDuration`, with milliseconds for what is quicker than a blink. */
export function shortDuration(seconds: number): string {
  return seconds < 0.0995 ? `${Math.max(1, Math.round(seconds * 1000))}\u00a0ms` : formatDuration(seconds);
}
