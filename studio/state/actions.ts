/** What a user can do. Each action ends in signals; failures end in the notice. */
import { batch } from '@preact/signals';
import { UserError } from '../../src/errors.js';
import type { NamedBlob } from '../../src/studio/open-files.js';
import type { SavedFileName, StudioEvents, TableSummary } from '../../src/studio/protocol.js';
import { looksSaved, readSavedSelection } from '../../src/studio/saved-selection.js';
import type { DataSettings } from '../../src/studio/select-command.js';
import { type StudioClient, StudioFailure, startClient } from './client.js';
import { addFrames, createFrameQueue } from './frames.js';
import { readForm } from './read-form.js';
import * as store from './store.js';

let client: StudioClient;

const frameQueue = createFrameQueue((frames) => {
  const place = newestRun();
  changeRun(place, { frames: addFrames(store.runs.value[place]?.frames ?? [], frames) });
});

const events: StudioEvents = {
  reading: (rows, share) =>
    batch(() => {
      store.readRows.value = rows;
      store.progress.value = share;
    }),
  begin: (begin) => changeRun(newestRun(), { begin }),
  stage: (stage) =>
    batch(() => {
      store.stage.value = stage;
      store.progress.value = undefined;
    }),
  progress: (share) => {
    store.progress.value = share;
  },
  epoch: (frame) => frameQueue.add(frame),
  point: (id, point) => {
    const place = placeOf(id);
    changeRun(place, { curve: [...(store.runs.value[place]?.curve ?? []), point] });
  },
  seed: (id, selection) => {
    const place = placeOf(id);
    changeRun(place, { seeds: [...(store.runs.value[place]?.seeds ?? []), selection] });
  },
};

export function startStudio(): void {
  client = startClient(events, (text) => {
    forgetData();
    store.notice.value = { level: 'error', text };
  });
  void client.call('methods').then((methods) => {
    store.methods.value = methods;
  });
}

/** Data files, or a saved selection. */
export function openFiles(files: readonly File[]): Promise<void> {
  return doing('reading', async () => {
    if (files.length === 0) return;
    if (files.length === 1 && looksSaved(await files[0].slice(0, 256).text())) {
      const saved = readSavedSelection(await files[0].text(), files[0].name);
      closeData();
      store.saved.value = saved;
      return;
    }
    await openTable((worker) =>
      worker.call(
        'open',
        files.map((file) => ({ name: file.name, blob: file })),
      ),
    );
  });
}

export function openPlanted(): Promise<void> {
  return doing('reading', async () => {
    await openTable((worker) => worker.call('openExample'));
    store.isExample.value = true;
    setForm({ k: '12' });
  });
}

const mnistFiles = ['mnist-sample-images-idx3-ubyte.gz', 'mnist-sample-labels-idx1-ubyte.gz'] as const;

export function openMnist(): Promise<void> {
  return doing('reading', async () => {
    const files = await Promise.all(mnistFiles.map(fetchExample));
    await openTable((worker) => worker.call('open', files));
    store.isExample.value = true;
    setForm({ k: '50' });
  });
}

async function fetchExample(name: string): Promise<NamedBlob> {
  const response = await fetch(new URL(`examples/${name}`, document.baseURI));
  if (!response.ok) throw new UserError('failure', `The example could not be fetched (${response.status}).`);
  return { name, blob: await response.blob() };
}

async function openTable(open: (worker: StudioClient) => Promise<TableSummary>): Promise<void> {
  closeData();
  const table = await open(client);
  batch(() => {
    store.table.value = table;
    store.dataSettings.value = {
      target: table.guessedTarget ?? table.columns.names.at(-1) ?? '',
      missing: table.missingCount > 0 ? 'mean' : 'refuse',
      leaveOut: [],
      keep: [],
    };
  });
  await prepare();
  const count = store.dataset.value?.names.length ?? 1;
  setForm({ k: String(Math.min(50, Math.max(1, Math.round(Math.sqrt(count))))) });
}

/** Changes how the table becomes a dataset. */
export function changeData(change: Partial<DataSettings>): Promise<void> {
  const settings = store.dataSettings.value;
  if (settings === undefined) return Promise.resolve();
  store.dataSettings.value = { ...settings, ...change };
  return doing('reading', prepare);
}

async function prepare(): Promise<void> {
  try {
    store.dataset.value = await client.call('prepare', store.dataSettings.value!);
    store.dataProblem.value = undefined;
  } catch (error) {
    // The table is still good: the user can choose another target, or what to do with missing cells.
    if (!(error instanceof StudioFailure) || error.code === 'bug') throw error;
    batch(() => {
      store.dataset.value = undefined;
      store.dataProblem.value = error.message;
    });
  }
}

export function setForm(change: Partial<store.RunForm>): void {
  store.form.value = { ...store.form.value, ...change };
}

export function setOption(method: string, name: string, text: string): void {
  const { options } = store.form.value;
  setForm({ options: { ...options, [method]: { ...options[method], [name]: text } } });
}

/** Runs the method, and the second one after it where one is named. */
export function startRun(): Promise<void> {
  return doing('running', async () => {
    const form = store.form.value;
    const names = form.second === '' || form.second === form.method ? [form.method] : [form.method, form.second];
    const described = names.map((name) => store.methods.value.find((method) => method.name === name)!);
    const settings = described.map((method) => readForm(form, method, store.dataset.value!.names.length));
    batch(() => {
      store.runs.value = [];
      store.saved.value = undefined;
    });
    for (const each of settings) {
      frameQueue.clear();
      batch(() => {
        store.runs.value = [...store.runs.value, { method: each.method, frames: [], curve: [], seeds: [] }];
        store.shownPlace.value = store.runs.value.length - 1;
        store.shownFrame.value = undefined;
        store.stage.value = 'select';
        store.progress.value = undefined;
      });
      const result = await client.call('run', each, Math.min(store.mostThreads, Number(form.threads) || 1));
      frameQueue.flush();
      changeRun(newestRun(), { result });
    }
    store.shownPlace.value = 0;
    store.work.value = 'curve';
    for (const { result } of store.runs.value) if (result !== undefined) await client.call('curve', result.id);
  });
}

export function measureStability(seedCount: number): Promise<void> {
  return doing('seeds', async () => {
    const place = store.shownPlace.value;
    const { result } = store.runs.value[place];
    if (result === undefined) return;
    changeRun(place, { seeds: [] });
    await client.call('stability', result.id, seedCount);
  });
}

export function pause(): void {
  store.isPaused.value = true;
  void client.call('pause');
}

export function resume(): void {
  store.isPaused.value = false;
  void client.call('resume');
}

export function stop(): void {
  store.isPaused.value = false;
  void client.call('stop');
}

export async function download(name: SavedFileName): Promise<void> {
  const result = store.shownRun.value?.result;
  if (result === undefined) return;
  try {
    saveBlob(await client.call('file', result.id, name), name);
  } catch (error) {
    store.notice.value = { level: 'error', text: (error as Error).message };
  }
}

/** The files of an example, which the command line needs on a disk. */
export async function downloadExample(): Promise<void> {
  for (const { name, blob } of await client.call('sources')) saveBlob(blob, name);
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function readSeries(id: number, features: Int32Array) {
  return client.call('series', id, features);
}

/** Back to the beginning. */
export function closeData(): void {
  stop();
  forgetData();
  store.notice.value = undefined;
}

function forgetData(): void {
  frameQueue.clear();
  batch(() => {
    for (const each of [store.table, store.dataset, store.dataSettings, store.dataProblem, store.saved]) {
      each.value = undefined;
    }
    store.isExample.value = false;
    store.runs.value = [];
    store.shownPlace.value = 0;
    store.shownFrame.value = undefined;
    store.isPaused.value = false;
    store.progress.value = undefined;
  });
}

/** Counts the pieces of work, so that one that was stopped for another does not end the other's. */
let workCount = 0;

/** One piece of work at a time; what goes wrong in it is shown, and the rest goes on. */
async function doing(work: store.Work, action: () => Promise<void>): Promise<void> {
  if (store.work.value !== undefined) {
    if (work !== 'reading') return;
    stop();
  }
  const mine = ++workCount;
  batch(() => {
    store.work.value = work;
    store.notice.value = undefined;
    store.progress.value = undefined;
    store.readRows.value = 0;
  });
  try {
    await action();
  } catch (error) {
    if (mine === workCount) store.notice.value = noticeOf(error);
  } finally {
    if (mine === workCount) {
      batch(() => {
        store.work.value = undefined;
        store.isPaused.value = false;
        store.progress.value = undefined;
      });
    }
  }
}

function noticeOf(error: unknown): store.Notice {
  const wasStopped = error instanceof StudioFailure && error.code === 'interrupted';
  if (wasStopped) return { level: 'note', text: 'Stopped. What was found so far stays.' };
  return { level: 'error', text: (error as Error).message };
}

function newestRun(): number {
  return store.runs.value.length - 1;
}

function placeOf(id: number): number {
  return store.runs.value.findIndex(({ result }) => result?.id === id);
}

function changeRun(place: number, change: Partial<store.RunView>): void {
  if (place < 0) return;
  store.runs.value = store.runs.value.map((run, at) => (at === place ? { ...run, ...change } : run));
}
