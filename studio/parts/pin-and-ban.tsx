/** What the next run always selects, and what it leaves out: said at a feature, listed in the form. */
import { formatCount } from '../../src/report/format.js';
import { mended } from '../../src/studio/mends.js';
import { changeData, setForm } from '../state/actions.js';
import { dataSettings, form, table, work } from '../state/store.js';

function pin(name: string, isPinned: boolean): void {
  const others = form.value.pinned.filter((each) => each !== name);
  setForm({ pinned: isPinned ? [...others, name] : others });
}

function ban(name: string): void {
  pin(name, false);
  if (dataSettings.value) void changeData(mended(dataSettings.value, { leaveOut: [name] }));
}

function useAgain(names: readonly string[]): void {
  const { leaveOut = [] } = dataSettings.value ?? {};
  void changeData({ leaveOut: leaveOut.filter((each) => !names.includes(each)) });
}

export function PinAndBan({ name }: { readonly name: string }) {
  const isPinned = form.value.pinned.includes(name);
  const isBanned = dataSettings.value?.leaveOut.includes(name) === true;
  const isColumn = table.value?.columns.names.includes(name) === true;
  const isBusy = work.value !== undefined;
  return (
    <p class="buttons">
      <button type="button" aria-pressed={isPinned} disabled={isBusy || isBanned} onClick={() => pin(name, !isPinned)}>
        {isPinned ? 'Pinned: always in the next run' : 'Pin: always in the next run'}
      </button>
      {isColumn && (
        <button
          type="button"
          aria-pressed={isBanned}
          disabled={isBusy}
          onClick={() => (isBanned ? useAgain([name]) : ban(name))}
        >
          {isBanned ? 'Banned from the next run' : 'Ban from the next run'}
        </button>
      )}
    </p>
  );
}

const fewNames = 8;

/** Nothing where nothing is pinned or banned. */
export function PinnedAndBanned() {
  const { pinned } = form.value;
  const banned = dataSettings.value?.leaveOut ?? [];
  return (
    <>
      <Held title="Always in" names={pinned} verb="Unpin" release={([name]) => pin(name, false)} />
      {banned.length <= fewNames ? (
        <Held title="Left out" names={banned} verb="Use again" release={useAgain} />
      ) : (
        <p class="hint">
          {formatCount(banned.length)} columns are left out.{' '}
          <button type="button" class="link" disabled={work.value !== undefined} onClick={() => useAgain(banned)}>
            Use them again
          </button>
        </p>
      )}
    </>
  );
}

interface HeldProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly verb: string;
  readonly release: (names: readonly [string]) => void;
}

function Held({ title, names, verb, release }: HeldProps) {
  if (names.length === 0) return null;
  return (
    <>
      <p class="hint">{title}</p>
      <ul class="held" aria-label={title}>
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              disabled={work.value !== undefined}
              aria-label={`${verb}: ${name}`}
              onClick={() => release([name])}
            >
              <bdi>{name}</bdi> ×
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
