/**
 * lassonet and stg beside their authors' PyTorch packages: the same shapes, layers, batches and epochs, on one processor.
 * Needs NEUROFS_PYTHON, a Python with torch, lassonet and stg; without it only our times are shown.
 *
 * LassoNet is timed at a small lambda, at which no feature leaves: so both do the same work. On a whole path ours gets
 * faster as features leave. Times are processor time, the best of all epochs.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { GatedNetwork } from '../src/network/dense/gated-network.js';
import { LassoNetwork } from '../src/network/dense/lasso-network.js';
import { numberedClasses } from '../src/target/class-target.js';
import type { TrainingSet } from '../src/types.js';
import type { BenchSection } from './rows.js';
import { serialEngines } from './serial-engines.js';

interface DenseCase {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly classCount: number;
  readonly batchSize: number;
  readonly epochs: number;
}

/** The shapes of COIL-20, Prostate_GE and a tenth of MNIST, as many epochs as take some seconds. */
const denseCases: readonly DenseCase[] = [
  { rowCount: 1152, featureCount: 1024, classCount: 20, batchSize: 100, epochs: 5 },
  { rowCount: 81, featureCount: 5966, classCount: 2, batchSize: 20, epochs: 10 },
  { rowCount: 6000, featureCount: 784, classCount: 10, batchSize: 100, epochs: 2 },
];

const step = { learningRate: 0.01, momentum: 0.9, weightDecay: 0 };
const lambda = 1e-4;
const rounds = 3;

type DenseMethod = 'lassonet' | 'stg';

export async function benchDenseMethods(): Promise<BenchSection> {
  const opened = await Promise.all(
    Object.entries(serialEngines).map(async ([name, open]) => [name, await open()] as const),
  );
  const engines = opened.flatMap(([name, engine]) => (engine ? [{ name, engine }] : []));
  const rows = denseCases.flatMap((one) =>
    (['lassonet', 'stg'] as const).map((method) => {
      const ours = engines.map(() => Number.POSITIVE_INFINITY);
      let theirs: number | undefined;
      // In turns, so that all see the machine in the same moods.
      for (let round = 0; round < rounds; round++) {
        engines.forEach(({ engine }, at) => {
          ours[at] = Math.min(ours[at], timeOurs(engine, method, one));
        });
        theirs = timeTheirs(method, one, theirs);
      }
      const figures: Record<string, number> = {};
      if (theirs !== undefined) figures['PyTorch package'] = theirs;
      engines.forEach(({ name }, at) => {
        figures[name] = ours[at];
        if (theirs !== undefined) figures[`times faster, ${name}`] = theirs / ours[at];
      });
      const name = `${method} ${one.rowCount} x ${one.featureCount}, ${one.classCount} classes, batch ${one.batchSize}`;
      return { name, figures };
    }),
  );
  for (const { engine } of engines) engine.dispose();
  return {
    title: 'Dense network methods',
    note: 'Processor seconds an epoch on one thread, the best of several; lassonet with 1000 hidden neurons, stg with three layers of 1000.',
    rows,
  };
}

function timeOurs(engine: Engine, method: DenseMethod, one: DenseCase): number {
  const training = generate(one);
  const order = Int32Array.from(training.target.labels, (_, row) => row);
  const mark = engine.memory.mark();
  const trainBatch = createNetwork(engine, method, training, one.batchSize);
  let best = Number.POSITIVE_INFINITY;
  for (let epoch = 0; epoch < one.epochs; epoch++) {
    const started = process.cpuUsage();
    for (let from = 0; from < one.rowCount; from += one.batchSize) {
      trainBatch(order, from, Math.min(one.batchSize, one.rowCount - from));
    }
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / 1e6);
  }
  engine.memory.release(mark);
  return best;
}

function createNetwork(engine: Engine, method: DenseMethod, training: TrainingSet, batchSize: number) {
  const random = createRandom(1);
  if (method === 'lassonet') {
    const network = new LassoNetwork(
      engine,
      training,
      { hidden: 1000, layers: 1, hierarchy: 10, batchSize, step },
      random,
    );
    return (order: Int32Array, from: number, count: number) => network.trainBatch(lambda, order, from, count);
  }
  const shape = { hidden: [1000, 1000, 1000], activation: 'relu', sigma: 0.5, penalty: 1e-4, batchSize, step } as const;
  const network = new GatedNetwork(engine, training, shape, random);
  return (order: Int32Array, from: number, count: number) => network.trainBatch(order, from, count);
}

/** Uniform numbers and classes in turn: the time does not depend on what is learnt. */
function generate({ rowCount, featureCount, classCount }: DenseCase): TrainingSet {
  const random = createRandom(1);
  return {
    matrix: {
      kind: 'dense',
      rowCount,
      columnCount: featureCount,
      values: Float32Array.from({ length: rowCount * featureCount }, () => random.float()),
    },
    target: numberedClasses(
      Int32Array.from({ length: rowCount }, (_, row) => row % classCount),
      classCount,
    ),
    scaling: { method: 'none', offset: new Float64Array(featureCount), factor: new Float64Array(featureCount).fill(1) },
  };
}

/** The least of this and the times before; none without Python. */
function timeTheirs(method: DenseMethod, one: DenseCase, least = Number.POSITIVE_INFINITY): number | undefined {
  const python = process.env.NEUROFS_PYTHON;
  if (!python) return undefined;
  const script = fileURLToPath(new URL('../../bench/peers/dense_methods.py', import.meta.url));
  const args = [one.rowCount, one.featureCount, one.classCount, one.batchSize, one.epochs, 1].map(String);
  const { stdout, status, stderr } = spawnSync(python, [script, method, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${python} ${script} failed: ${stderr}`);
  return Math.min(least, Number(stdout.trim().split('\n').at(-1)));
}
