/**
 * Lets one process at a time run jobs in a folder. The lock is the operating system's, on a small file that DuckDB holds
 * open: it ends with the process, however that ends, so a killed run never blocks the next one. The file stays in the
 * folder, because removing a lock file lets two processes in at once.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../src/errors.js';
import { loadOptional } from '../../src/read/source/load-optional.js';

export const lockName = '.neurofs-run.lock';

export interface FolderLock {
  release(): void;
}

/** Fails at once, as `busy`, where another process has the folder. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const duckdb = await loadOptional(() => import('@duckdb/node-api'), '@duckdb/node-api', 'the result database');
  await mkdir(folder, { recursive: true });
  const path = join(folder, lockName);
  try {
    const instance = await duckdb.DuckDBInstance.create(path, { threads: '1' });
    return { release: () => instance.closeSync() };
  } catch (error) {
    const { message } = error as Error;
    if (!isTaken(message)) throw new UserError('failure', `${path}: cannot be locked (${message.split('\n', 1)[0]})`);
    const holder = holderOf(message);
    throw new UserError(
      'busy',
      `another neurofs${holder === undefined ? '' : ` (process ${holder})`} is running jobs in ${folder}; ` +
        `wait for it to finish (neurofs results ${folder} shows what it has so far), stop it, or name another folder with --out`,
    );
  }
}

/** Whether DuckDB says that another process has the file: by its lock, or on Windows by holding it open. */
export function isTaken(message: string): boolean {
  return /\block\b|being used by another process/i.test(message);
}

/** The number of the process that has the file, where DuckDB could find it out. */
export function holderOf(message: string): string | undefined {
  return /\(PID (\d+)\)/.exec(message)?.[1];
}
