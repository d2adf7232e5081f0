/**
 * What every method costs, for the cards of NeuroFS Studio: `node dist/bench/method-costs.js [METHOD ...]`.
 *
 * Each is timed on one table, and on tables that have more rows, columns, classes, or of which more features are
 * wanted; the ratios give its exponents. Processor time of one thread, so that a busy machine changes little.
 * Writes `src/studio/method-costs.ts` (`npm run format` afterwards); methods that are not named keep what is known of them.
 * `node dist/bench/method-costs.js check` says how far estimates are off on a table of another shape.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { selectFeatures } from '../src/pipeline.js';
import { type AnyMethod, methods } from '../src/select/registry.js';
import { estimateSeconds, type MethodCost, type TableShape } from '../src/studio/estimate-cost.js';
import { measureMachine, plantedDataset, probeSeconds } from '../src/studio/measure-machine.js';
import { costBase, methodCosts } from '../src/studio/method-costs.js';
import type { Dataset, DenseMatrix, Target } from '../src/types.js';

/** How many times as many; the smaller where the larger would take too long. */
const factors: Readonly<Record<keyof TableShape, readonly number[]>> = {
  rowCount: [8, 4],
  featureCount: [8, 4],
  k: [4],
  classCount: [4],
};
/** Longer runs are broken off, and growth that would take longer to measure is taken to be even. */
const mostSeconds = 45;
/** The table itself may take longer. */
const mostBaseSeconds = 600;
/** Of shorter runs the better of two counts: the first also warms up. */
const shortSeconds = 10;

const file = fileURLToPath(new URL('../../src/studio/method-costs.ts', import.meta.url));
const wanted = process.argv.slice(2);
const costs: Record<string, MethodCost> = { ...methodCosts };
const engine = await createSerialEngine();
if (wanted[0] === 'check') await check(engine);
else {
  const probe = await probeSeconds(engine, processorMilliseconds);
  for (const method of methods) {
    if (wanted.length > 0 && !wanted.includes(method.name)) continue;
    costs[method.name] = await costOf(method, engine);
    console.log(method.name, JSON.stringify(costs[method.name]));
    writeFileSync(file, sourceOf(probe, costs));
  }
}
engine.dispose();

/** How far the estimates are off on a table of another shape than any that was timed. */
async function check(on: Engine): Promise<void> {
  const shape: TableShape = { rowCount: 1000, featureCount: 1500, k: 20, classCount: 4 };
  const machine = await measureMachine(on, processorMilliseconds);
  for (const method of methods) {
    const estimated = (estimateSeconds(method.name, shape) ?? Number.NaN) * machine;
    if (!(estimated < mostSeconds)) continue;
    const took = await secondsOf(method, shape, on);
    console.log(`${method.name}: ${round(took)} s, estimated ${round(estimated)} s, ${round(estimated / took)} times`);
  }
}

async function costOf(method: AnyMethod, on: Engine): Promise<MethodCost> {
  await secondsOf(method, { ...costBase, rowCount: 60, featureCount: 30 }, on);
  const first = await secondsOf(method, costBase, on, mostBaseSeconds);
  const seconds = first > shortSeconds ? first : Math.min(first, await secondsOf(method, costBase, on));
  const exponents: Partial<Record<keyof TableShape, number>> = {};
  for (const [name, tried] of Object.entries(factors) as [keyof TableShape, readonly number[]][]) {
    if (name === 'classCount' && !takesClasses(method)) continue;
    const factor = tried.find((each) => each * seconds < mostSeconds);
    const more =
      factor === undefined
        ? mostSeconds
        : await secondsOf(method, { ...costBase, [name]: factor * costBase[name] }, on);
    exponents[name] =
      factor === undefined || more >= mostSeconds ? 1 : round(Math.max(0, Math.log(more / seconds) / Math.log(factor)));
  }
  return { seconds: round(seconds), exponents };
}

function takesClasses({ targets = ['classes'] }: AnyMethod): boolean {
  return targets.includes('classes');
}

async function secondsOf(method: AnyMethod, shape: TableShape, on: Engine, most = mostSeconds): Promise<number> {
  const started = processorMilliseconds();
  const broken = new AbortController();
  const watch = setInterval(() => {
    if (processorMilliseconds() - started > most * 1000) broken.abort();
  }, 1000);
  try {
    const { timings } = await selectFeatures(
      { dataset: tableOf(shape, method), method, k: shape.k, testFraction: 0, evaluation: { judges: [] } },
      { engine: on, now: processorMilliseconds, signal: broken.signal },
    );
    return Math.max(timings.select, 1e-4);
  } catch (error) {
    if (!broken.signal.aborted) throw error;
    return most;
  } finally {
    clearInterval(watch);
  }
}

/** A planted table, its target as the method takes it. */
function tableOf(shape: TableShape, { targets = ['classes'] }: AnyMethod): Dataset {
  const planted = plantedDataset(shape);
  if (targets.includes('classes')) return planted;
  const { values } = planted.matrix as DenseMatrix;
  const first = Float64Array.from({ length: shape.rowCount }, (_, row) => values[row * shape.featureCount]);
  const events = new Uint8Array(shape.rowCount).fill(1);
  const target: Target = targets.includes('values')
    ? { kind: 'values', values: first, outputCount: 1 }
    : { kind: 'survival', times: first.map(Math.exp), events };
  return { ...planted, target };
}

function sourceOf(probeThen: number, found: Readonly<Record<string, MethodCost>>): string {
  return `/** What every method costs, as measured: made by \`node dist/bench/method-costs.js\`, which says how. */

/** The table that was timed. */
export const costBase = ${JSON.stringify(costBase)} as const;

/** Seconds of the probe on the same machine. */
export const probeThen = ${round(probeThen)};

export const methodCosts = ${JSON.stringify(found, null, 2)} as const;
`;
}

function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
