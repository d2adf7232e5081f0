/** Values of a measure as bars with their intervals. */
import { barChart } from '../../src/report/bar-chart.js';
import { measureText } from '../../src/report/measure-text.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import { csvLine } from '../../src/write/csv-line.js';
import { SaveTools } from './save-tools.js';

export interface NamedValue {
  readonly name: string;
  readonly features: 'selected' | 'all' | 'random';
  readonly measure: string;
  readonly value: number;
  readonly interval?: readonly [number, number];
}

export function MeasuredBars({ rows }: { readonly rows: readonly NamedValue[] }) {
  // A bar starts at 0 and ends at 1; where the measure knows no end, at the largest value there is.
  const { isBounded, value: written, title, heading } = measureText(rows[0].measure);
  const end = isBounded ? 1 : Math.max(...rows.map(({ value, interval }) => interval?.[1] ?? value));
  const percent = (value: number) => `${Math.min(100, Math.max(0, (100 * value) / end))}%`;
  const chart = { label: `${heading} with 95 % intervals`, rows, most: end, format: written };
  const csv = (): string =>
    [
      csvLine(['features', title, 'low', 'high']),
      ...rows.map(({ name, value, interval = [] }) => csvLine([name, value, ...interval])),
    ].join('');
  return (
    <>
      <ul class="bars accuracies">
        {rows.map(({ name, features, value, interval }) => (
          <li key={name} class={`bar-${features}`}>
            <span class="bar-name">{name}</span>
            <span class="bar-track" aria-hidden>
              <span class="bar-fill kind" style={{ width: percent(value) }} />
              {interval && (
                <span
                  class="whisker-line"
                  style={{ left: percent(interval[0]), width: percent(interval[1] - Math.max(0, interval[0])) }}
                />
              )}
            </span>
            <span class="bar-value">{written(value)}</span>
          </li>
        ))}
      </ul>
      <SaveTools name={title} label={`the bars of ${title}`} svg={() => standaloneSvg(barChart(chart))} csv={csv} />
    </>
  );
}
