/** What can be done with the table of ranks: ask another method, and copy the chosen names. */
import { useState } from 'preact/hooks';
import { stop } from '../state/doing.js';
import { rankShownBy } from '../state/run-actions.js';
import { busyId, methods, type RunView, selectedCount, work } from '../state/store.js';

export function RankTools({ run, names }: { readonly run: RunView; readonly names: readonly string[] }) {
  const [isCopied, setCopied] = useState(false);
  const { method } = run.task.settings;
  const k = selectedCount(run);
  const left = methods.value.filter(({ name }) => name !== method && !run.otherOrders.has(name));
  const isAsking = work.value === 'ranks' && busyId.value === run.task.id;
  const copy = async (): Promise<void> => {
    const chosen = run.result!.order.subarray(0, k);
    await navigator.clipboard.writeText(Array.from(chosen, (feature) => names[feature]).join('\n'));
    setCopied(true);
  };
  return (
    <p class="buttons">
      <button type="button" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy the chosen names'}
      </button>
      {isAsking ? (
        <button type="button" onClick={() => void stop()}>
          Stop
        </button>
      ) : (
        <select
          aria-label="Add the ranks of another method"
          value=""
          disabled={work.value !== undefined || run.task.source.files.length === 0}
          onChange={({ currentTarget }) => currentTarget.value !== '' && void rankShownBy(currentTarget.value)}
        >
          <option value="">Add the ranks of another method …</option>
          {left.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </p>
  );
}
