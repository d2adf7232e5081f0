/** Runs in the browser's own store (IndexedDB), so that a reload or a closed tab loses none of them. */
import type { DataSource } from '../../src/studio/data-keeper.js';
import { asRunNow } from './earlier-run.js';
import { thinFrames } from './frames.js';
import type { RunView } from './store.js';

/** Larger files are not copied: the run is kept without them, and can be looked at but not carried on. */
export const mostSourceBytes = 64 * 2 ** 20;
const mostFrames = 120;

/** The file of a run, kept once for all runs on it. */
interface KeptSource extends DataSource {}

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('neurofs-studio', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('runs', { keyPath: 'task.id' });
      request.result.createObjectStore('sources', { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function keepRun(run: RunView): Promise<void> {
  const { source } = run.task;
  const bytes = source.files.reduce((sum, { blob }) => sum + blob.size, 0);
  const kept: RunView = {
    ...run,
    task: { ...run.task, source: { id: source.id, files: [] } },
    frames: thinFrames(run.frames, mostFrames, undefined),
  };
  const changes = (await open()).transaction(['runs', 'sources'], 'readwrite');
  const writes: Promise<unknown>[] = [done(changes.objectStore('runs').put(kept))];
  if (bytes > 0 && bytes <= mostSourceBytes) {
    const sources = changes.objectStore('sources');
    const isKnown = (await done(sources.count(source.id))) > 0;
    if (!isKnown) writes.push(done(sources.put(source satisfies KeptSource)));
  }
  await Promise.all(writes);
}

/** Every run, with its file where that was kept. None where the browser has no such store. */
export async function readKeptRuns(): Promise<readonly RunView[]> {
  try {
    const read = (await open()).transaction(['runs', 'sources']);
    const [runs, sources] = await Promise.all([
      done<RunView[]>(read.objectStore('runs').getAll()),
      done<KeptSource[]>(read.objectStore('sources').getAll()),
    ]);
    const files = new Map(sources.map((source) => [source.id, source]));
    return runs.map(asRunNow).map((run) => ({
      ...run,
      task: { ...run.task, source: files.get(run.task.source.id) ?? run.task.source },
    }));
  } catch {
    return [];
  }
}

/** The run, and its file where no other run is on it. */
export async function forgetKept(id: string): Promise<void> {
  const changes = (await open()).transaction(['runs', 'sources'], 'readwrite');
  const [runs, sources] = [changes.objectStore('runs'), changes.objectStore('sources')];
  await done(runs.delete(id));
  const used = new Set((await done<RunView[]>(runs.getAll())).map(({ task }) => task.source.id));
  for (const key of await done(sources.getAllKeys())) if (!used.has(String(key))) sources.delete(key);
}
