/**
 * How rows are dealt into blocks, and the kernels over them, centred and of length 1, as block HSIC Lasso uses them: those
 * of the labels here, those of the features in kernels/centred-kernels.ts.
 *
 * For a block of B rows, k_pq = exp(-(x_p - x_q)^2 / 2) with x divided by its standard deviation over all rows;
 * centred, c = H k H with H = I - 1/B; divided by its Frobenius norm. Being symmetric, a block is stored as its
 * diagonal and upper triangle, the latter times sqrt(2), so that the dot product of two stored blocks is the
 * Frobenius product of the full ones.
 *
 * Source: Yamada et al., High-Dimensional Feature Selection by Feature-Wise Kernelized Lasso (2014);
 * Climente-Gonzalez et al., Block HSIC Lasso (2019). Rows that do not fill a block are left out of that permutation.
 */
import { type Random, shuffle } from '../../maths/random.js';

/** Added to a norm before dividing by it, as in the authors' code: a constant feature then gives zeros. */
const normFloor = 1e-9;
const deviationFloor = 1e-19;

export class KernelBlocks {
  readonly blockSize: number;
  readonly blockCount: number;
  readonly permutationCount: number;
  /** Numbers of one stored block. */
  readonly length: number;
  readonly rowCount: number;
  /** Rows of the blocks, [block][place]. */
  readonly rows: Int32Array;
  readonly #means: Float64Array;

  /** A block size of 0 takes all rows as one block; one block needs no permutation. */
  constructor(rowCount: number, blockSize: number, permutations: number, random: Random) {
    this.rowCount = rowCount;
    this.blockSize = blockSize === 0 ? rowCount : Math.min(blockSize, rowCount);
    const blocksEach = Math.floor(rowCount / this.blockSize);
    this.permutationCount = blocksEach === 1 && this.blockSize === rowCount ? 1 : permutations;
    this.blockCount = blocksEach * this.permutationCount;
    this.length = (this.blockSize * (this.blockSize + 1)) / 2;
    this.rows = new Int32Array(this.blockCount * this.blockSize);
    const order = Int32Array.from({ length: rowCount }, (_, row) => row);
    for (let m = 0; m < this.permutationCount; m++) {
      if (this.permutationCount > 1) shuffle(order, random);
      const used = blocksEach * this.blockSize;
      this.rows.set(order.subarray(0, used), m * used);
    }
    this.#means = new Float64Array(this.blockSize);
  }

  /** Writes the label kernel over a block: 1 / (rows of the class in the block) for rows of one class, else 0. */
  writeDelta(labels: Int32Array, classCount: number, block: number, into: Float64Array, at: number): void {
    const size = this.blockSize;
    const label = (p: number) => labels[this.rows[block * size + p]];
    const counts = new Int32Array(classCount);
    for (let p = 0; p < size; p++) counts[label(p)]++;
    let place = at;
    for (let p = 0; p < size; p++) {
      for (let q = p; q < size; q++) into[place++] = label(p) === label(q) ? 1 / counts[label(p)] : 0;
    }
    this.#centre(into, at);
  }

  /** Centres a block given by its plain upper triangle, scales it to length 1 and the upper part by sqrt(2). */
  #centre(block: Float64Array, at: number): void {
    const size = this.blockSize;
    const means = this.#means.fill(0);
    let place = at;
    for (let p = 0; p < size; p++) {
      means[p] += block[place++];
      for (let q = p + 1; q < size; q++) {
        const value = block[place++];
        means[p] += value;
        means[q] += value;
      }
    }
    let mean = 0;
    for (let p = 0; p < size; p++) {
      means[p] /= size;
      mean += means[p] / size;
    }
    let square = 0;
    place = at;
    for (let p = 0; p < size; p++) {
      for (let q = p; q < size; q++) {
        const centred = (block[place] - means[p] - means[q] + mean) * (q === p ? 1 : Math.SQRT2);
        block[place++] = centred;
        square += centred * centred;
      }
    }
    const scale = 1 / (Math.sqrt(square) + normFloor);
    for (let i = at; i < at + this.length; i++) block[i] *= scale;
  }
}

/** Divides values by their standard deviation. */
export function standardise(values: Float64Array, into: Float32Array): void {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let square = 0;
  for (const value of values) square += (value - mean) * (value - mean);
  const scale = 1 / (Math.sqrt(square / values.length) + deviationFloor);
  // Taking the mean away changes no difference of two values, and keeps large ones exact in single precision.
  for (let i = 0; i < values.length; i++) into[i] = (values[i] - mean) * scale;
}
