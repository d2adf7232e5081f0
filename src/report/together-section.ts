/** Whether the selected features say the same: their correlations in words and as a picture, and what could stand in for them. */
import type { Correlations } from '../choose/correlate-features.js';
import { correlationChart } from './correlation-chart.js';
import { countOf } from './format.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';
import { substitutesPart } from './substitutes-section.js';

/** From here on one of two could stand in for the other. */
const close = 0.8;
export const mostPairs = 8;

export interface ClosePair {
  readonly names: readonly [string, string];
  readonly correlation: number;
}

/** Pairs that say nearly the same, the closest first. */
export function closePairs({ names, values }: Correlations): readonly ClosePair[] {
  return names
    .flatMap((one, row) =>
      names.slice(row + 1).map((other, more) => ({
        names: [one, other] as const,
        correlation: values[row * names.length + row + 1 + more],
      })),
    )
    .filter(({ correlation }) => Math.abs(correlation) >= close)
    .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation));
}

export function pairsText(count: number): string {
  if (count === 0) return `No two of them have a correlation of ${close} or more: each says something of its own.`;
  const pairs = count === 1 ? 'One pair has' : `${count} pairs have`;
  return `${pairs} a correlation of ${close} or more: one of the two could stand in for the other.`;
}

export function correlationText({ rowCount }: Correlations): string {
  return `Pearson's correlations on ${countOf(rowCount, 'training row')}, features that say the same beside each other: blue goes together, orange goes against.`;
}

export function correlationPicture({ names, values }: Correlations): Markup {
  return correlationChart({ label: 'Correlations of the selected features', names, values });
}

export function togetherSection(input: SelectionReportInput): Markup | undefined {
  const { correlations } = input;
  const substitutes = substitutesPart(input);
  if (correlations === undefined && substitutes === undefined) return undefined;
  return html`<section aria-labelledby="together"><h2 id="together">Do they say the same?</h2>
${correlations && correlationPart(correlations)}${substitutes}</section>
`;
}

function correlationPart(correlations: Correlations): Markup {
  const pairs = closePairs(correlations);
  return html`<p class="answer">${pairsText(pairs.length)}</p>
<ul>${pairs.slice(0, mostPairs).map(
    ({ names, correlation }) =>
      html`<li><bdi>${names[0]}</bdi> and <bdi>${names[1]}</bdi>: ${correlation.toFixed(2).replace('-', '−')}</li>
`,
  )}</ul>${pairs.length > mostPairs && html`<p class="quiet">and ${pairs.length - mostPairs} more pairs</p>`}
${correlationPicture(correlations)}
<p class="quiet">${correlationText(correlations)}</p>
`;
}
