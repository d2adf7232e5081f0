/** What can be done with the table of ranks: ask another method, and take the table along. */
import { stop } from '../state/doing.js';
import { rankShownBy } from '../state/run-actions.js';
import { saveBlob } from '../state/save-blob.js';
import { busyId, methods, methodTaken, type RunView, work } from '../state/store.js';
import { CopyButton } from './copy-button.js';

export function RankTools({ run, csv }: { readonly run: RunView; readonly csv: () => string }) {
  const method = methodTaken(run);
  const left = methods.value.filter(({ name }) => name !== method && !run.otherOrders.has(name));
  const isAsking = work.value === 'ranks' && busyId.value === run.task.id;
  return (
    <p class="buttons">
      <CopyButton label="Copy this table" text={csv} />
      <button type="button" onClick={() => saveBlob(new Blob([csv()], { type: 'text/csv' }), 'ranks.csv')}>
        Save this table
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
