/** Every run of this browser: looked at, compared, named, pinned and deleted here. */
import { useState } from 'preact/hooks';
import { measureText } from '../../src/report/measure-text.js';
import { decidingValue } from '../../src/report/reported-set.js';
import { openDataOf, openFiles } from '../state/actions.js';
import { saveProject } from '../state/project.js';
import { deleteRun, pinRun, renameRun, showRun } from '../state/runs.js';
import { busyId, comparedId, type RunView, runs, runTitle, shownId, shownRun, source, work } from '../state/store.js';
import { FileButton } from './file-button.js';

export function RunList() {
  const listed = [...runs.value].reverse().sort((a, b) => Number(b.isPinned) - Number(a.isPinned));
  if (listed.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="runs-title">
      <h2 id="runs-title">Runs</h2>
      <ul class="runs">
        {listed.map((run) => (
          <RunItem key={run.task.id} run={run} />
        ))}
      </ul>
      <p class="buttons">
        <button type="button" onClick={() => void saveProject()}>
          Save all runs
        </button>
        <FileButton label="Open saved runs" onFiles={(files) => void openFiles(files)} />
      </p>
      <p class="quiet">Kept in this browser alone, with their data where it is smaller than 64 MB.</p>
    </section>
  );
}

function RunItem({ run }: { readonly run: RunView }) {
  const [isNaming, setNaming] = useState(false);
  const title = runTitle(run);
  const { id, source: own } = run.task;
  const isShown = shownId.value === id;
  const isBusy = busyId.value === id;
  const canOpen = isShown && own.files.length > 0 && source.value?.id !== own.id;
  return (
    <li class={isShown ? 'shown' : ''}>
      {isNaming ? (
        <RunName run={run} onDone={() => setNaming(false)} />
      ) : (
        <button type="button" class="run-name" aria-pressed={isShown} onClick={() => showRun(id)}>
          <bdi>{title}</bdi>
        </button>
      )}
      <p class="quiet">
        {title === run.name && (
          <>
            <bdi>{run.fileName}</bdi>,{' '}
          </>
        )}
        {summary(run, isBusy)}
      </p>
      <p class="run-tools">
        {!isShown && shownRun.value !== undefined && (
          <label>
            <input
              type="checkbox"
              checked={comparedId.value === id}
              onChange={({ currentTarget }) => {
                comparedId.value = currentTarget.checked ? id : undefined;
              }}
            />{' '}
            Compare
          </label>
        )}
        <button type="button" aria-pressed={run.isPinned} onClick={() => pinRun(id, !run.isPinned)}>
          {run.isPinned ? 'Unpin' : 'Pin'}
          <span class="hidden"> {title}</span>
        </button>
        <button type="button" onClick={() => setNaming(true)}>
          Rename<span class="hidden"> {title}</span>
        </button>
        <button type="button" disabled={isBusy} onClick={() => deleteRun(id)}>
          Delete<span class="hidden"> {title}</span>
        </button>
        {canOpen && (
          <button type="button" disabled={work.value !== undefined} onClick={() => void openDataOf(run)}>
            Open its data
          </button>
        )}
      </p>
    </li>
  );
}

function RunName({ run, onDone }: { readonly run: RunView; readonly onDone: () => void }) {
  const [name, setName] = useState(run.name);
  const save = (event: Event): void => {
    event.preventDefault();
    renameRun(run.task.id, name);
    onDone();
  };
  return (
    <form class="run-naming" onSubmit={save}>
      <input
        aria-label="Name of the run"
        value={name}
        ref={(element) => element?.focus()}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <button type="submit">Save</button>
    </form>
  );
}

function summary({ result, task, begin }: RunView, isBusy: boolean): string {
  const target = `target ${begin?.dataset.targetName ?? task.data.target}`;
  if (isBusy && result === undefined) return `${target}, under way`;
  if (result === undefined) return `${target}, ended without a ranking`;
  if (result.stoppedIn === 'select') return `${target}, stopped: the ranking so far`;
  const selected = result.measured.find(({ features }) => features === 'selected');
  const found = decidingValue(result, selected);
  if (selected === undefined || found === undefined) return `${target}, nothing measured`;
  const { title, value } = measureText(found.measure);
  return `${target}, ${title} ${value(found.value)} on ${selected.testRowCount} test rows`;
}
