/**
 * The classifiers beside LIBSVM compiled to WebAssembly (libsvm-js) and beside scikit-learn, on MNIST pixels, all in
 * one run. scikit-learn runs on one thread, with the `python3` found (or NEUROFS_PYTHON); where it is not installed its
 * rows are left out, with a message.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createNodeEngine, defaultThreadCount } from '../node/threads/threads.js';
import { trainingShare } from '../src/evaluate/judges/svm.js';
import type { ClassPredictions } from '../src/evaluate/predictions.js';
import { trainAndPredict } from '../src/evaluate/run-judge.js';
import { numberedClasses } from '../src/target/class-target.js';
import { runLibSvm } from '../test/libsvm-oracle.js';
import { type BenchPoints, loadMnist } from './mnist-points.js';
import type { BenchRow, BenchSection } from './rows.js';

interface Timed {
  readonly predictions: ArrayLike<number>;
  readonly trainSeconds: number;
  readonly predictSeconds: number;
  readonly memoryMebibytes?: number;
}

const mnistRows = 60000;

export async function benchClassifiers(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  const missing = new Set<string>();
  const wide = await loadMnist(100, 20000);
  const oracle = await timeLibSvm(wide);
  rows.push(row('SVM, 20,000 x 100: libsvm-js', oracle, wide));
  rows.push(row('SVM, 20,000 x 100: neurofs, 1 thread', await timeOwn('svm', wide, 1), wide, oracle));

  const mnist = await loadMnist(50, mnistRows);
  for (const name of ['svm', 'knn', 'extra-trees']) {
    const what = `${name}, MNIST 60,000 x 50`;
    const peer = await timeScikitLearn(name, mnist, (reason) => missing.add(reason));
    if (peer) rows.push(row(`${what}: scikit-learn, 1 thread`, peer, mnist));
    for (const threads of new Set([1, defaultThreadCount()])) {
      const own = await timeOwn(name, mnist, threads);
      rows.push(row(`${what}: neurofs, ${threads} thread${threads === 1 ? '' : 's'}`, own, mnist, peer));
    }
  }
  return {
    title: 'Classifiers beside LIBSVM and scikit-learn',
    note: [
      'MNIST pixels, 10,000 test rows, all in one run. "times as fast" is the time of libsvm-js or scikit-learn over',
      'that of neurofs, training and prediction together; "differ" counts predictions that differ from theirs.',
      ...[...missing].map((reason) => `scikit-learn left out: ${reason}`),
    ].join(' '),
    rows,
  };
}

function row(name: string, own: Timed, { testLabels }: BenchPoints, peer?: Timed): BenchRow {
  const { predictions, trainSeconds, predictSeconds, memoryMebibytes } = own;
  const seconds = trainSeconds + predictSeconds;
  const differing = (other: ArrayLike<number>) =>
    Array.from(predictions).filter((label, at) => label !== other[at]).length;
  return {
    name,
    figures: {
      'train s': trainSeconds,
      'predict s': predictSeconds,
      'right of 10,000': String(testLabels.length - differing(testLabels)),
      ...(memoryMebibytes !== undefined && { 'kernel memory MiB': memoryMebibytes }),
      ...(peer && {
        'times as fast': (peer.trainSeconds + peer.predictSeconds) / seconds,
        differ: differing(peer.predictions),
      }),
    },
  };
}

/** Where a classifier does not train apart from predicting, all its time is prediction. */
async function timeOwn(name: string, points: BenchPoints, threads: number): Promise<Timed> {
  const engine = await createNodeEngine(threads);
  try {
    const start = performance.now();
    let trained = start;
    const { train, trainLabels, test, classCount } = points;
    const predictions = await trainAndPredict(engine, name, train, numberedClasses(trainLabels, classCount), test, {
      onProgress: (done) => {
        if (name === 'svm' && done <= trainingShare) trained = performance.now();
      },
    });
    const end = performance.now();
    return {
      predictions: (predictions as ClassPredictions).labels,
      trainSeconds: (trained - start) / 1000,
      predictSeconds: (end - trained) / 1000,
      memoryMebibytes: Math.round(engine.memory.peakBytes / 2 ** 20),
    };
  } finally {
    engine.dispose();
  }
}

/** LIBSVM numbers classes as they appear, so the rows are ordered by class. */
function timeLibSvm(points: BenchPoints): Promise<Timed> {
  const { featureCount, train, trainLabels, test } = points;
  const rowsOf = (x: Float64Array) =>
    Array.from({ length: x.length / featureCount }, (_, row) => [
      ...x.subarray(row * featureCount, (row + 1) * featureCount),
    ]);
  const order = [...trainLabels.keys()].sort((a, b) => trainLabels[a] - trainLabels[b] || a - b);
  const rows = rowsOf(train);
  return runLibSvm(
    order.map((row) => rows[row]),
    order.map((row) => trainLabels[row]),
    rowsOf(test),
    { gamma: 1 / (featureCount * variance(train)), cost: 1 },
  );
}

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

async function timeScikitLearn(
  name: string,
  points: BenchPoints,
  onMissing: (reason: string) => void,
): Promise<Timed | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-bench-'));
  try {
    await writeFile(join(folder, 'train'), new Uint8Array(points.train.buffer));
    await writeFile(join(folder, 'labels'), new Uint8Array(points.trainLabels.buffer));
    await writeFile(join(folder, 'test'), new Uint8Array(points.test.buffer));
    const script = fileURLToPath(new URL('../../bench/sklearn-classifiers.py', import.meta.url));
    const counts = [points.trainLabels.length, points.testLabels.length, points.featureCount].map(String);
    const { stdout } = await promisify(execFile)(
      process.env.NEUROFS_PYTHON ?? 'python3',
      [script, name, folder, ...counts],
      {
        env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
        maxBuffer: 2 ** 26,
      },
    );
    return JSON.parse(stdout) as Timed;
  } catch (error) {
    onMissing(
      String((error as Error).message)
        .trim()
        .split('\n')
        .at(-1) ?? 'it failed',
    );
    return undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}
