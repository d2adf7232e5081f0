/**
 * The classifiers beside LIBSVM compiled to WebAssembly (libsvm-js) and beside scikit-learn, on MNIST pixels, all in
 * one run: `node dist/bench/classifiers.js [--rows N] [--threads N]`. scikit-learn runs on one thread, with the
 * `python3` found (or NEUROFS_PYTHON); where it is not installed its rows are left out, with a message.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { createNodeEngine, defaultThreadCount } from '../node/threads.js';
import { type ClassifierName, trainAndPredict } from '../src/evaluate/classify.js';
import { trainingShare } from '../src/evaluate/svm.js';
import { runLibSvm } from '../test/libsvm-oracle.js';
import { type BenchPoints, loadMnist } from './mnist-points.js';

export interface ClassifierBenchOptions {
  /** MNIST's training rows to use beside scikit-learn. */
  readonly rows: number;
  readonly threads: number;
}

interface Timed {
  readonly predictions: ArrayLike<number>;
  readonly seconds: number;
}

export async function benchClassifiers(options: ClassifierBenchOptions, print: (line: string) => void): Promise<void> {
  const wide = await loadMnist(100, 20000);
  print(`SVM, 20,000 rows x 100 pixels, ${formatCount(wide.testLabels.length)} test rows`);
  const own = await timeOwn('svm', wide, 1, print);
  const oracle = await timeLibSvm(wide, print);
  compare('libsvm-js', oracle, own, print);

  const mnist = await loadMnist(50, options.rows);
  for (const name of ['svm', 'knn', 'extra-trees'] as const) {
    print(
      `${name}, MNIST, 50 pixels, ${formatCount(options.rows)} rows, ${formatCount(mnist.testLabels.length)} test rows`,
    );
    const single = await timeOwn(name, mnist, 1, print);
    if (options.threads > 1) compare('1 thread', single, await timeOwn(name, mnist, options.threads, print), print);
    const peer = await timeScikitLearn(name, mnist, print);
    if (peer) compare('scikit-learn', peer, single, print);
  }
}

async function timeOwn(
  name: ClassifierName,
  points: BenchPoints,
  threads: number,
  print: (line: string) => void,
): Promise<Timed> {
  const engine = await createNodeEngine(threads);
  try {
    const start = performance.now();
    let trained = start;
    const { train, trainLabels, test, classCount } = points;
    const predictions = await trainAndPredict(engine, name, train, trainLabels, test, classCount, {
      onProgress: (done) => {
        if (done <= trainingShare) trained = performance.now();
      },
    });
    const end = performance.now();
    const seconds = (end - start) / 1000;
    const memory = `${Math.round(engine.memory.peakBytes / 2 ** 20)} MiB of kernel memory`;
    const phases = name === 'svm' ? `${split((trained - start) / 1000, (end - trained) / 1000)}, ` : '';
    report(`neurofs, ${countThreads(threads)}`, seconds, predictions, points, print, phases + memory);
    return { predictions, seconds };
  } finally {
    engine.dispose();
  }
}

/** LIBSVM numbers classes as they appear, so the rows are ordered by class. */
async function timeLibSvm(points: BenchPoints, print: (line: string) => void): Promise<Timed> {
  const { featureCount, train, trainLabels, test } = points;
  const rowsOf = (x: Float64Array) =>
    Array.from({ length: x.length / featureCount }, (_, row) => [
      ...x.subarray(row * featureCount, (row + 1) * featureCount),
    ]);
  const order = [...trainLabels.keys()].sort((a, b) => trainLabels[a] - trainLabels[b] || a - b);
  const rows = rowsOf(train);
  const result = await runLibSvm(
    order.map((row) => rows[row]),
    order.map((row) => trainLabels[row]),
    rowsOf(test),
    { gamma: 1 / (featureCount * variance(train)), cost: 1 },
  );
  const seconds = result.trainSeconds + result.predictSeconds;
  report('libsvm-js', seconds, result.predictions, points, print, split(result.trainSeconds, result.predictSeconds));
  return { predictions: result.predictions, seconds };
}

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

async function timeScikitLearn(
  name: ClassifierName,
  points: BenchPoints,
  print: (line: string) => void,
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
    const { trainSeconds, predictSeconds, predictions } = JSON.parse(stdout);
    const seconds = trainSeconds + predictSeconds;
    report('scikit-learn, 1 thread', seconds, predictions, points, print, split(trainSeconds, predictSeconds));
    return { predictions, seconds };
  } catch (error) {
    print(
      `  scikit-learn left out: ${String((error as Error).message)
        .trim()
        .split('\n')
        .pop()}`,
    );
    return undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function split(trainSeconds: number, predictSeconds: number): string {
  return `train ${trainSeconds.toFixed(1)} s, predict ${predictSeconds.toFixed(1)} s`;
}

function report(
  who: string,
  seconds: number,
  predictions: ArrayLike<number>,
  { testLabels }: BenchPoints,
  print: (line: string) => void,
  detail: string,
): void {
  const correct = testLabels.filter((label, row) => label === predictions[row]).length;
  print(
    `  ${who.padEnd(24)}${seconds.toFixed(2).padStart(8)} s  ${correct} of ${testLabels.length} right  (${detail})`,
  );
}

function compare(peer: string, theirs: Timed, own: Timed, print: (line: string) => void): void {
  const differing = Array.from(own.predictions).filter((label, row) => label !== theirs.predictions[row]).length;
  print(`  ${(theirs.seconds / own.seconds).toFixed(2)} times as fast as ${peer}; ${differing} predictions differ`);
}

function countThreads(threads: number): string {
  return `${threads} thread${threads === 1 ? '' : 's'}`;
}

function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { rows: { type: 'string' }, threads: { type: 'string' } } });
  const options = { rows: Number(values.rows ?? 60000), threads: Number(values.threads ?? defaultThreadCount()) };
  await benchClassifiers(options, (line) => process.stdout.write(`${line}\n`));
}
