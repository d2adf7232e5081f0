/**
 * Results in a file of JSON lines that only ever grows: a row is one line, written whole and flushed to the disk before
 * it counts. A process that is killed while it writes leaves at most one torn line, which is not read; the next line
 * starts on a line of its own. Of lines with the same key the first result counts. Anyone may read while it grows. Where
 * the file, or its folder, is taken away meanwhile, it is made again with all rows.
 */
import { type FileHandle, mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../src/errors.js';
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
  /** The file that the path leads to; with the rows so far where it is not the one that was written to. */
  const openAgain = async (): Promise<FileHandle> => {
    if (file !== undefined && (await isAt(file, path))) return file;
    const isLost = file !== undefined;
    await file?.close();
    const opened = await openForAppending(path);
    if (!isLost) return opened;
    const known = new Set(
      (await readText(path))
        .split('\n')
        .flatMap(parseRow)
        .map(({ key }) => key),
    );
    const lost = kept.rows().filter(({ key }) => !known.has(key));
    await writeWhole(opened, Buffer.from(lost.map((row) => `${JSON.stringify(row)}\n`).join('')));
    return opened;
  };
  return {
    has: kept.has,
    rows: kept.rows,
    async add(row) {
      const line = Buffer.from(`${start}${JSON.stringify(row)}\n`);
      try {
        file = await openAgain();
        await writeWhole(file, line);
        await file.datasync();
      } catch (error) {
        throw notKept(path, error);
      }
      start = '';
      await kept.add(row);
    },
    async close() {
      try {
        if (file !== undefined) file = await openAgain();
      } catch (error) {
        throw notKept(path, error);
      } finally {
        await file?.close();
      }
      file = undefined;
    },
  };
}

/** Whether the path still leads to the open file. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const [opened, found] = await Promise.all([file.stat(), stat(path).catch(() => undefined)]);
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}

async function openForAppending(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'a');
}

/** A disk that is almost full takes a part of a line and refuses the rest. */
async function writeWhole(file: FileHandle, line: Uint8Array): Promise<void> {
  for (let from = 0; from < line.length; ) from += (await file.write(line, from)).bytesWritten;
}

function notKept(path: string, error: unknown): UserError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const reason = isFull ? 'the disk is full' : code === 'EROFS' ? 'the disk can only be read' : message;
  return new UserError(
    'failure',
    `${path}: a result cannot be kept (${reason}); those before it are, so that the run can go on`,
    {
      advice: isFull ? ['free some space and run it again'] : [{ option: 'out', verb: 'name another folder with' }],
    },
  );
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
export function parseRow(line: string): JobRow[] {
  try {
    const row = JSON.parse(line) as Partial<JobRow> | null;
    return typeof row?.key === 'string' && typeof row.method === 'string' ? [withMeasures(row as JobRow)] : [];
  } catch {
    return [];
  }
}
