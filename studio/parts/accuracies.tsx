/** Accuracies as bars with their intervals. */
import { formatPercent } from '../../src/report/format.js';

export interface NamedAccuracy {
  readonly name: string;
  readonly features: 'selected' | 'all' | 'random';
  readonly accuracy: number;
  readonly interval?: readonly [number, number];
}

export function Accuracies({ rows }: { readonly rows: readonly NamedAccuracy[] }) {
  return (
    <ul class="bars accuracies">
      {rows.map(({ name, features, accuracy, interval }) => (
        <li key={name} class={`bar-${features}`}>
          <span class="bar-name">{name}</span>
          <span class="bar-track" aria-hidden>
            <span class="bar-fill kind" style={{ width: `${100 * accuracy}%` }} />
            {interval && (
              <span
                class="whisker-line"
                style={{ left: `${100 * interval[0]}%`, width: `${100 * (interval[1] - interval[0])}%` }}
              />
            )}
          </span>
          <span class="bar-value">{formatPercent(accuracy)}</span>
        </li>
      ))}
    </ul>
  );
}
