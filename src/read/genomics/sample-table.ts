/** A table from a file that has a line for every feature and a column for every sample: what genomics calls a matrix. */
import { indexColumnName } from '../../cells/column-names.js';
import { NumericBlock } from '../../cells/numeric-block.js';
import { numberFromText } from '../../cells/parse-number.js';
import { UserError } from '../../errors.js';
import { denseFromColumns } from '../../matrix/from-columns.js';
import type { Steps } from '../../turns.js';
import type { Table, TextColumn } from '../../types.js';
import { matrixTable } from '../matrix-table.js';
import { tooLarge } from '../source/read-all.js';
import { isMissingWord } from '../text/missing.js';

export class SampleTable {
  private readonly names: string[] = [];
  private readonly block: NumericBlock;
  private readonly row: Float64Array;

  /** `limit`: bytes that the cells may take. */
  constructor(
    private readonly samples: readonly string[],
    private readonly sourceName: string,
    private readonly limit: number,
  ) {
    if (samples.length === 0) throw new UserError('data', `${sourceName}: there is no sample`);
    this.row = new Float64Array(samples.length);
    this.block = new NumericBlock(samples.length);
  }

  get featureCount(): number {
    return this.names.length;
  }

  /** `cells[from]` is that of the first sample; `line` is for messages. */
  addFeature(name: string, cells: readonly string[], from: number, line: number): void {
    const { samples, row, sourceName } = this;
    if (cells.length - from !== samples.length) {
      throw new UserError(
        'data',
        `${sourceName}, line ${line}: ${cells.length - from} values for ${samples.length} samples; is the file cut short?`,
      );
    }
    for (let sample = 0; sample < row.length; sample++) {
      const text = cells[from + sample].trim();
      const value = numberFromText(text);
      if (Number.isNaN(value) && !isMissingWord(text)) {
        throw new UserError(
          'data',
          `${sourceName}, line ${line}, sample "${samples[sample]}": expected a number, got "${text.slice(0, 40)}"`,
        );
      }
      row[sample] = value;
    }
    this.names.push(name);
    this.block.appendRow(row);
    if (this.block.byteLength > this.limit) throw tooLarge(sourceName, this.limit);
  }

  /** Samples become rows; `beside` is what is known of them. */
  *toTable(beside: readonly TextColumn[] = []): Steps<Table> {
    const { names, samples, sourceName } = this;
    if (names.length === 0) throw new UserError('data', `${sourceName}: there is no feature below the samples`);
    const { values } = this.block.toMatrix(names.length);
    const matrix = yield* denseFromColumns(values, samples.length, names.length);
    return matrixTable({ matrix, names, beside: [{ name: indexColumnName, values: samples }, ...beside] }, sourceName);
  }
}
