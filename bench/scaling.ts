/**
 * How the cost of an epoch grows with the features and with the rows, from a thousand to a million of each, on one thread.
 * The exponent is the slope of a straight line through the logarithms: 1 is linear growth, less is a fixed part that weighs
 * less and less. A small network keeps a million rows short; bytes keep the matrix small.
 */
import { createSerialEngine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { numberedClasses } from '../src/target/class-target.js';
import type { TrainingSet } from '../src/types.js';
import type { BenchRow, BenchSection } from './rows.js';

const sizes = [1000, 10_000, 100_000, 1_000_000] as const;
const fixed = 100;
const classCount = 4;
const network = { preset: 'paper', hidden: [200, 200], epsilon: 10, batchSize: 100 } as const;
/** The first epoch compiles; the others are measured. */
const epochs = 3;

export async function benchScaling(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  for (const [what, shapeOf] of [
    ['features', (size: number) => ({ rowCount: fixed, featureCount: size })],
    ['rows', (size: number) => ({ rowCount: size, featureCount: fixed })],
  ] as const) {
    const costs: number[] = [];
    for (const size of sizes) {
      const { rowCount, featureCount } = shapeOf(size);
      const { seconds, kernelMegabytes } = await measure(rowCount, featureCount);
      costs.push(seconds);
      rows.push({
        name: `${rowCount} x ${featureCount}`,
        figures: { 's an epoch': seconds, 'kernel memory MB': kernelMegabytes },
      });
    }
    const last = sizes.length - 2;
    rows.push({
      name: `exponent of the ${what}`,
      figures: {
        'over all': slope(sizes, costs),
        'over the last step': slope(sizes.slice(last), costs.slice(last)),
      },
    });
  }
  return {
    title: 'Cost by features and rows',
    note: `Processor seconds of an epoch of NeuroFS on one thread, growth included, K = 20, bytes, hidden layers ${network.hidden.join(' and ')}, epsilon ${network.epsilon}; the other side is ${fixed}.`,
    rows,
  };
}

async function measure(rowCount: number, featureCount: number): Promise<{ seconds: number; kernelMegabytes: number }> {
  const training = generate(rowCount, featureCount);
  const engine = await createSerialEngine();
  const method = findMethod('neurofs');
  const times: number[] = [];
  await method.select(training, 20, resolveOptions(method, { epochs: epochs + 1, ...network }), {
    engine,
    random: createRandom(1),
    // The last epoch has no growth, so the clock stops before it.
    onEpoch: ({ epoch }) => {
      if (epoch >= 1 && epoch <= epochs) times.push(processorSeconds());
    },
  });
  const kernelMegabytes = engine.memory.peakBytes / 1e6;
  engine.dispose();
  return { seconds: (times[times.length - 1] - times[0]) / (times.length - 1), kernelMegabytes };
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Noise with a signal in every tenth feature, as bytes. */
function generate(rowCount: number, columnCount: number): TrainingSet {
  const random = createRandom(1);
  const values = new Uint8Array(rowCount * columnCount);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  for (let at = 0; at < values.length; at++) values[at] = random.uint32() >>> 25;
  for (let row = 0; row < rowCount; row++) {
    for (let feature = 0; feature < columnCount; feature += 10) values[row * columnCount + feature] += 30 * labels[row];
  }
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    target: numberedClasses(labels, classCount),
    scaling: {
      method: 'none',
      offset: new Float64Array(columnCount),
      factor: new Float64Array(columnCount).fill(1 / 255),
    },
  };
}

/** Slope of the least-squares line through the logarithms. */
function slope(x: readonly number[], y: readonly number[]): number {
  const logX = x.map(Math.log);
  const logY = y.map(Math.log);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(logX), mean(logY)];
  const covariance = logX.reduce((sum, value, at) => sum + (value - mx) * (logY[at] - my), 0);
  return covariance / logX.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}
