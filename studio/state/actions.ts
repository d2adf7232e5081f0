/** What a user can do with data and files. Each action ends in signals; failures end in the notice. */
import { batch, effect } from '@preact/signals';
import { UserError } from '../../src/errors.js';
import { looksSaved, readSelection } from '../../src/report/read-selection.js';
import type { DataSource } from '../../src/studio/data-keeper.js';
import { type Mend, mended } from '../../src/studio/mends.js';
import type { NamedBlob, ReadSettings } from '../../src/studio/open-files.js';
import type { StudioEvents } from '../../src/studio/protocol.js';
import type { DataSettings } from '../../src/studio/select-command.js';
import type { Story } from '../../src/studio/stories.js';
import { takeAddress } from './address.js';
import { StudioFailure, startClient } from './client.js';
import { doing, line, stop } from './doing.js';
import { readKeptRuns } from './kept-runs.js';
import { newId } from './new-id.js';
import { openProject, projectEnding } from './project.js';
import { runEvents } from './run-actions.js';
import { inOrder, showRun } from './runs.js';
import { saveBlob } from './save-blob.js';
import * as store from './store.js';

const events: StudioEvents = {
  ...runEvents,
  reading: (rows, share) =>
    batch(() => {
      store.readRows.value = rows;
      store.progress.value = share;
    }),
  progress: (share) => {
    store.progress.value = share;
  },
};

export function startStudio(): void {
  examineWhenIdle();
  line.client = startClient(events, (text) => {
    store.notice.value = { level: 'error', text };
  });
  void line.client.call('methods').then((methods) => {
    store.methods.value = methods;
  });
  void readKeptRuns().then((kept) => {
    const known = new Set(store.runs.value.map(({ task }) => task.id));
    store.runs.value = inOrder([...kept.filter(({ task }) => !known.has(task.id)), ...store.runs.value]);
  });
}

/** Data files, a saved selection or a project. Where something is under way the user is asked first. */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (store.work.value !== undefined && store.work.value !== 'reading') {
    askToStop(`${files[0].name} is opened when what is under way has ended.`, () => openFiles(files));
    return;
  }
  await stop();
  await doing('reading', async () => {
    if (files.length === 1 && files[0].name.endsWith(projectEnding)) {
      await openProject(files[0]);
      return;
    }
    if (files.length === 1 && looksSaved(await files[0].slice(0, 256).text())) {
      const saved = readSelection(await files[0].text(), files[0].name);
      store.saved.value = saved;
      return;
    }
    await openTable({ id: newId(), files: files.map((file) => ({ name: file.name, blob: file })) });
  });
}

/** What was found so far stays: a run that is stopped keeps its ranking. */
function askToStop(text: string, next: () => void): void {
  store.notice.value = {
    level: 'note',
    text,
    actions: [
      { name: 'Stop it and open the file', act: () => void stop().then(next) },
      {
        name: 'Carry on',
        act: () => {
          store.notice.value = undefined;
        },
      },
    ],
  };
}

export function openStory({ fileName, k }: Story): Promise<void> {
  return doing('reading', async () => {
    await openTable({ id: newId(), files: await line.client.call('story', fileName) }, true);
    setForm({ k: String(k) });
  });
}

const mnistFiles = ['mnist-sample-images-idx3-ubyte.gz', 'mnist-sample-labels-idx1-ubyte.gz'] as const;

export function openMnist(): Promise<void> {
  return doing('reading', async () => {
    await openTable({ id: newId(), files: await Promise.all(mnistFiles.map(fetchExample)) }, true);
    setForm({ k: '50' });
  });
}

async function fetchExample(name: string): Promise<NamedBlob> {
  const response = await fetch(new URL(`examples/${name}`, document.baseURI));
  if (!response.ok) throw new UserError('failure', `The example could not be fetched (${response.status}).`);
  return { name, blob: await response.blob() };
}

/** The data of a run, where it was kept, as it was when the run began. */
export function openDataOf({ task }: store.RunView): Promise<void> {
  return doing('reading', async () => {
    await openTable(task.source);
    store.dataSettings.value = task.data;
    await prepare();
    store.shownId.value = task.id;
  });
}

/** Reads the files that are open in another way; the target stays where there still is such a column. */
export function readOtherwise(change: ReadSettings): Promise<void> {
  const { source, dataSettings, isExample } = store;
  if (source.value === undefined) return Promise.resolve();
  const { files, reading } = source.value;
  const target = dataSettings.value?.target ?? '';
  return doing('reading', async () => {
    await openTable({ id: newId(), files, reading: { ...reading, ...change } }, isExample.value);
    const isThere = store.table.value?.columns.names.includes(target);
    if (!isThere || target === dataSettings.value?.target) return;
    dataSettings.value = { ...dataSettings.value!, ...withEvent(target) };
    await prepare();
  });
}

/** The table that was open stays until the new one has been read. */
async function openTable(source: DataSource, isExample = false): Promise<void> {
  const table = await line.client.call('open', source);
  const linked = takeAddress();
  const isColumn = (name: string | undefined): name is string =>
    name !== undefined && table.columns.names.includes(name);
  const asked = isColumn(linked?.target)
    ? { target: linked.target, event: isColumn(linked.event) ? linked.event : undefined }
    : { target: table.columns.names.at(-1) ?? '', ...table.guessed };
  batch(() => {
    store.source.value = source;
    store.table.value = table;
    store.dataset.value = undefined;
    store.dataProblem.value = undefined;
    store.saved.value = undefined;
    store.unknownTarget.value = undefined;
    store.isExample.value = isExample;
    store.dataSettings.value = {
      ...asked,
      missing: table.missingCount > 0 ? 'mean' : 'refuse',
      leaveOut: [],
      keep: [],
    };
    // What was set for another file says nothing of this one.
    store.form.value = { ...store.usualForm, threads: store.form.value.threads };
    store.formProblems.value = {};
    showRun(undefined);
  });
  await prepare();
  const count = store.dataset.value?.names.length ?? 1;
  setForm({ k: String(Math.min(50, Math.max(1, Math.round(Math.sqrt(count))))), ...linked?.form });
}

/** Another column to predict. */
export function chooseTarget(target: string): Promise<void> {
  return target === store.dataSettings.value?.target ? Promise.resolve() : changeData(withEvent(target));
}

/** Events that were guessed belong to the times that were guessed with them; those that the user named stay. */
function withEvent(target: string): Pick<DataSettings, 'target' | 'event'> {
  const { guessed } = store.table.value!;
  const event = store.dataSettings.value?.event;
  if (target === guessed.target) return { target, event: event ?? guessed.event };
  return { target, event: event === guessed.event ? undefined : event };
}

/** Changes how the table becomes a dataset. Runs that were made before have data of their own. */
export function changeData(change: Partial<DataSettings>): Promise<void> {
  const settings = store.dataSettings.value;
  if (settings === undefined) return Promise.resolve();
  store.dataSettings.value = { ...settings, ...change };
  return doing('reading', prepare);
}

/** Puts a matter of the data right, for the next run. */
export function mend({ change }: Mend): Promise<void> {
  const settings = store.dataSettings.value;
  return settings === undefined ? Promise.resolve() : changeData(mended(settings, change));
}

async function prepare(): Promise<void> {
  store.dataFindings.value = undefined;
  try {
    const dataset = await line.client.call('prepare', store.source.value!, store.dataSettings.value!);
    batch(() => {
      store.dataset.value = dataset;
      store.dataProblem.value = undefined;
    });
  } catch (error) {
    // The table is still good: the user can choose another target, or what to do with missing cells.
    if (!(error instanceof StudioFailure) || error.code === 'bug') throw error;
    batch(() => {
      store.dataset.value = undefined;
      store.dataProblem.value = { text: error.message, mends: error.mends };
    });
  }
}

/** Looks at the data whenever nothing else is under way and it has not been looked at. */
function examineWhenIdle(): void {
  effect(() => {
    if (store.work.value !== undefined || store.dataset.value === undefined) return;
    if (store.dataFindings.peek() === undefined) void examine();
  });
}

async function examine(): Promise<void> {
  const dataset = store.dataset.peek();
  try {
    const found = await line.client.call('examine', store.source.peek()!, store.dataSettings.peek()!);
    if (dataset === store.dataset.peek()) store.dataFindings.value = found;
    store.machine.value ??= await line.client.call('measureMachine');
  } catch (error) {
    // It gave way to other work, or the run will say what is the matter.
    if (!(error instanceof StudioFailure) || error.code === 'bug') throw error;
    if (error.code !== 'interrupted') store.dataFindings.value = [];
  }
}

export function setForm(change: Partial<store.RunForm>): void {
  store.form.value = { ...store.form.value, ...change };
  const { formProblems } = store;
  const left = Object.entries(formProblems.value).filter(([field]) => !(field in change) && !('options' in change));
  formProblems.value = Object.fromEntries(left);
}

export function setOption(method: string, name: string, text: string): void {
  const { options } = store.form.value;
  setForm({ options: { ...options, [method]: { ...options[method], [name]: text } } });
}

/** The files of an example, which the command line needs on a disk. */
export function downloadExample(): void {
  for (const { name, blob } of store.source.value?.files ?? []) saveBlob(blob, name);
}

/** Back to the beginning. The runs stay in the list. */
export function closeData(): void {
  void stop();
  batch(() => {
    for (const each of [
      store.source,
      store.table,
      store.dataset,
      store.dataSettings,
      store.dataProblem,
      store.dataFindings,
      store.saved,
    ]) {
      each.value = undefined;
    }
    store.isExample.value = false;
    store.notice.value = undefined;
    showRun(undefined);
  });
}
