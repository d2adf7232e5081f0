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
import type { Promised } from './promised.js';

export const peers: readonly string[] = ['knockpy-lasso', 'knockpy-forest', 'boruta'];

const script = fileURLToPath(new URL('../../../bench/peers/promise.py', import.meta.url));

export async function askPeer(
  name: string,
  { dataset }: PlantedSet,
  rates: readonly number[],
  seed: number,
): Promise<Promised> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-promise-'));
  try {
    const { values, rowCount, columnCount } = dataset.matrix as DenseMatrix;
    await writeFile(join(folder, 'train'), new Uint8Array(values.buffer));
    await writeFile(join(folder, 'labels'), new Uint8Array(classesOf(dataset.target).labels.buffer));
    const python = process.env.NEUROFS_PYTHON ?? 'python3';
    const words = [script, name, folder, String(rowCount), String(columnCount), String(seed), rates.join(',')];
    const { stdout } = await promisify(execFile)(python, words, { maxBuffer: 2 ** 26 });
    const { selected: found, seconds } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    return { found, seconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
