/** All runs with their files as one file to keep or to hand on, and back. */
import { batch } from '@preact/signals';
import { UserError } from '../../src/errors.js';
import type { DataSource } from '../../src/studio/data-keeper.js';
import { readProject, writeProject } from '../../src/studio/project-file.js';
import { asRunNow } from './earlier-run.js';
import { mostSourceBytes } from './kept-runs.js';
import { inOrder, keep, showRun } from './runs.js';
import { saveBlob } from './save-blob.js';
import * as store from './store.js';

export const projectEnding = '.neurofs';

export async function saveProject(): Promise<void> {
  const runs = store.runs.value.filter(({ result }) => result !== undefined);
  const sources = new Map(runs.map(({ task }) => [task.source.id, task.source]));
  const isSmall = ({ files }: DataSource): boolean =>
    files.reduce((sum, { blob }) => sum + blob.size, 0) <= mostSourceBytes;
  const left = [...sources.values()].filter((source) => !isSmall(source));
  const content = {
    runs: runs.map((run) => ({ ...run, task: { ...run.task, source: { id: run.task.source.id, files: [] } } })),
    sources: [...sources.values()].filter((source) => source.files.length > 0 && isSmall(source)),
  };
  saveBlob(await writeProject(content), `neurofs-runs${projectEnding}`);
  if (left.length === 0) return;
  store.notice.value = {
    level: 'note',
    text: `Saved without ${left.map(({ files }) => files[0].name).join(', ')}, which would make the project too large: keep the file beside it.`,
  };
}

export async function openProject(file: File): Promise<void> {
  const { runs, sources } = await readProject(file, file.name);
  if (!Array.isArray(runs) || !runs.every(isRun)) throw new UserError('data', `${file.name} holds no runs of the page`);
  const files = new Map((Array.isArray(sources) ? (sources as DataSource[]) : []).map((each) => [each.id, each]));
  const known = new Set(store.runs.value.map(({ task }) => task.id));
  const opened = runs
    .filter(({ task }) => !known.has(task.id))
    .map(asRunNow)
    .map((run) => ({ ...run, task: { ...run.task, source: files.get(run.task.source.id) ?? run.task.source } }));
  batch(() => {
    store.runs.value = inOrder([...store.runs.value, ...opened]);
    showRun(runs.at(-1)?.task.id);
    store.notice.value = { level: 'note', text: `Opened ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}.` };
  });
  for (const { task } of opened) keep(task.id);
}

/** As much of the shape as the page relies on. */
function isRun(value: unknown): value is store.RunView {
  const run = value as Partial<store.RunView> | null;
  const { task, result } = run ?? {};
  return (
    typeof run?.name === 'string' &&
    typeof task?.id === 'string' &&
    typeof task.source?.id === 'string' &&
    Array.isArray(task.source.files) &&
    typeof task.data?.target === 'string' &&
    typeof task.settings?.k === 'number' &&
    [run.frames, run.curve, run.folds, run.seeds, result?.findings, result?.measured].every(Array.isArray) &&
    result?.order instanceof Int32Array &&
    result.scores instanceof Float64Array &&
    result.fates instanceof Map &&
    run.otherOrders instanceof Map &&
    Array.isArray(run.begin?.dataset.names) &&
    Array.isArray(result.described?.features)
  );
}
