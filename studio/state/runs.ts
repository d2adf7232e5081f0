/** The list of runs: what can be done to it, and that it is kept in the browser. */
import { batch } from '@preact/signals';
import { forgetKept, keepRun } from './kept-runs.js';
import * as store from './store.js';

export function findRun(id: string): store.RunView | undefined {
  return store.runs.value.find(({ task }) => task.id === id);
}

/** Oldest first, however they came: a store hands them out by their ids, which say nothing. */
export function inOrder(runs: readonly store.RunView[]): readonly store.RunView[] {
  return runs.toSorted((a, b) => a.madeAt - b.madeAt);
}

export function changeRun(id: string, change: Partial<store.RunView>): void {
  store.runs.value = store.runs.value.map((run) => (run.task.id === id ? { ...run, ...change } : run));
}

/** Writes the run to the browser's own store; where that fails the page asks before it is left. */
export function keep(id: string): void {
  const run = findRun(id);
  if (run?.result === undefined) return;
  keepRun(run).catch(() => {
    store.isAllKept.value = false;
  });
}

export function showRun(id: string | undefined): void {
  batch(() => {
    store.shownId.value = id;
    store.shownFrame.value = undefined;
    store.shownFeature.value = undefined;
    store.saved.value = undefined;
    if (store.comparedId.value === id) store.comparedId.value = undefined;
  });
}

export function renameRun(id: string, name: string): void {
  if (name.trim() === '') return;
  changeRun(id, { name: name.trim() });
  keep(id);
}

export function pinRun(id: string, isPinned: boolean): void {
  changeRun(id, { isPinned });
  keep(id);
}

export function turnPictures(id: string, isTurned: boolean): void {
  changeRun(id, { isTurned });
  keep(id);
}

/** The run is gone from the list, and comes back where it was when the user says so. */
export function deleteRun(id: string): void {
  const before = store.runs.value;
  const run = findRun(id);
  if (run === undefined) return;
  const wasShown = store.shownId.value === id;
  batch(() => {
    store.runs.value = before.filter((each) => each !== run);
    if (wasShown) showRun(store.runs.value.at(-1)?.task.id);
    store.notice.value = {
      level: 'note',
      text: `Deleted “${run.name}”.`,
      actions: [{ name: 'Undo', act: () => restore(run, before.indexOf(run)) }],
    };
  });
  void forgetKept(id);
}

function restore(run: store.RunView, place: number): void {
  batch(() => {
    store.runs.value = store.runs.value.toSpliced(place, 0, run);
    showRun(run.task.id);
    store.notice.value = undefined;
  });
  keep(run.task.id);
}

/** A name that no other run of the file has. */
export function freeName(wanted: string, fileName: string): string {
  const taken = new Set(store.runs.value.filter((run) => run.fileName === fileName).map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted} (${number})`)) number++;
  return `${wanted} (${number})`;
}
