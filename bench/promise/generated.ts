/**
 * Sets of which it is known which columns the classes depend on. The columns are normal; the two classes are the upper
 * and lower half of a sum over the signals plus noise, given all columns, so every other column is a false discovery.
 *
 *   linear     the signals, each with a sign of its own
 *   quadratic  half of the signals as they are, the other half by their squares
 *   pairs      the signs of the products of two signals each
 *   none       noise alone
 */
import { fillNormal } from '../../src/maths/normal.js';
import { createRandom, type Random, shuffle } from '../../src/maths/random.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { numberedClasses } from '../../src/target/class-target.js';
import type { Dataset } from '../../src/types.js';

export const signalKinds = ['linear', 'quadratic', 'pairs', 'none'] as const;
export type SignalKind = (typeof signalKinds)[number];
export const correlations = ['independent', 'ar', 'blocks'] as const;
export type Correlation = (typeof correlations)[number];

export interface GeneratedSet {
  readonly kind: SignalKind;
  readonly correlation: Correlation;
  readonly rows: number;
  readonly columns: number;
}

export interface PlantedSet {
  readonly dataset: Dataset;
  readonly planted: ReadonlySet<number>;
}

/** Deviation of the noise beside that of all signals together. */
const noise = 0.5;
const blockSize = 10;

export function generateSet(set: GeneratedSet, seed: number): PlantedSet {
  const random = createRandom(seed).fork(JSON.stringify(set));
  const values = new Float64Array(set.rows * set.columns);
  fillNormal(values, random);
  if (set.correlation === 'ar') chain(values, set.columns);
  if (set.correlation === 'blocks') share(values, set, random);
  return plant(values, set.columns, set.kind, random);
}

/** A target that depends on columns of any matrix; those of a real one are brought to mean 0 and deviation 1 first. */
export function plant(values: Float64Array, columns: number, kind: SignalKind, random: Random): PlantedSet {
  const rowCount = values.length / columns;
  const count = kind === 'pairs' ? 20 : kind === 'none' ? 0 : 30;
  const places = shuffle(allRows({ rowCount: columns }), random).slice(0, count);
  const signs = Array.from(places, () => (random.float() < 0.5 ? -1 : 1));
  const disturbed = new Float64Array(rowCount);
  fillNormal(disturbed, random);
  const sums = disturbed.map((drawn, row) => {
    const at = (signal: number) => values[row * columns + places[signal]];
    let sum = 0;
    if (kind === 'pairs') for (let s = 0; s < count; s += 2) sum += Math.sign(at(s) * at(s + 1));
    else for (let s = 0; s < count; s++) sum += effect(kind, s < count / 2, at(s)) * signs[s];
    return sum / Math.sqrt(Math.max(1, kind === 'pairs' ? count / 2 : count)) + noise * drawn;
  });
  const median = sums.slice().sort()[rowCount >> 1];
  const names = Array.from({ length: columns }, (_, column) => `c${column}`);
  const dataset: Dataset = {
    matrix: { kind: 'dense', rowCount, columnCount: columns, values: Float32Array.from(values) },
    featureNames: names,
    target: numberedClasses(
      Int32Array.from(sums, (sum) => (sum >= median ? 1 : 0)),
      2,
    ),
    targetName: 'class',
  };
  return { dataset, planted: new Set(places) };
}

function effect(kind: SignalKind, isFirstHalf: boolean, x: number): number {
  return kind === 'quadratic' && !isFirstHalf ? (x * x - 1) / Math.SQRT2 : x;
}

/** Correlation 0.5 with the column before, 0.25 with the one before that. */
function chain(values: Float64Array, columns: number): void {
  for (let at = 0; at < values.length; at++) {
    if (at % columns > 0) values[at] = 0.5 * values[at - 1] + Math.sqrt(0.75) * values[at];
  }
}

/** Correlation 0.6 within every ten columns. */
function share(values: Float64Array, { rows, columns }: GeneratedSet, random: Random): void {
  const blockCount = Math.ceil(columns / blockSize);
  const shared = new Float64Array(rows * blockCount);
  fillNormal(shared, random);
  for (let at = 0; at < values.length; at++) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const common = shared[row * blockCount + Math.floor(column / blockSize)];
    values[at] = Math.sqrt(0.6) * common + Math.sqrt(0.4) * values[at];
  }
}
