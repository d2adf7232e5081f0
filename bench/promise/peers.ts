/** Other packages on the same sets, by a script that NEUROFS_PYTHON runs. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { classesOf } from '../../src/target/class-target.js';
import type { DenseMatrix } from '../../src/types.js';
import type { PlantedSet } from './generated.js';

export interface PeerAnswer {
  /** What was selected at every rate. */
  readonly selected: readonly (readonly number[])[];
  readonly seconds: number;
}

const script = fileURLToPath(new URL('../../../bench/peers/promise.py', import.meta.url));

export async function askPeer(
  name: string,
  { dataset }: PlantedSet,
  rates: readonly number[],
  seed: number,
): Promise<PeerAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-promise-'));
  try {
    const { values, rowCount, columnCount } = dataset.matrix as DenseMatrix;
    await writeFile(join(folder, 'train'), new Uint8Array(values.buffer));
    await writeFile(join(folder, 'labels'), new Uint8Array(classesOf(dataset.target).labels.buffer));
    const python = process.env.NEUROFS_PYTHON ?? 'python3';
    const words = [script, name, folder, String(rowCount), String(columnCount), String(seed), rates.join(',')];
    const { stdout } = await promisify(execFile)(python, words, { maxBuffer: 2 ** 26 });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as PeerAnswer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
