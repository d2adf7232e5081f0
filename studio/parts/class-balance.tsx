/** How many rows every class has, as bars. */
import { formatCount } from '../../src/report/format.js';

interface ClassBalanceProps {
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

const mostShown = 12;

export function ClassBalance({ names, counts }: ClassBalanceProps) {
  const most = Math.max(...counts);
  const shown = names.slice(0, mostShown);
  return (
    <>
      <h3>{formatCount(names.length)} classes</h3>
      <ul class="bars">
        {shown.map((name, place) => (
          <li key={name}>
            <bdi class="bar-name" title={name}>
              {name}
            </bdi>
            <span class="bar-track" aria-hidden>
              <span class="bar-fill plain" style={{ width: `${(100 * counts[place]) / most}%` }} />
            </span>
            <span class="bar-value">{formatCount(counts[place])}</span>
          </li>
        ))}
      </ul>
      {names.length > shown.length && <p class="quiet">and {formatCount(names.length - shown.length)} more</p>}
    </>
  );
}
