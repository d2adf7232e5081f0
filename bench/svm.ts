/** The SVM in WebAssembly, with the wide vectors of V8 and in native code, by turns on one thread, on MNIST pixels. */
import { isDeepStrictEqual } from 'node:util';
import { trainingShare } from '../src/evaluate/judges/svm.js';
import type { ClassPredictions } from '../src/evaluate/predictions.js';
import { trainAndPredict } from '../src/evaluate/run-judge.js';
import { numberedClasses } from '../src/target/class-target.js';
import { type BenchPoints, loadMnist } from './mnist-points.js';
import type { BenchRow, BenchSection } from './rows.js';
import { serialEngines } from './serial-engines.js';

interface Timed {
  readonly trainSeconds: number;
  readonly predictSeconds: number;
  readonly predictions: ClassPredictions;
}

const mnistRows = 60000;
const widths = [50, 100, 200];
const rounds = 2;

export async function benchSvm(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  for (const featureCount of widths) {
    const points = await loadMnist(featureCount, mnistRows);
    const best: Record<string, Timed> = {};
    for (let round = 0; round < rounds; round++) {
      for (const name of Object.keys(serialEngines)) {
        const timed = await timeSvm(name, points);
        if (timed && !(secondsOf(best[name]) <= secondsOf(timed))) best[name] = timed;
      }
    }
    for (const [name, timed] of Object.entries(best)) {
      rows.push({
        name: `60,000 x ${featureCount}: ${name}`,
        figures: {
          'train s': timed.trainSeconds,
          'predict s': timed.predictSeconds,
          'times as fast': secondsOf(best.wasm) / secondsOf(timed),
          'labels and scores': isSame(best.wasm, timed) ? 'the same' : 'differ',
        },
      });
    }
  }
  return {
    title: 'SVM on every engine',
    note: `MNIST pixels, 10,000 test rows, processor seconds of one thread, the best of ${rounds} by turns. "times as fast" is the time of wasm over that of the engine.`,
    rows,
  };
}

async function timeSvm(
  name: string,
  { train, trainLabels, test, classCount }: BenchPoints,
): Promise<Timed | undefined> {
  const engine = await serialEngines[name]();
  if (!engine) return undefined;
  const start = processorSeconds();
  let trained = start;
  const predictions = await trainAndPredict(engine, 'svm', train, numberedClasses(trainLabels, classCount), test, {
    onProgress: (done) => {
      if (done <= trainingShare) trained = processorSeconds();
    },
  });
  const end = processorSeconds();
  return {
    trainSeconds: trained - start,
    predictSeconds: end - trained,
    predictions: predictions as ClassPredictions,
  };
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Not a number where nothing was measured yet. */
function secondsOf(timed: Timed | undefined): number {
  return timed === undefined ? Number.NaN : timed.trainSeconds + timed.predictSeconds;
}

function isSame({ predictions: a }: Timed, { predictions: b }: Timed): boolean {
  return isDeepStrictEqual([a.labels, a.scores], [b.labels, b.scores]);
}
