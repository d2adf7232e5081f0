/**
 * `-` in the place of FILE. What comes is put into a file of its own first: formats are told by their first bytes, some are
 * read from their end, and a result names the checksum of all of it.
 */
import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { throwIfAborted, UserError } from '../../src/errors.js';
import type { Surroundings } from '../surroundings.js';

/** What stands for standard input in the place of a file. */
export const standardInput = '-';

/** The path to read instead; the file is there until the process ends. */
export async function settlePath(path: string, { stdin, signal }: Surroundings): Promise<string> {
  if (path !== standardInput) return path;
  if (stdin === undefined || stdin.isTTY === true) {
    throw new UserError('usage', '- reads the table from standard input, and nothing is piped into it');
  }
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-input-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'standard input');
  try {
    await pipeline(stdin, createWriteStream(copy), { signal });
  } catch (error) {
    throwIfAborted(signal);
    throw new UserError('failure', `standard input: ${(error as Error).message}`);
  }
  if ((await stat(copy)).size === 0) throw new UserError('data', 'standard input: is empty');
  return copy;
}
