/** Importance by 50 extremely randomised trees on one thread, beside scikit-learn's on the same rows; NEUROFS_PYTHON names a Python that has it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeEngine } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { giniImportance } from '../src/trees/gini-importance.js';
import type { BenchRow, BenchSection } from './rows.js';

const trees = 50;

interface Shape {
  readonly name: string;
  readonly rowCount: number;
  readonly featureCount: number;
  readonly classCount: number;
  /** The cell that stands for a number from 0 to 1.3, a little more in the features of the row's class. */
  readonly cell: (value: number, chance: number) => number;
}

const shapes: readonly Shape[] = [
  { name: 'bytes', rowCount: 1152, featureCount: 1024, classCount: 20, cell: (value) => Math.floor(value * 196) },
  { name: 'bytes', rowCount: 10_000, featureCount: 784, classCount: 10, cell: (value) => Math.floor(value * 196) },
  { name: 'numbers', rowCount: 20_000, featureCount: 100, classCount: 4, cell: (value) => value },
  {
    name: 'counts, 1 of 20 not 0',
    rowCount: 2000,
    featureCount: 2000,
    classCount: 8,
    cell: (value, chance) => (chance < 0.05 ? 1 + Math.floor(value * 5) : 0),
  },
];

export async function benchForest(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  for (const shape of shapes) rows.push(await benchShape(shape));
  return {
    title: `Importance by ${trees} extremely randomised trees, one thread`,
    note: 'Processor seconds, data in memory; generated rows, the root of the number of features drawn at every split.',
    rows,
  };
}

async function benchShape({ name, rowCount, featureCount, classCount, cell }: Shape): Promise<BenchRow> {
  const random = createRandom(1);
  const trainLabels = Int32Array.from({ length: rowCount }, () => random.below(classCount));
  const x = Float32Array.from({ length: rowCount * featureCount }, (_, at) => {
    const isOwn = (at % featureCount) % classCount === trainLabels[Math.floor(at / featureCount)];
    return cell(random.float() + (isOwn ? 0.3 : 0), random.float());
  });
  const engine = await createNodeEngine(1);
  try {
    const train = engine.memory.float32(x.length);
    for (let row = 0; row < rowCount; row++) {
      for (let f = 0; f < featureCount; f++) train.view[f * rowCount + row] = x[row * featureCount + f];
    }
    const start = process.cpuUsage();
    const input = { featureCount, classCount, train, trainLabels };
    await giniImportance(input, { trees, featuresPerSplit: 'sqrt' }, { engine, random: createRandom(1) });
    const { user, system } = process.cpuUsage(start);
    const own = (user + system) / 1e6;
    const theirs = askScikit(x, trainLabels, featureCount);
    return {
      name: `${rowCount} x ${featureCount}, ${classCount} classes, ${name}`,
      figures: { 'neurofs s': own, ...(theirs !== undefined && { 'scikit-learn s': theirs, times: theirs / own }) },
    };
  } finally {
    engine.dispose();
  }
}

function askScikit(x: Float32Array, labels: Int32Array, featureCount: number): number | undefined {
  const python = process.env.NEUROFS_PYTHON;
  if (python === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-forest-'));
  try {
    writeFileSync(join(folder, 'x'), new Uint8Array(x.buffer));
    writeFileSync(join(folder, 'y'), new Uint8Array(labels.buffer));
    const script = fileURLToPath(new URL('../../bench/peers/forest.py', import.meta.url));
    const words = [script, folder, labels.length, featureCount].map(String);
    return Number(execFileSync(python, words, { encoding: 'utf8' }).trim().split('\n').at(-1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
