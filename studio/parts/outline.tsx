/** The parts of a run as a strip that stays in view: where one is, and a press away from the rest. */
import { useEffect, useState } from 'preact/hooks';
import { dataset, isShownRunning, shownFeature, shownRun } from '../state/store.js';

interface Part {
  /** The id of its heading. */
  readonly id: string;
  readonly name: string;
}

const parts: readonly Part[] = [
  { id: 'verdict-title', name: 'Answer' },
  { id: 'ranking-title', name: 'Features' },
  { id: 'together-title', name: 'Overlap' },
  { id: 'run-title', name: 'Training' },
  { id: 'curve-title', name: 'How many' },
  { id: 'stability-title', name: 'Seeds' },
  { id: 'files-title', name: 'Export' },
];

/** On a narrow screen the form is below all of them. */
const form: Part = { id: 'settings-title', name: 'Run again' };

export function Outline({ isNarrow }: { readonly isNarrow: boolean }) {
  const run = shownRun.value;
  const isShown = run?.result !== undefined && !isShownRunning.value;
  const current = useCurrent(isShown ? `${run.task.id} ${shownFeature.value}` : undefined);
  if (!isShown) return null;
  return (
    <nav class="outline" aria-label="Parts of this run">
      <ul>
        {(isNarrow && dataset.value !== undefined ? [form, ...parts] : parts).map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={(event) => {
                // The address keeps the settings of the run.
                event.preventDefault();
                goTo(id);
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}

/** The last part whose heading has come to the upper third of the window. */
function useCurrent(key: string | undefined): string {
  const [current, setCurrent] = useState(parts[0].id);
  useEffect(() => {
    if (key === undefined) return;
    let asked = 0;
    const look = (): void => {
      asked = 0;
      const passed = parts.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      setCurrent(passed.at(-1)?.id ?? parts[0].id);
    };
    const ask = (): void => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', ask, { passive: true });
    return () => {
      removeEventListener('scroll', ask);
      cancelAnimationFrame(asked);
    };
  }, [key]);
  return current;
}
