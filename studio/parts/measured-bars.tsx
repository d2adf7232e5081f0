/** What judges make of feature sets, as the reports have it: bars with intervals, and every other measure. */
import { barChart } from '../../src/report/bar-chart.js';
import { measureText } from '../../src/report/measure-text.js';
import type { MeasuredInput, MeasuredLine } from '../../src/report/measured-lines.js';
import { measuredPart } from '../../src/report/measured-section.js';
import { decidingValue, measureOf } from '../../src/report/reported-set.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import { csvLine } from '../../src/write/csv-line.js';
import { Drawing } from './drawing.js';
import { SaveTools } from './save-tools.js';

interface MeasuredBarsProps {
  readonly input: MeasuredInput;
  readonly lines: readonly MeasuredLine[];
}

export function MeasuredBars({ input, lines }: MeasuredBarsProps) {
  const part = measuredPart(input, lines);
  // What it means is said among the findings.
  if (part === undefined) return null;
  const { isBounded, value: written, title, heading } = measureText(measureOf(input));
  const rows = lines.flatMap(({ name, set }) => {
    const { value, interval } = decidingValue(input, set) ?? {};
    return value === undefined ? [] : [{ name, value, ...(interval && { interval }) }];
  });
  // A bar starts at 0 and ends at 1; where the measure knows no end, at the largest value there is.
  const bars = { label: `${heading} with 95 % intervals`, rows, format: written, ...(isBounded && { most: 1 }) };
  const csv = (): string =>
    [
      csvLine(['features', title, 'low', 'high']),
      ...rows.map(({ name, value, interval = [] }) => csvLine([name, value, ...interval])),
    ].join('');
  return (
    <div class="measured">
      <Drawing markup={part} />
      <SaveTools name={title} label={`the bars of ${title}`} svg={() => standaloneSvg(barChart(bars))} csv={csv} />
    </div>
  );
}
