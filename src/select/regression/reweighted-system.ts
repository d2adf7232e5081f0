/**
 * Solves (X diag(u) X' + diag(c)) Z = Y for the one-hot classes or the numbers Y, in the smaller of rows and features that count.
 *
 * By rows: as it stands, n x n. By features: with S = diag(sqrt(u)),
 *   (S X' diag(1/c) X S + I) V = S X' diag(1/c) Y,  Z = diag(1/c) (Y - X S V).
 */
import type { Engine } from '../../compute/engine.js';
import { Gram } from '../../compute/gram.js';
import { factorise, solveFactorised, type Triangle } from '../../compute/linear-algebra.js';
import type { Pacer } from '../../compute/pacer.js';
import { UserError } from '../../errors.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { type ColumnReader, createColumnReader, spreadColumn } from '../columns.js';
import { WantedOutputs } from './wanted-outputs.js';

/** Features whose u ||x||^2 is below this do not change the system: c is at least 1e-6. */
const negligible = 1e-14;
/** Numbers in the panel that enters the matrix at once: 2 MiB. */
const panelNumbers = 262_144;
/** The largest system held in memory: 2 GiB. */
const mostEquations = 16_384;

type Panel = Gram['panel'];

export interface SolvedSystem {
  /** Norms of the rows of Z. */
  readonly rowNorms: Float64Array;
  /** Norms of the rows of X' Z. */
  readonly featureNorms: Float64Array;
}

export class ReweightedSystem {
  readonly #training: TrainingSet<Matrix, ClassTarget | ValueTarget>;
  readonly #wanted: WantedOutputs;
  readonly #engine: Engine;
  readonly #pacer: Pacer;
  readonly #reader: ColumnReader;
  readonly #column: Float64Array;
  readonly #squaredLength: Float64Array;
  #isMeasured = false;

  constructor(training: TrainingSet<Matrix, ClassTarget | ValueTarget>, engine: Engine, pacer: Pacer) {
    this.#training = training;
    this.#wanted = new WantedOutputs(training.target, training.matrix.rowCount);
    this.#engine = engine;
    this.#pacer = pacer;
    this.#reader = createColumnReader(training);
    this.#column = new Float64Array(training.matrix.rowCount);
    this.#squaredLength = new Float64Array(training.matrix.columnCount);
  }

  async solve(featureWeight: Float64Array, diagonal: Float64Array, done: number): Promise<SolvedSystem> {
    const { rowCount } = this.#training.matrix;
    if (!this.#isMeasured) await this.#measureLengths(done);
    const active = this.#activeFeatures(featureWeight);
    const size = Math.min(rowCount, active.length);
    if (size > mostEquations) {
      throw new UserError(
        'failure',
        `the linear system is as large as the smaller of rows and features, here ${size} x ${size}, more than memory ` +
          `holds (${mostEquations}); use a sample of the rows, or another method`,
      );
    }
    const z =
      rowCount <= active.length
        ? await this.#solveByRows(active, featureWeight, diagonal, done)
        : await this.#solveByFeatures(active, featureWeight, diagonal, done);
    return { rowNorms: this.#rowNorms(z), featureNorms: await this.#featureNorms(z, done) };
  }

  async #measureLengths(done: number): Promise<void> {
    for (let f = 0; f < this.#squaredLength.length; f++) {
      this.#read(f);
      for (const value of this.#column) this.#squaredLength[f] += value * value;
      if (this.#pacer.isDue(2 * this.#column.length)) await this.#pacer.rest(done);
    }
    this.#isMeasured = true;
  }

  #read(feature: number): void {
    spreadColumn(this.#reader.read(feature), this.#column);
  }

  #activeFeatures(featureWeight: Float64Array): Int32Array {
    const active: number[] = [];
    for (let f = 0; f < featureWeight.length; f++) {
      if (featureWeight[f] * this.#squaredLength[f] > negligible) active.push(f);
    }
    return Int32Array.from(active);
  }

  /** Z, [output][row]. */
  async #solveByRows(
    active: Int32Array,
    featureWeight: Float64Array,
    diagonal: Float64Array,
    done: number,
  ): Promise<Float64Array> {
    const { rowCount } = this.#training.matrix;
    const { outputCount } = this.#wanted;
    const gram = new Gram(this.#engine, 'float64', rowCount, Math.max(8, panelNumbers / rowCount));
    const { panel, width } = gram; // [row][feature of the panel]
    for (let first = 0; first < active.length; first += width) {
      const end = Math.min(active.length, first + width);
      panel.fill(0);
      for (let a = first; a < end; a++) {
        this.#read(active[a]);
        const root = Math.sqrt(featureWeight[active[a]]);
        for (let row = 0; row < rowCount; row++) panel[row * width + a - first] = root * this.#column[row];
      }
      await gram.add(this.#pacer, () => done);
    }
    const triangle = await this.#factorise(gram, rowCount, (row) => diagonal[row], done);
    const z = this.#wanted.byOutput();
    for (let c = 0; c < outputCount; c++) {
      solveFactorised(triangle, z.subarray(c * rowCount, (c + 1) * rowCount));
      if (this.#pacer.isDue(rowCount * rowCount)) await this.#pacer.rest(done);
    }
    gram.release();
    return z;
  }

  /** Z, [output][row]. */
  async #solveByFeatures(
    active: Int32Array,
    featureWeight: Float64Array,
    diagonal: Float64Array,
    done: number,
  ): Promise<Float64Array> {
    const { rowCount } = this.#training.matrix;
    const { outputCount } = this.#wanted;
    const count = active.length;
    const gram = new Gram(this.#engine, 'float64', count, Math.min(rowCount, Math.max(8, panelNumbers / count)));
    const { panel, width } = gram; // [feature][row of the panel]
    const right = new Float64Array(outputCount * count); // [output][feature]
    for (let first = 0; first < rowCount; first += width) {
      this.#fillRows(panel, active, featureWeight, first, width);
      const end = Math.min(rowCount, first + width);
      for (let row = first; row < end; row++) {
        this.#wanted.forEach(row, (output, value) => {
          const base = output * count;
          for (let a = 0; a < count; a++) right[base + a] += (value * panel[a * width + row - first]) / diagonal[row];
        });
      }
      scaleRows(panel, count, width, diagonal, first, end);
      await gram.add(this.#pacer, () => done);
    }
    const triangle = await this.#factorise(gram, count, () => 1, done);
    for (let c = 0; c < outputCount; c++) solveFactorised(triangle, right.subarray(c * count, (c + 1) * count));
    const z = await this.#residual(right, panel, active, featureWeight, diagonal, width, done);
    gram.release();
    return z;
  }

  async #factorise(gram: Gram, count: number, diagonal: (i: number) => number, done: number): Promise<Triangle> {
    const triangle = { numbers: gram.productsBlock, count, stride: gram.size };
    for (let i = 0; i < count; i++) gram.products[i * gram.size + i] += diagonal(i);
    await factorise(this.#engine, triangle, this.#pacer, () => done);
    return triangle;
  }

  /** panel[a][row - first] = sqrt(u_a) x[row][a]; 0 beyond the last row. */
  #fillRows(panel: Panel, active: Int32Array, featureWeight: Float64Array, first: number, width: number): void {
    const { matrix, scaling } = this.#training;
    const { rowCount, columnCount } = matrix;
    const end = Math.min(rowCount, first + width);
    if (end - first < width) panel.fill(0);
    const row = new Float64Array(columnCount);
    for (let r = first; r < end; r++) {
      if (matrix.kind === 'dense') {
        for (let f = 0; f < columnCount; f++) row[f] = matrix.values[r * columnCount + f];
      } else {
        row.fill(0);
        for (let i = matrix.rowStart[r]; i < matrix.rowStart[r + 1]; i++) row[matrix.column[i]] = matrix.value[i];
      }
      for (let a = 0; a < active.length; a++) {
        const f = active[a];
        const scaled = (row[f] - scaling.offset[f]) * scaling.factor[f];
        panel[a * width + r - first] = Math.sqrt(featureWeight[f]) * scaled;
      }
    }
  }

  /** Z = diag(1/c) (Y - X S V), with V given as [output][feature]. */
  async #residual(
    v: Float64Array,
    panel: Panel,
    active: Int32Array,
    featureWeight: Float64Array,
    diagonal: Float64Array,
    width: number,
    done: number,
  ): Promise<Float64Array> {
    const { rowCount } = this.#training.matrix;
    const { outputCount } = this.#wanted;
    const count = active.length;
    const z = this.#wanted.byOutput();
    for (let first = 0; first < rowCount; first += width) {
      this.#fillRows(panel, active, featureWeight, first, width);
      const end = Math.min(rowCount, first + width);
      for (let c = 0; c < outputCount; c++) {
        for (let a = 0; a < count; a++) {
          const weight = v[c * count + a];
          for (let row = first; row < end; row++) z[c * rowCount + row] -= weight * panel[a * width + row - first];
        }
      }
      if (this.#pacer.isDue(outputCount * count * (end - first))) await this.#pacer.rest(done);
    }
    for (let i = 0; i < z.length; i++) z[i] /= diagonal[i % rowCount];
    return z;
  }

  #rowNorms(z: Float64Array): Float64Array {
    const { rowCount } = this.#training.matrix;
    const squares = new Float64Array(rowCount);
    for (let i = 0; i < z.length; i++) squares[i % rowCount] += z[i] * z[i];
    return squares.map(Math.sqrt);
  }

  async #featureNorms(z: Float64Array, done: number): Promise<Float64Array> {
    const { rowCount, columnCount } = this.#training.matrix;
    const norms = new Float64Array(columnCount);
    for (let f = 0; f < columnCount; f++) {
      this.#read(f);
      let square = 0;
      for (let start = 0; start < z.length; start += rowCount) {
        let product = 0;
        for (let row = 0; row < rowCount; row++) product += z[start + row] * this.#column[row];
        square += product * product;
      }
      norms[f] = Math.sqrt(square);
      if (this.#pacer.isDue(2 * z.length)) await this.#pacer.rest(done);
    }
    return norms;
  }
}

/** Divides every row's numbers by the root of its diagonal entry, so that their products are divided by the entry. */
function scaleRows(
  panel: Panel,
  count: number,
  width: number,
  diagonal: Float64Array,
  first: number,
  end: number,
): void {
  for (let row = first; row < end; row++) {
    const inverse = 1 / Math.sqrt(diagonal[row]);
    for (let a = 0; a < count; a++) panel[a * width + row - first] *= inverse;
  }
}
