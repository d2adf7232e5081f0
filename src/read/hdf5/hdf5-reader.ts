/** Matrices and columns of an HDF5 file: dense data sets in slices, sparse groups, text, categories. */
import { UserError } from '../../errors.js';
import { denseFromColumns } from '../../matrix/from-columns.js';
import { finish } from '../../turns.js';
import type { DenseMatrix, NumericArray, SparseMatrix } from '../../types.js';
import { compressedMatrix } from '../compressed-matrix.js';
import { textOfNumbers } from '../matrix-table.js';
import { smallestNumbers } from '../numpy/npy.js';
import { maxBytesDefault, tooLarge } from '../source/read-all.js';

export interface H5Dataset {
  readonly type: string;
  readonly shape: number[] | null;
  readonly dtype: unknown;
  readonly value: unknown;
  readonly attrs: Record<string, { readonly value: unknown }>;
  slice(ranges: [number, number][]): unknown;
}

export interface H5Group {
  readonly type: string;
  readonly attrs: Record<string, { readonly value: unknown }>;
  keys(): string[];
  get(path: string): unknown;
}

interface Slice {
  readonly value: unknown;
  readonly from: number;
  readonly isAll: boolean;
}

/** Bytes of a data set read at once. */
const sliceBytes = 1 << 24;

/** Bytes that a text takes at least: a reference, and in HDF5 the place of its letters. */
const textBytes = 32;

export class H5Reader {
  constructor(
    readonly name: string,
    private readonly maxBytes = maxBytesDefault,
    /** Called after every part that was read: whoever waits knows that HDF5 gets on. */
    private readonly onProgress: () => void = () => {},
  ) {}

  /** Rows are the first dimension; the others are laid out flat. */
  dense(dataset: H5Dataset, label: string): DenseMatrix {
    const [rowCount, ...rest] = this.shapeOf(dataset, label);
    const columnCount = rest.reduce((product, extent) => product * extent, 1);
    return { kind: 'dense', rowCount, columnCount, values: this.cells(dataset, label) };
  }

  /** A matrix stored with its columns as rows. */
  denseColumns(dataset: H5Dataset, label: string): DenseMatrix {
    const [columnCount, rowCount] = this.shapeOf(dataset, label);
    return finish(denseFromColumns(this.cells(dataset, label), rowCount, columnCount));
  }

  /** Rows and columns of a sparse group, or undefined where the group is none. */
  static sparseShape(group: H5Group): readonly number[] | undefined {
    const keys = group.keys();
    const matlabRows = group.attrs.MATLAB_sparse;
    const jc = group.get('jc');
    if (matlabRows && isDataset(jc)) return [Number(matlabRows.value), (jc.shape?.[0] ?? 1) - 1];
    if (!keys.includes('indptr') || !keys.includes('indices') || !keys.includes('data')) return undefined;
    const shape = group.attrs.shape ?? group.attrs.h5sparse_shape;
    return shape ? Array.from(shape.value as ArrayLike<number | bigint>, Number) : undefined;
  }

  /** AnnData's and MATLAB's sparse groups as compressed rows. */
  sparse(group: H5Group, label: string): SparseMatrix {
    const shape = H5Reader.sparseShape(group);
    if (shape === undefined) throw new UserError('data', `${this.name}: "${label}" is not a sparse matrix`);
    const isMatlab = group.attrs.MATLAB_sparse !== undefined;
    const format = String(group.attrs['encoding-type']?.value ?? group.attrs.h5sparse_format?.value ?? 'csr_matrix');
    const part = (name: string) => this.cells(group.get(name) as H5Dataset, `${label}/${name}`);
    const parts = {
      shape,
      isByColumn: isMatlab || format.startsWith('csc'),
      start: part(isMatlab ? 'jc' : 'indptr'),
      index: part(isMatlab ? 'ir' : 'indices'),
      value: part('data'),
    };
    return finish(compressedMatrix(parts, `${this.name}: "${label}"`));
  }

  /** A column of text: strings, numbers, or AnnData's categories with codes. */
  texts(found: unknown, label: string): (string | undefined)[] {
    if (isGroup(found) && found.keys().includes('codes')) {
      const categories = this.texts(found.get('categories'), `${label}/categories`);
      const codes = this.cells(found.get('codes') as H5Dataset, `${label}/codes`);
      return Array.from(codes, (code) => (code < 0 ? undefined : categories[code]));
    }
    if (!isDataset(found)) throw new UserError('data', `${this.name}: "${label}" is not a column of numbers or text`);
    const parts = [...this.slices(found, label, textBytes)].map(({ value }): (string | undefined)[] =>
      Array.isArray(value)
        ? value.map((cell) => (cell === null ? undefined : String(cell)))
        : textOfNumbers(this.numbers(value, label)),
    );
    return parts.length === 1 ? parts[0] : parts.flat();
  }

  private cells(dataset: H5Dataset, label: string): NumericArray {
    const total = this.shapeOf(dataset, label).reduce((product, extent) => product * extent, 1);
    let whole: NumericArray | undefined;
    for (const { value, from, isAll } of this.slices(dataset, label, 8)) {
      const part = this.numbers(value, label);
      if (isAll) return part;
      whole ??= newLike(part, total);
      // Slices of 64-bit integers may come in different small types.
      if (whole.constructor !== part.constructor) whole = Float64Array.from(whole);
      whole.set(part, from);
    }
    return whole ?? new Float64Array(0);
  }

  /** The cells a few rows at a time, or all at once where they are few; `from` is the first cell of a slice. */
  private *slices(dataset: H5Dataset, label: string, cellBytes: number): Generator<Slice> {
    const shape = this.shapeOf(dataset, label);
    const rowSize = shape.slice(1).reduce((product, extent) => product * extent, 1);
    if (shape[0] * rowSize * cellBytes > this.maxBytes) throw tooLarge(`${this.name}: "${label}"`, this.maxBytes);
    const rowsAtOnce = Math.max(1, Math.floor(sliceBytes / (cellBytes * Math.max(1, rowSize))));
    if (rowsAtOnce >= shape[0]) {
      yield { value: dataset.value, from: 0, isAll: true };
      this.onProgress();
      return;
    }
    for (let from = 0; from < shape[0]; from += rowsAtOnce) {
      const to = Math.min(shape[0], from + rowsAtOnce);
      const ranges = shape.map((extent, at): [number, number] => (at === 0 ? [from, to] : [0, extent]));
      yield { value: dataset.slice(ranges), from: from * rowSize, isAll: false };
      this.onProgress();
    }
  }

  private numbers(value: unknown, label: string): NumericArray {
    if (value instanceof BigInt64Array || value instanceof BigUint64Array) return smallestNumbers(value);
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return value as unknown as NumericArray;
    if (Array.isArray(value) && value.every((cell) => typeof cell === 'boolean')) return Uint8Array.from(value, Number);
    throw new UserError('data', `${this.name}: "${label}" does not hold plain numbers`);
  }

  private shapeOf(dataset: H5Dataset, label: string): number[] {
    const shape = isDataset(dataset) ? dataset.shape : null;
    if (!shape || shape.length === 0) throw new UserError('data', `${this.name}: "${label}" is not an array`);
    return shape;
  }
}

export function isGroup(found: unknown): found is H5Group {
  return (found as { type?: string } | null)?.type === 'Group';
}

export function isDataset(found: unknown): found is H5Dataset {
  return (found as { type?: string } | null)?.type === 'Dataset';
}

function newLike(values: NumericArray, length: number): NumericArray {
  return new (values.constructor as new (length: number) => NumericArray)(length);
}
