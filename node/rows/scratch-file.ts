/**
 * A file for this process alone, gone when it ends. Where the system allows it, the file loses its name as soon as it is
 * open: nothing is left behind then, however the process ends. Elsewhere (Windows) it is deleted on closing and on exit.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/errors.js';
import { formatBytes } from '../../src/report/format.js';

export class ScratchFile {
  /** Bytes written so far. */
  size = 0;
  readonly #descriptor: number;
  #path: string | undefined;
  readonly #removeOnExit = (): void => this.close();
  #isOpen = true;

  constructor(private readonly folder: string) {
    const path = join(folder, `neurofs-${randomUUID()}.rows`);
    try {
      this.#descriptor = openSync(path, 'wx+', 0o600);
    } catch (error) {
      throw new UserError('failure', `no file for the rows can be made in ${folder} (${codeOf(error)})`, {
        advice: [{ option: 'scratch', verb: 'name another folder with' }],
      });
    }
    if (process.platform === 'win32') {
      this.#path = path;
      process.once('exit', this.#removeOnExit);
    } else {
      unlinkSync(path);
    }
  }

  append(bytes: Uint8Array): void {
    let from = 0;
    try {
      while (from < bytes.length) {
        from += writeSync(this.#descriptor, bytes, from, bytes.length - from, this.size + from);
      }
    } catch (error) {
      throw writeFailure(error, this.folder, this.size);
    }
    this.size += bytes.length;
  }

  /** Fills `bytes` with what stands at `position`. */
  read(bytes: Uint8Array, position: number): void {
    let from = 0;
    while (from < bytes.length) {
      const read = readSync(this.#descriptor, bytes, from, bytes.length - from, position + from);
      if (read === 0) throw new Error(`the rows in ${this.folder} end at byte ${position + from} of ${this.size}`);
      from += read;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
    process.off('exit', this.#removeOnExit);
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
  }
}

export function writeFailure(error: unknown, folder: string, written: number): UserError {
  const code = codeOf(error);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const what = isFull ? 'the disk is full' : `the rows cannot be written (${code})`;
  return new UserError('failure', `${folder}: ${what} after ${formatBytes(written)}`, {
    advice: [
      'free some space',
      { option: 'scratch', verb: 'name a folder on another disk with' },
      { option: 'memory', verb: 'raise' },
    ],
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
