/**
 * A dense block of numbers that grows row by row while a file is read.
 *
 * It is stored in the smallest of u8, i16, u16, i32, f32 and f64 that holds every cell seen so far without loss
 * (f32 where rounding to it changes nothing, so 0.5 fits and 0.1 does not): a row that does not fit widens the whole
 * block once. With `precision: 'float32'` decimals are rounded to f32, which halves the memory.
 */
import { UserError } from '../errors.js';
import type { DenseMatrix, NumericArray, NumericArrayType, NumericRows } from '../types.js';

export type Precision = 'exact' | 'float32';

/** Where rows go while a file is read, for a caller that keeps them outside memory where they have no room in it. */
export interface RowCollector {
  /** Bytes that a matrix of so many columns may take in memory. */
  room(columnCount: number): number;
  /** For rows whose number is not known: in memory as long as they have room there. */
  collect(columnCount: number, precision: Precision): NumericRows;
  /** For rows that have no room in memory, in the given type or the smallest that holds them. */
  store(columnCount: number, type: NumericArrayType | undefined): NumericRows;
  /** For some columns of a table that is read a few columns at a time: on disk until `dropParts`. */
  part(columnCount: number): NumericRows;
  dropParts(): void;
  /** To be called as soon as it is clear that rows have no room in memory; throws where they must have. */
  foreseeStorage(): void;
}

export class NumericBlock implements NumericRows {
  private values: NumericArray = new Uint8Array(0);
  private length = 0;
  private readonly range = new ValueRange();

  constructor(
    readonly columnCount: number,
    private readonly precision: Precision = 'exact',
  ) {}

  /** Appends a row (NaN marks a missing cell). `fraction`, the share of the file already read, tells the final size. */
  appendRow(row: Float64Array, fraction?: number): void {
    if (!(this.values instanceof Float64Array)) {
      this.range.add(row);
      const Type = this.range.smallestType(this.precision);
      if (Type !== this.values.constructor) this.move(Type, this.values.length);
    }
    if (this.length + this.columnCount > this.values.length) this.grow(fraction);
    this.values.set(row, this.length);
    this.length += this.columnCount;
  }

  /** Bytes of the cells held so far. */
  get byteLength(): number {
    return this.length * this.values.BYTES_PER_ELEMENT;
  }

  toMatrix(rowCount: number): DenseMatrix {
    if (rowCount * this.columnCount !== this.length) {
      throw new Error(`block holds ${this.length} cells where ${rowCount} x ${this.columnCount} were expected`);
    }
    return { kind: 'dense', rowCount, columnCount: this.columnCount, values: this.values.subarray(0, this.length) };
  }

  private grow(fraction: number | undefined): void {
    const rows = this.length / this.columnCount;
    const foreseen = fraction !== undefined && fraction > 0 && rows >= 2 ? (rows / fraction) * 1.02 : 0;
    const wanted = Math.ceil(Math.max(rows * 1.5, foreseen)) + 8;
    this.move(this.values.constructor as NumericArrayType, wanted * this.columnCount);
  }

  private move(Type: NumericArrayType, capacity: number): void {
    const moved = allocateCells(Type, capacity);
    moved.set(this.values.subarray(0, this.length));
    this.values = moved;
  }
}

/** What the smallest type depends on: the span of the whole numbers, and whether there is more than whole numbers. */
export class ValueRange {
  private low = 0;
  private high = 0;
  private hasMissing = false;
  private hasSingle = false;
  private hasDouble = false;

  add(values: NumericArray): void {
    let { low, high } = this;
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (value < low) low = value;
      if (value > high) high = value;
      if (value !== Math.floor(value)) {
        if (Number.isNaN(value)) this.hasMissing = true;
        else if (Math.fround(value) === value) this.hasSingle = true;
        else this.hasDouble = true;
      }
    }
    this.low = low;
    this.high = high;
  }

  smallestType(precision: Precision): NumericArrayType {
    const { low, high } = this;
    if (!this.hasMissing && !this.hasSingle && !this.hasDouble) {
      if (low >= 0 && high <= 255) return Uint8Array;
      if (low >= -32768 && high <= 32767) return Int16Array;
      if (low >= 0 && high <= 65535) return Uint16Array;
      if (low >= -(2 ** 31) && high < 2 ** 31) return Int32Array;
    }
    if (precision === 'float32') return Float32Array;
    // Whole numbers beyond 2^24 and infinities among them are kept in doubles.
    return !this.hasDouble && low >= -(2 ** 24) && high <= 2 ** 24 ? Float32Array : Float64Array;
  }
}

/** A zeroed array, or a message a user can act on where memory does not allow it. */
export function allocateCells(Type: NumericArrayType, length: number): NumericArray {
  try {
    return new Type(length);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      'data',
      `${length} numbers do not fit in one block of memory; read fewer columns or rows, or use float32 precision`,
    );
  }
}
