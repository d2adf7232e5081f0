/** One training step beside a masked dense network in TensorFlow.js with its WebAssembly backend, same shapes, same run. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createNodeEngine, defaultThreadCount } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { createStopwatch } from '../src/network/stopwatch.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { generatedSet } from './bench-sets.js';
import type { BenchRow, BenchSection } from './rows.js';

const shapes = [
  { name: 'MNIST shape', features: 784, classes: 10, batch: 100, steps: 8 },
  { name: 'COIL-20 shape', features: 1024, classes: 20, batch: 100, steps: 8 },
  { name: 'GLA shape', features: 49_151, classes: 4, batch: 20, steps: 2 },
];

const trainingStages = new Set(['copy-in', 'passes', 'update']);

export async function benchTfjs(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  for (const shape of shapes) rows.push(await benchShape(shape));
  return {
    title: 'Beside a masked dense network in TensorFlow.js (WASM)',
    note: 'Milliseconds for one step of training; TensorFlow.js on 2 threads where its build has them, the least of several steps; neurofs: the mean over an epoch without growth.',
    rows,
  };
}

async function benchShape(shape: (typeof shapes)[number]): Promise<BenchRow> {
  const { features, classes, batch, steps } = shape;
  const name = `${shape.name}, ${features} features, batch ${batch}`;
  const file = fileURLToPath(new URL('../../bench/peers/tfjs-masked.mjs', import.meta.url));
  const one = await stepTime(features, classes, batch, 1);
  const all = await stepTime(features, classes, batch, defaultThreadCount());
  const ours = { 'neurofs, 1 thread': one, [`neurofs, ${defaultThreadCount()} threads`]: all };
  try {
    const words = [features, classes, batch, steps].map(String);
    const output = execFileSync(process.execPath, [file, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { stepMilliseconds } = JSON.parse(output.slice(output.indexOf('{')));
    return {
      name,
      figures: {
        'tfjs WASM': stepMilliseconds,
        ...ours,
        'times faster, 1': stepMilliseconds / one,
        'times faster, all': stepMilliseconds / all,
      },
    };
  } catch (error) {
    return { name, figures: { ...ours, 'tfjs WASM': `did not run: ${String(error).split('\n')[0].slice(0, 60)}` } };
  }
}

async function stepTime(features: number, classes: number, batch: number, threads: number): Promise<number> {
  const stepCount = 20;
  const { training } = generatedSet(batch * stepCount, features, classes);
  const engine = await createNodeEngine(threads);
  try {
    const method = findMethod('neurofs');
    const options = resolveOptions(method, { preset: 'paper', epochs: 3, batchSize: batch, growthSamples: 20 });
    const stopwatch = createStopwatch(() => performance.now());
    let before = 0;
    const trained = (): number =>
      [...stopwatch.milliseconds].reduce((sum, [stage, time]) => sum + (trainingStages.has(stage) ? time : 0), 0);
    await method.select(training, Math.floor(0.8 * features), options, {
      engine,
      stopwatch,
      random: createRandom(1),
      // The first epoch compiles; the others are measured.
      onEpoch: ({ epoch }) => {
        if (epoch === 1) before = trained();
      },
    });
    return (trained() - before) / (2 * stepCount);
  } finally {
    engine.dispose();
  }
}
