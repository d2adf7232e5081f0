/** Results on their way to another folder or machine: every row whole, a line of JSON each, as the store keeps them. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { UserError } from '../../src/errors.js';
import type { JobRow } from '../../src/experiment/result-row.js';
import { lockFolder } from '../files/folder-lock.js';
import { openFolderStore } from './earlier-database.js';
import { parseRow } from './result-store.js';

export const travelEnding = '.jsonl';

/** Ordered by key, so that files of the same results are the same. */
export async function writeRows(rows: readonly JobRow[], file: string): Promise<void> {
  const sorted = [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
  const part = `${file}.part`;
  try {
    await writeFile(part, sorted.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw new UserError('failure', `${file}: cannot be written (${(error as Error).message})`);
  }
}

export interface Imported {
  readonly added: number;
  readonly known: number;
}

/** Adds the rows of a file to those of a folder. Nothing is added where a line is no result. */
export async function importRows(file: string, folder: string): Promise<Imported> {
  const rows = await readRows(file);
  const lock = await lockFolder(folder);
  try {
    const store = await openFolderStore(folder);
    try {
      const failed = new Set(store.rows().flatMap(({ key, error }) => (error ? [key] : [])));
      const fresh = rows.filter((row) => !store.has(row.key) || (failed.has(row.key) && !row.error));
      for (const row of fresh) await store.add(row);
      return { added: fresh.length, known: rows.length - fresh.length };
    } finally {
      await store.close();
    }
  } finally {
    lock.release();
  }
}

async function readRows(file: string): Promise<JobRow[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError('data', error.code === 'ENOENT' ? `${file}: there is no such file` : error.message);
  });
  const lines = text.split('\n').map((line, place) => ({ line, number: place + 1 }));
  return lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      const [row] = parseRow(line);
      if (row !== undefined && typeof row.identity === 'string') return row;
      throw new UserError(
        'data',
        `${file}, line ${number}: expected a result as neurofs results --export writes it to a file that ends in ${travelEnding}; nothing was imported`,
      );
    });
}
