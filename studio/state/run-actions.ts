/** Starting, watching and stopping runs, and what is asked of them afterwards. */
import { batch } from '@preact/signals';
import type { FeatureView } from '../../src/studio/inspect-feature.js';
import type { RunTask, SavedFileName, StudioEvents } from '../../src/studio/protocol.js';
import type { RunSettings } from '../../src/studio/select-command.js';
import { writeAddress } from './address.js';
import { StudioFailure } from './client.js';
import { doing, line, noticeOf } from './doing.js';
import { addFrames, createFrameQueue } from './frames.js';
import { newId } from './new-id.js';
import { FormProblem, readForm } from './read-form.js';
import { changeRun, findRun, freeName, keep, showRun } from './runs.js';
import { saveBlob } from './save-blob.js';
import * as store from './store.js';

const frameQueue = createFrameQueue((frames) => {
  const run = findRun(store.busyId.value ?? '');
  if (run !== undefined) changeRun(run.task.id, { frames: addFrames(run.frames, frames) });
});

export const runEvents: Pick<StudioEvents, 'begin' | 'stage' | 'epoch' | 'point' | 'fold' | 'seed'> = {
  begin: (id, begin) => changeRun(id, { begin }),
  stage: (stage) =>
    batch(() => {
      store.stage.value = stage;
      store.progress.value = undefined;
    }),
  epoch: (id, frame) => {
    if (id === store.busyId.value) frameQueue.add(frame);
  },
  point: (id, point) => changeRun(id, { curve: [...(findRun(id)?.curve ?? []), point] }),
  fold: (id, measured) => changeRun(id, { folds: [...(findRun(id)?.folds ?? []), measured] }),
  seed: (id, selection) => changeRun(id, { seeds: [...(findRun(id)?.seeds ?? []), selection] }),
};

/** Formats of programs that write a matrix column by column, and the images in its rows as well. */
const columnMajor = /^mat/;

/** Runs the method, and the second one after it where one is named. */
export function startRun(): Promise<void> {
  return doing('running', async () => {
    const settings = readSettings();
    if (settings === undefined) return;
    const tasks = settings.map(taskOf);
    writeAddress(store.form.value, store.dataSettings.value!);
    for (const task of tasks) await runTask(task);
    const [first, second] = tasks.filter(({ id }) => findRun(id) !== undefined);
    if (first === undefined) return;
    batch(() => {
      showRun(first.id);
      store.comparedId.value = second?.id ?? store.comparedId.value;
    });
    store.work.value = 'curve';
    for (const { id } of tasks) await measureCurve(id);
  });
}

/** What is wrong in the form is said beside its field. */
function readSettings(): readonly RunSettings[] | undefined {
  const form = store.form.value;
  const names = form.second === '' || form.second === form.method ? [form.method] : [form.method, form.second];
  const described = names.map((name) => store.methods.value.find((method) => method.name === name)!);
  try {
    store.formProblems.value = {};
    return described.map((method) => readForm(form, method, store.dataset.value!.names));
  } catch (error) {
    if (!(error instanceof FormProblem)) throw error;
    store.formProblems.value = { [error.field]: error.message };
    return undefined;
  }
}

function taskOf(settings: RunSettings): RunTask {
  return {
    id: newId(),
    source: store.source.value!,
    data: store.dataSettings.value!,
    settings,
    threads: Math.min(store.mostThreads, Number(store.form.value.threads) || 1),
  };
}

async function runTask(task: RunTask): Promise<void> {
  const { method, k, seed } = task.settings;
  frameQueue.clear();
  batch(() => {
    const fileName = store.table.value?.fileName ?? '';
    const name = freeName(`${method}, ${k} features, seed ${seed}`, fileName);
    const run: store.RunView = {
      task,
      name,
      isPinned: false,
      isTurned: columnMajor.test(store.table.value?.format ?? ''),
      fileName,
      madeAt: Date.now(),
      frames: [],
      curve: [],
      folds: [],
      otherOrders: new Map(),
      seeds: [],
    };
    store.runs.value = [...store.runs.value, run];
    store.busyId.value = task.id;
    showRun(task.id);
    store.stage.value = 'select';
    store.progress.value = undefined;
  });
  try {
    const result = await line.client.call('run', task);
    frameQueue.flush();
    changeRun(task.id, { result });
    keep(task.id);
    if (result.stoppedIn === undefined) return;
    throw new StudioFailure({ code: 'stopped', message: 'Stopped. The ranking so far is kept.' });
  } catch (error) {
    const wasKept = findRun(task.id)?.result !== undefined;
    if (!wasKept) {
      // A run of which nothing was found is no run; what was seen of one that had to be ended stays to be looked at.
      frameQueue.flush();
      if ((findRun(task.id)?.frames.length ?? 0) === 0) {
        store.runs.value = store.runs.value.filter((run) => run.task.id !== task.id);
        showRun(store.runs.value.at(-1)?.task.id);
      }
    }
    throw error;
  }
}

/** Accuracy of the first features of a ranking; again from the start where it was broken off. */
export async function measureCurve(id: string): Promise<void> {
  const run = findRun(id);
  if (run?.result === undefined || run.result.stoppedIn !== undefined) return;
  store.busyId.value = id;
  changeRun(id, { curve: [] });
  const { order, split } = run.result;
  await line.client.call('curve', run.task, { order, split });
  keep(id);
}

export function measureShownCurve(): Promise<void> {
  return doing('curve', () => measureCurve(store.shownId.value!));
}

/** Cross-validates the shown run, from the start. */
export function validateShown(): Promise<void> {
  return doing('validation', async () => {
    const run = store.shownRun.value;
    if (run === undefined) return;
    const { id } = run.task;
    batch(() => {
      store.busyId.value = id;
      store.progress.value = undefined;
      changeRun(id, { folds: [] });
    });
    try {
      await line.client.call('validate', store.takenTask(run));
    } finally {
      keep(id);
    }
  });
}

/** Adds the ranks of another method to the table of the shown run. */
export function rankShownBy(method: string): Promise<void> {
  return doing('ranks', async () => {
    const run = store.shownRun.value;
    if (run === undefined) return;
    store.busyId.value = run.task.id;
    const order = await line.client.call('rankBy', run.task, method);
    changeRun(run.task.id, { otherOrders: new Map([...run.otherOrders, [method, order]]) });
    keep(run.task.id);
  });
}

/** Runs as many seeds as are asked for, after those that were run before. */
export function measureStability(more: number): Promise<void> {
  return doing('seeds', async () => {
    const run = store.shownRun.value;
    if (run === undefined) return;
    store.busyId.value = run.task.id;
    const last = Math.max(run.task.settings.seed, ...run.seeds.map(({ seed }) => seed));
    const seeds = Array.from({ length: more }, (_, place) => last + 1 + place);
    try {
      await line.client.call('stability', store.takenTask(run), seeds);
    } finally {
      keep(run.task.id);
    }
  });
}

/** Nothing where the data of the run is not at hand, or the worker is busy with another. */
export async function inspectFeature(
  { task, result }: store.RunView,
  feature: number,
): Promise<FeatureView | undefined> {
  if (result === undefined || task.source.files.length === 0 || store.work.value !== undefined) return undefined;
  try {
    return await line.client.call('inspect', task, result.split, feature);
  } catch (error) {
    store.notice.value = noticeOf(error);
    return undefined;
  }
}

export function pause(): void {
  store.isPaused.value = true;
  void line.client.call('pause');
}

export function resume(): void {
  store.isPaused.value = false;
  void line.client.call('resume');
}

export async function download(run: store.RunView, name: SavedFileName): Promise<void> {
  if (run.result === undefined) return;
  const { order, scores, fates, alone, described, split } = run.result;
  try {
    saveBlob(
      await line.client.call(
        'file',
        run.task,
        { order, scores, fates, ...(alone && { alone }), described, split },
        name,
      ),
      name,
    );
  } catch (error) {
    store.notice.value = noticeOf(error);
  }
}
