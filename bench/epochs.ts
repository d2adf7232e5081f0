/** Whole training epochs: where the time goes, and how near they come to the speed of the kernels alone. */
import { findNativeAddon } from '../node/engines/native-addon.js';
import { createNativeBackend } from '../node/engines/native-backend.js';
import { createRevectorisedBackend } from '../node/engines/revectorised-backend.js';
import { createNodeEngine, defaultThreadCount, startNodeThread } from '../node/threads/threads.js';
import { type Engine, runSerially } from '../src/compute/engine.js';
import { createEngine } from '../src/compute/pool.js';
import { createRandom } from '../src/maths/random.js';
import { createStopwatch } from '../src/network/stopwatch.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { type BenchSet, coilSet, generatedSet, mnistSet } from './bench-sets.js';
import type { BenchRow, BenchSection } from './rows.js';

/** Epochs are cheaper once neurons are removed: the mean over a whole short run is what a user sees. */
const epochs = 5;
/** The engines run by turns, because a machine that others use is slower in some minutes than in others. */
const turns = 3;

export async function benchEpochs(): Promise<BenchSection> {
  const sets = [await mnistSet(10_000), await coilSet(), generatedSet(144, 49_151, 4)];
  const rows: BenchRow[] = [];
  for (const set of sets) {
    if (set === undefined) continue;
    for (const threads of new Set([1, defaultThreadCount()])) {
      rows.push(...(await benchByTurns(set, threads, await enginesOn(threads))));
    }
  }
  if (sets[1] === undefined) rows.push({ name: 'COIL-20: set NEUROFS_DATA to measure it', figures: {} });
  return {
    title: 'A training epoch',
    note: `Mean milliseconds of the stages over ${epochs} epochs (of ${turns} runs, the engines by turns, the quickest) of NeuroFS with the paper's settings, K = 50: passes forward and back, growth (the gradients of a sample and the search among missing connections), topology (pruning and inserting), report (strengths after the epoch); the network's setup is left out. On one thread processor time, on more the clock's. GFLOP/s count 6 x weights x rows for the training alone, so the copying, the barriers and the activations are in the time but not in the work.`,
    rows,
  };
}

interface BenchEngine {
  readonly name: string;
  open(): Promise<Engine>;
}

/** WebAssembly, with wide vectors too, and native code; on one thread also that of AVX2, where the processor has wider vectors. */
async function enginesOn(threads: number): Promise<BenchEngine[]> {
  const named = (name: string): BenchEngine => ({ name, open: () => createNodeEngine(threads, undefined, name) });
  const wide = 'missing' in (await createRevectorisedBackend()) ? [] : [revectorisedOn(threads)];
  const found = findNativeAddon();
  if ('missing' in found) return [named('wasm'), ...wide];
  const narrower = threads === 1 ? found.addon.widths.slice(1).filter((width) => width > 4) : [];
  return [named('wasm'), ...wide, named('native'), ...narrower.map(nativeOf)];
}

function revectorisedOn(threads: number): BenchEngine {
  return {
    name: 'revectorised',
    async open() {
      const backend = await createRevectorisedBackend();
      if ('missing' in backend) throw new Error(backend.missing);
      return createEngine(threads, startNodeThread, backend);
    },
  };
}

function nativeOf(width: number): BenchEngine {
  const name = `native, ${32 * width}-bit`;
  return {
    name,
    async open() {
      const backend = await createNativeBackend(width);
      if ('missing' in backend) throw new Error(backend.missing);
      return runSerially(backend);
    },
  };
}

/** A row for each engine: that of its quickest run. */
async function benchByTurns(set: BenchSet, threads: number, engines: readonly BenchEngine[]): Promise<BenchRow[]> {
  const quickest: BenchRow[] = [];
  const epochOf = ({ figures }: BenchRow): number => Number(figures.epoch);
  for (let turn = 0; turn < turns; turn++) {
    for (const [place, { name, open }] of engines.entries()) {
      const row = await benchSet(set, threads, name, await open());
      if (turn === 0 || epochOf(row) < epochOf(quickest[place])) quickest[place] = row;
    }
  }
  return quickest;
}

async function benchSet(
  { name, training }: BenchSet,
  threads: number,
  engineName: string,
  engine: Engine,
): Promise<BenchRow> {
  try {
    const method = findMethod('neurofs');
    const clock = threads === 1 ? processorMilliseconds : () => performance.now();
    const run = (count: number, stopwatch = createStopwatch(clock)) =>
      method
        .select(training, 50, resolveOptions(method, { preset: 'paper', epochs: count }), {
          engine,
          stopwatch,
          random: createRandom(1),
        })
        .then(() => stopwatch.milliseconds);
    await run(2); // Compiles what will be measured.
    // The last epoch of a run has no growth; one more epoch makes the mean that of full ones.
    const times = await run(epochs + 1);
    const per = (stage: string, count: number): number => (times.get(stage) ?? 0) / count;
    const [copy, passes, update, report] = ['copy-in', 'passes', 'update', 'report'].map((stage) =>
      per(stage, epochs + 1),
    );
    const [growth, topology] = ['growth', 'topology'].map((stage) => per(stage, epochs));
    const training_ = copy + passes + update;
    const epoch = training_ + growth + topology + report;
    return {
      name: `${name}, ${threads} thread${threads === 1 ? '' : 's'}, ${engineName}`,
      figures: {
        'copy-in': copy,
        passes,
        update,
        growth,
        topology,
        report,
        epoch,
        'growth share %': (100 * growth) / epoch,
        'GFLOP/s': trainingWork(training) / training_ / 1e6,
      },
    };
  } finally {
    engine.dispose();
  }
}

/** Of the whole process: on one thread the work alone, however many others use the machine. */
function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** 6 x weights x rows: 2 for the forward pass, 4 for the backward pass. */
function trainingWork({ matrix, target: { classNames } }: BenchSet['training']): number {
  const weights = 30 * (matrix.columnCount + 1000) + 2 * 30 * 2000 + 1000 * classNames.length;
  return 6 * weights * matrix.rowCount;
}
