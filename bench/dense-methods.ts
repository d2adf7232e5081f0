/**
 * lassonet and stg beside their authors' PyTorch packages: the same generated rows, layers, batches and epochs, on the
 * processor alone, with as many threads. Needs NEUROFS_PYTHON, a python with torch, lassonet and stg; without it only
 * our times are shown.
 *
 * LassoNet is timed on the dense start and a fixed number of lambdas, at which no feature leaves: so both do the same
 * work. On a whole path ours gets faster as features leave.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createNodeEngine } from '../node/threads.js';
import type { Engine } from '../src/compute/engine.js';
import { GatedNetwork } from '../src/network/gated-network.js';
import { LassoNetwork } from '../src/network/lasso-network.js';
import { createRandom } from '../src/random.js';
import type { TrainingSet } from '../src/types.js';

export interface DenseCase {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly classCount: number;
  readonly batchSize: number;
  readonly epochs: number;
}

/** The shapes of COIL-20, Prostate_GE and a tenth of MNIST, as many epochs as take some seconds. */
export const denseCases: readonly DenseCase[] = [
  { rowCount: 1152, featureCount: 1024, classCount: 20, batchSize: 100, epochs: 5 },
  { rowCount: 81, featureCount: 5966, classCount: 2, batchSize: 20, epochs: 10 },
  { rowCount: 6000, featureCount: 784, classCount: 10, batchSize: 100, epochs: 2 },
];

const step = { learningRate: 0.01, momentum: 0.9, weightDecay: 0 };
const lambda = 1e-4;

export interface DenseRow extends DenseCase {
  readonly method: 'lassonet' | 'stg';
  /** Seconds an epoch, the best of all epochs. */
  readonly ours: number;
  readonly theirs: number | undefined;
}

/** Times both methods on every case; the rows go to `onRow` as they come. */
export async function benchDenseMethods(threadCount: number, onRow: (row: DenseRow) => void): Promise<void> {
  const engine = await createNodeEngine(threadCount);
  try {
    for (const one of denseCases) {
      for (const method of ['lassonet', 'stg'] as const) {
        const ours = timeOurs(engine, method, one);
        onRow({ ...one, method, ours, theirs: timeTheirs(method, one, threadCount) });
      }
    }
  } finally {
    engine.dispose();
  }
}

function timeOurs(engine: Engine, method: DenseRow['method'], one: DenseCase): number {
  const training = generate(one);
  const order = Int32Array.from(training.labels, (_, row) => row);
  const mark = engine.memory.mark();
  const trainBatch = createNetwork(engine, method, training, one.batchSize);
  let best = Number.POSITIVE_INFINITY;
  for (let epoch = 0; epoch < one.epochs; epoch++) {
    const started = performance.now();
    for (let from = 0; from < one.rowCount; from += one.batchSize) {
      trainBatch(order, from, Math.min(one.batchSize, one.rowCount - from));
    }
    best = Math.min(best, (performance.now() - started) / 1000);
  }
  engine.memory.release(mark);
  return best;
}

function createNetwork(engine: Engine, method: DenseRow['method'], training: TrainingSet, batchSize: number) {
  const random = createRandom(1);
  if (method === 'lassonet') {
    const network = new LassoNetwork(engine, training, { hidden: 1000, hierarchy: 10, batchSize, step }, random);
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
    labels: Int32Array.from({ length: rowCount }, (_, row) => row % classCount),
    classCount,
    scaling: { method: 'none', offset: new Float64Array(featureCount), factor: new Float64Array(featureCount).fill(1) },
  };
}

function timeTheirs(method: DenseRow['method'], one: DenseCase, threadCount: number): number | undefined {
  const python = process.env.NEUROFS_PYTHON;
  if (!python) return undefined;
  const script = fileURLToPath(new URL('../../bench/dense_peers.py', import.meta.url));
  const args = [one.rowCount, one.featureCount, one.classCount, one.batchSize, one.epochs, threadCount].map(String);
  const { stdout, status, stderr } = spawnSync(python, [script, method, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${python} ${script} failed: ${stderr}`);
  return Number(stdout.trim().split('\n').at(-1));
}

/** A line for the terminal. */
export function showDenseRow({ method, ours, theirs, ...one }: DenseRow): string {
  const shape = `${one.rowCount} x ${one.featureCount}, ${one.classCount} classes, batch ${one.batchSize}`;
  const seconds = (value: number): string => `${value.toFixed(3)} s`;
  const peer = theirs === undefined ? 'not measured' : `${seconds(theirs)}   ${(theirs / ours).toFixed(1)} times ours`;
  return `${method.padEnd(10)}${shape.padEnd(46)}${seconds(ours).padStart(9)} an epoch, package ${peer}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const threadCount = Number(process.argv[2] ?? 1);
  await benchDenseMethods(threadCount, (row) => console.log(showDenseRow(row)));
}
