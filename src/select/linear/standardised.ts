/**
 * Features brought to mean 0 and standard deviation 1 over the training rows (population deviation, as scikit-learn's
 * StandardScaler; rows as they count), read column by column: what linear models need for their weights to be comparable. A
 * sparse matrix is not spread out for it. A constant feature is 0 in all rows.
 */
import type { Pacer } from '../../compute/pacer.js';
import type { Matrix, Scaling, Target, TrainingSet } from '../../types.js';
import { type Column, type ColumnReader, createColumnReader, spreadColumn } from '../columns.js';

/** Deviations below this share of the mean's size are rounding: the feature counts as constant. */
const smallestShare = 1e-12;

export class StandardisedColumns {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly #reader: ColumnReader;
  readonly #weights: Float64Array | undefined;
  readonly #mean: Float64Array;
  /** 1 / standard deviation, or 0 for a constant feature. */
  readonly #factor: Float64Array;

  private constructor(training: TrainingSet<Matrix, Target>) {
    this.rowCount = training.matrix.rowCount;
    this.featureCount = training.matrix.columnCount;
    this.#reader = createColumnReader(training);
    this.#weights = training.weights;
    this.#mean = new Float64Array(this.featureCount);
    this.#factor = new Float64Array(this.featureCount);
  }

  static async fit(training: TrainingSet<Matrix, Target>, pacer: Pacer): Promise<StandardisedColumns> {
    const columns = new StandardisedColumns(training);
    for (let feature = 0; feature < columns.featureCount; feature++) {
      const column = columns.#reader.read(feature);
      columns.#fitColumn(feature, column);
      if (pacer.isDue(3 * column.length + 100)) await pacer.rest(0);
    }
    return columns;
  }

  isConstant(feature: number): boolean {
    return this.#factor[feature] === 0;
  }

  /** Writes the feature's value of every row to `into`. */
  read(feature: number, into: Float64Array): void {
    spreadColumn(this.#reader.read(feature), into);
    const [mean, factor] = [this.#mean[feature], this.#factor[feature]];
    for (let row = 0; row < this.rowCount; row++) into[row] = (into[row] - mean) * factor;
  }

  /**
   * The sums over rows of the feature times each of `others`, whose own sums over rows are `totals`. Costs the stored
   * entries of the feature alone. Returns the entries read.
   */
  products(feature: number, others: readonly Float64Array[], totals: Float64Array, into: Float64Array): number {
    const factor = this.#factor[feature];
    if (factor === 0) {
      into.fill(0);
      return 0;
    }
    const { rows, values, length, rest } = this.#reader.read(feature);
    const mean = this.#mean[feature];
    for (let other = 0; other < others.length; other++) {
      const numbers = others[other];
      let sum = 0;
      if (rows === undefined) for (let i = 0; i < length; i++) sum += values[i] * numbers[i];
      else for (let i = 0; i < length; i++) sum += (values[i] - rest) * numbers[rows[i]];
      into[other] = (sum + ((rows === undefined ? 0 : rest) - mean) * totals[other]) * factor;
    }
    return length;
  }

  /** The scaling that does the same to the rows as they are stored, `scaling` being the one they came with. */
  toScaling({ offset, factor }: Scaling): Scaling {
    const has = (feature: number) => !this.isConstant(feature);
    return {
      method: 'standard',
      offset: offset.map((from, f) => (has(f) ? from + this.#mean[f] / factor[f] : from)),
      factor: factor.map((by, f) => by * this.#factor[f]),
    };
  }

  #fitColumn(feature: number, { values, rows, length, rest, rowCount }: Column): void {
    const weights = this.#weights;
    const weightOf = (i: number) => (weights === undefined ? 1 : weights[rows === undefined ? i : rows[i]]);
    let [total, own] = [rowCount, length];
    if (weights !== undefined) {
      total = weights.reduce((sum, weight) => sum + weight, 0);
      own = 0;
      for (let i = 0; i < length; i++) own += weightOf(i);
    }
    let sum = (total - own) * rest;
    for (let i = 0; i < length; i++) sum += weightOf(i) * values[i];
    const mean = sum / total;
    let squares = (total - own) * (rest - mean) * (rest - mean);
    for (let i = 0; i < length; i++) squares += weightOf(i) * (values[i] - mean) * (values[i] - mean);
    const deviation = Math.sqrt(squares / total);
    this.#mean[feature] = mean;
    this.#factor[feature] = deviation > smallestShare * Math.abs(mean) ? 1 / deviation : 0;
  }
}
