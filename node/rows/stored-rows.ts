/**
 * Rows collected in a scratch file: row after row, cells in the smallest type that holds all of them, as in a block in
 * memory. Where a row needs a wider type than those before it, the file is written once more in that type.
 */
import { allocateCells, type Precision, ValueRange } from '../../src/cells/numeric-block.js';
import { throwIfAborted } from '../../src/errors.js';
import { bytesPerCell } from '../../src/matrix/stored-rows.js';
import type { NumericArray, NumericArrayType, NumericRows, RowStore, StoredMatrix } from '../../src/types.js';
import { ScratchFile } from './scratch-file.js';

/** Cells written, or rewritten, at once. */
const cellsAtOnce = 2 ** 17;

/** Where the files go, and what is told about them. All files made in it live until it is closed. */
export interface ScratchFolder {
  readonly path: string;
  readonly files: Set<ScratchFile>;
  readonly signal?: AbortSignal | undefined;
}

export interface StoredRowsOptions {
  readonly precision: Precision;
  /** The type of the cells where it is known beforehand. */
  readonly type?: NumericArrayType | undefined;
}

export class StoredRows implements NumericRows {
  #file: ScratchFile;
  #type: NumericArrayType;
  readonly #range = new ValueRange();
  /** Rows not yet written: [row][column] */
  readonly #pending: Float64Array;
  #pendingLength = 0;
  #writtenRows = 0;

  constructor(
    private readonly folder: ScratchFolder,
    private readonly columnCount: number,
    private readonly options: StoredRowsOptions,
  ) {
    this.#file = this.#newFile();
    this.#type = options.type ?? Uint8Array;
    this.#pending = new Float64Array(Math.max(1, Math.floor(cellsAtOnce / columnCount)) * columnCount);
  }

  appendRow(row: Float64Array): void {
    this.#pending.set(row, this.#pendingLength);
    this.#pendingLength += this.columnCount;
    if (this.#pendingLength === this.#pending.length) this.#flush();
  }

  toMatrix(rowCount: number): StoredMatrix {
    this.#flush();
    const { columnCount } = this;
    if (rowCount !== this.#writtenRows) {
      throw new Error(`the file holds ${this.#writtenRows} rows where ${rowCount} were expected`);
    }
    return { kind: 'stored', rowCount, columnCount, store: this.#toStore() };
  }

  /** Gives the disk space back where the rows are not wanted after all. */
  discard(): void {
    this.#drop(this.#file);
  }

  #toStore(): RowStore {
    const { columnCount, folder } = this;
    const file = this.#file;
    const rowBytes = columnCount * bytesPerCell(this.#type);
    return {
      rowCount: this.#writtenRows,
      columnCount,
      cellType: this.#type,
      read: (from, to, cells) =>
        file.read(new Uint8Array(cells.buffer, cells.byteOffset, (to - from) * rowBytes), from * rowBytes),
      collect: (count) => new StoredRows(folder, count, { precision: 'exact' }),
    };
  }

  #flush(): void {
    if (this.#pendingLength === 0) return;
    throwIfAborted(this.folder.signal);
    const pending = this.#pending.subarray(0, this.#pendingLength);
    if (this.options.type === undefined && this.#type !== Float64Array) {
      this.#range.add(pending);
      const wider = this.#range.smallestType(this.options.precision);
      if (wider !== this.#type) this.#widen(wider);
    }
    this.#write(pending);
    this.#writtenRows += pending.length / this.columnCount;
    this.#pendingLength = 0;
  }

  #write(cells: NumericArray): void {
    const typed = allocateCells(this.#type, cells.length);
    typed.set(cells);
    this.#file.append(new Uint8Array(typed.buffer, typed.byteOffset, typed.byteLength));
  }

  #widen(wider: NumericArrayType): void {
    const [old, oldType] = [this.#file, this.#type];
    this.#type = wider;
    if (old.size === 0) return;
    this.#file = this.#newFile();
    const cellBytes = bytesPerCell(oldType);
    for (let position = 0; position < old.size; position += cellsAtOnce * cellBytes) {
      throwIfAborted(this.folder.signal);
      const cells = new oldType(Math.min(cellsAtOnce, (old.size - position) / cellBytes));
      old.read(new Uint8Array(cells.buffer, 0, cells.byteLength), position);
      this.#write(cells);
    }
    this.#drop(old);
  }

  #newFile(): ScratchFile {
    const file = new ScratchFile(this.folder.path);
    this.folder.files.add(file);
    return file;
  }

  #drop(file: ScratchFile): void {
    this.folder.files.delete(file);
    file.close();
  }
}
