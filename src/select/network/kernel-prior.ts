/**
 * What the last neurons are worth to a kernel machine, as a prior of their strength (kernel-relevance.ts).
 *
 * A network tells few rows by heart through whatever neurons are left, and then a neuron that tells a single row moves as
 * far as one that tells a class. So where rows are few, and as soon as no more than 4 K neurons are left, what each is worth
 * on rows left out counts as much as its strength; what is worth nothing or does harm counts as 0. With more than 256 rows
 * a sample of them is looked at, and it counts for less,
 *
 *   weight = 2 * 256 / rows - 1, at least 0 and at most 1,
 *
 * so that from 512 rows on the network decides alone. Survival times have no such prior.
 */
import { Pacer } from '../../compute/pacer.js';
import { type Random, shuffle } from '../../maths/random.js';
import { allRows } from '../../matrix/all-rows.js';
import type { BatchLoader } from '../../network/batch-loader.js';
import { planWindows } from '../../network/row-order.js';
import type { StrengthPrior } from '../../network/sparse/strength-prior.js';
import type { AnyMatrix, ClassTarget, Target, TrainingSet, ValueTarget } from '../../types.js';
import type { SelectContext } from '../contract.js';
import { kernelRelevance } from './kernel-relevance.js';

const mostRows = 256;
const neuronsPerFeature = 4;
/** Of a row with itself the kernel is 1; half of this is what a support vector machine with C = 1 has. */
const ridge = 1;

/** A prior for the neurons that are active now; undefined while there are too many of them. */
export type ChangingPrior = (active: Int32Array) => Promise<StrengthPrior | undefined>;

/** Rows to look at, and how much what they say counts; undefined where there are too many rows, or nothing to tell. */
export interface KernelRows {
  readonly rows: Int32Array;
  readonly weight: number;
}

export function chooseKernelRows(
  { matrix: { rowCount, columnCount }, target, weights }: TrainingSet<AnyMatrix, Target>,
  random: Random,
): KernelRows | undefined {
  // A sample that is loaded at once has to fit in the window of rows that is in memory where the data is on a disk.
  const most = Math.min(mostRows, planWindows(rowCount, columnCount).windowRows);
  const weight = Math.min(1, (2 * most) / rowCount - 1);
  if (weight <= 0 || target.kind === 'survival') return undefined;
  const counting = allRows({ rowCount }).filter((row) => weights === undefined || weights[row] > 0);
  const rows = counting.length <= most ? counting : shuffle(counting, random).slice(0, most).sort();
  return rows.length < 2 ? undefined : { rows, weight };
}

/** Of a training set that is standardised; the loader brings in that many rows. */
export function createKernelPrior(
  { target, weights: given, matrix: { columnCount } }: TrainingSet<AnyMatrix, ClassTarget | ValueTarget>,
  { rows, weight }: KernelRows,
  k: number,
  loader: BatchLoader,
  { engine, signal }: SelectContext,
): ChangingPrior {
  const rowCount = rows.length;
  const mostNeurons = Math.min(columnCount, neuronsPerFeature * k);
  const block = engine.memory.int32(mostNeurons);
  const values = engine.memory.float32(mostNeurons * rowCount);
  const weights = given && Float64Array.from(rows, (row) => given[row]);
  const targets = targetColumns(target, rows).map((column) => centred(column, weights));
  const importance = new Float64Array(columnCount);
  return async (active) => {
    if (active.length > mostNeurons) return undefined;
    block.view.set(active);
    const features = { block, count: active.length };
    loader.load(rows, 0, rowCount, rowCount, features, { values, stride: rowCount, compact: true });
    const problem = { values: values.view, featureCount: active.length, rowCount, targets, weights, ridge };
    const relevance = await kernelRelevance(problem, engine, new Pacer({ signal }));
    active.forEach((feature, place) => {
      importance[feature] = Math.max(0, relevance[place]);
    });
    return { importance, weight };
  };
}

/** Of classes one column for each, 1 where the row is of it. */
function targetColumns(target: ClassTarget | ValueTarget, rows: Int32Array): Float64Array[] {
  if (target.kind === 'classes') {
    return target.classNames.map((_, label) =>
      Float64Array.from(rows, (row) => (target.labels[row] === label ? 1 : 0)),
    );
  }
  const { values, outputCount } = target;
  return Array.from({ length: outputCount }, (_, output) =>
    Float64Array.from(rows, (row) => values[row * outputCount + output]),
  );
}

/** Less its mean over the rows as they count. */
function centred(column: Float64Array, weights: Float64Array | undefined): Float64Array {
  let [sum, total] = [0, 0];
  column.forEach((value, row) => {
    const weight = weights?.[row] ?? 1;
    sum += weight * value;
    total += weight;
  });
  return column.map((value) => value - sum / total);
}
