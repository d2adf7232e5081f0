/** Every method as a card: what it is good for, what it takes, and about how long it will take on the table that is open. */
import { formatDuration } from '../../src/report/format.js';
import type { MethodDescription } from '../../src/select/describe-methods.js';
import { setForm } from '../state/actions.js';
import { estimateTime } from '../state/estimate-time.js';
import { form, methods, work } from '../state/store.js';
import { whyNotMethod } from '../state/why-not-method.js';
import { sentence } from './sentence.js';

/** The card of the method that is chosen. */
export function MethodCard({ method }: { readonly method: MethodDescription }) {
  const why = whyNotMethod(method.name);
  return (
    <>
      <p class="hint">
        {sentence(method.summary)} {method.goodFor && `Good for ${method.goodFor}.`}
      </p>
      <p class="hint">{why ?? timeText(method)}</p>
    </>
  );
}

/** All of them, quickest first, each a press away from being chosen. */
export function MethodCards() {
  const listed = methods.value
    .map((method) => ({
      method,
      seconds: estimateTime(method.name)?.seconds ?? 0,
      why: whyNotMethod(method.name),
    }))
    .sort((a, b) => Number(a.why !== undefined) - Number(b.why !== undefined) || a.seconds - b.seconds);
  return (
    <details class="method-cards">
      <summary>All {listed.length} methods, with their time on this file</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section aria-label="All there are, quickest first" tabIndex={0}>
        <ul>
          {listed.map(({ method, why }) => (
            <li key={method.name} aria-current={method.name === form.value.method ? 'true' : undefined}>
              <button
                type="button"
                class="link"
                disabled={work.value !== undefined || why !== undefined}
                onClick={() => setForm({ method: method.name })}
              >
                {method.name}
              </button>{' '}
              <span class="quiet">{why === undefined ? shortTime(method) : ''}</span>
              <p>{method.goodFor ? sentence(method.goodFor) : sentence(method.summary)}</p>
              <p class="quiet">{why ?? takes(method)}</p>
            </li>
          ))}
        </ul>
      </section>
      <p class="hint">
        Times are those of one thread: measured on tables of several sizes, carried over to the rows, columns, classes
        and features of this one, and to this machine by a short probe. A method that was run before goes by that run.
      </p>
    </details>
  );
}

const targetWords = { classes: 'classes', values: 'numbers', survival: 'survival times' } as const;

function takes({ targets, takesWeights }: MethodDescription): string {
  return `Takes ${targets.map((kind) => targetWords[kind]).join(', ')}${takesWeights ? '; rows may have weights' : ''}.`;
}

function shortTime({ name }: MethodDescription): string {
  const estimate = estimateTime(name);
  return estimate === undefined ? '' : about(estimate.seconds);
}

/** No estimate is better than that. */
function about(seconds: number): string {
  return seconds < 1 ? 'less than a second' : `about ${formatDuration(Number(seconds.toPrecision(1)))}`;
}

const sources = {
  'this file': 'by its last run on this file',
  'another file': 'by its last run on another file',
  'other tables': 'by what it takes on other tables',
} as const;

function timeText({ name }: MethodDescription): string {
  const estimate = estimateTime(name);
  return estimate === undefined ? '' : sentence(`${about(estimate.seconds)} here, ${sources[estimate.from]}`);
}
