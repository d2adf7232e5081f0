/**
 * Results in a file of JSON lines that only ever grows: a row is one line, written whole and flushed to the disk before
 * it counts. A process that is killed while it writes leaves at most one torn line, which is not read; the next line
 * starts on a line of its own. Of lines with the same key the first result counts. Anyone may read while it grows.
 */
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type JobRow, withMeasures } from '../../src/experiment/result-row.js';
import { createMemoryStore, type ResultStore } from '../../src/experiment/result-store.js';

export interface FileResultStore extends ResultStore<JobRow> {
  close(): Promise<void>;
}

export const storeName = 'results.jsonl';

/** Opens the store in this file; the file, and its folder, are made when the first row is added. */
export async function openResultStore(path: string): Promise<FileResultStore> {
  const text = await readText(path);
  const kept = createMemoryStore<JobRow>(text.split('\n').flatMap(parseRow));
  // What stands after the last line end is a torn line: end it, so that it does not swallow the next one.
  let start = text === '' || text.endsWith('\n') ? '' : '\n';
  let file: FileHandle | undefined;
  return {
    has: kept.has,
    rows: kept.rows,
    async add(row) {
      file ??= await openForAppending(path);
      const line = Buffer.from(`${start}${JSON.stringify(row)}\n`);
      const { bytesWritten } = await file.write(line);
      if (bytesWritten !== line.length) throw new Error(`wrote ${bytesWritten} of ${line.length} bytes to ${path}`);
      await file.datasync();
      start = '';
      await kept.add(row);
    },
    async close() {
      await file?.close();
      file = undefined;
    },
  };
}

async function openForAppending(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'a');
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Nothing for a torn or foreign line. */
function parseRow(line: string): JobRow[] {
  try {
    const row = JSON.parse(line) as Partial<JobRow> | null;
    return typeof row?.key === 'string' && typeof row.method === 'string' ? [withMeasures(row as JobRow)] : [];
  } catch {
    return [];
  }
}
