/**
 * Rows that are collected in memory as long as they have room there, and on disk from the moment when they have not, or
 * when the share of the source that was read says that they will not.
 */
import { NumericBlock, type Precision } from '../../src/cells/numeric-block.js';
import { copyRow } from '../../src/matrix/copy-row.js';
import type { AnyMatrix, NumericRows } from '../../src/types.js';
import { type ScratchFolder, StoredRows } from './stored-rows.js';

/** The share that has been read says little about the rest before this many bytes. */
const fewestBytes = 2 ** 20;

export class SpillingRows implements NumericRows {
  #block: NumericBlock | undefined;
  #stored: StoredRows | undefined;
  #rowCount = 0;

  constructor(
    private readonly folder: ScratchFolder,
    private readonly columnCount: number,
    private readonly precision: Precision,
    /** Bytes that the rows may take in memory. */
    private readonly room: number,
    /** Called before anything goes to disk; may throw. */
    private readonly onSpill: () => void = () => {},
  ) {
    this.#block = new NumericBlock(columnCount, precision);
  }

  appendRow(row: Float64Array, fraction?: number): void {
    this.#rowCount++;
    if (this.#stored) {
      this.#stored.appendRow(row);
      return;
    }
    this.#block?.appendRow(row, fraction);
    if (this.#foreseenBytes(fraction) > this.room) this.#spill();
  }

  toMatrix(rowCount: number): AnyMatrix {
    const rows = this.#stored ?? this.#block;
    if (rows === undefined) throw new Error('the rows are neither in memory nor on disk');
    return rows.toMatrix(rowCount);
  }

  discard(): void {
    this.#stored?.discard();
  }

  #foreseenBytes(fraction: number | undefined): number {
    const bytes = this.#block?.byteLength ?? 0;
    return fraction !== undefined && fraction > 0 && bytes >= fewestBytes ? bytes / fraction : bytes;
  }

  #spill(): void {
    this.onSpill();
    const { columnCount, precision } = this;
    this.#stored = new StoredRows(this.folder, columnCount, { precision });
    const block = this.#block?.toMatrix(this.#rowCount);
    this.#block = undefined;
    if (block === undefined) return;
    const row = new Float64Array(columnCount);
    for (let i = 0; i < block.rowCount; i++) {
      copyRow(block, i, row);
      this.#stored.appendRow(row);
    }
  }
}
