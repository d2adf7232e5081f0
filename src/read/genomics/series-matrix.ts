/**
 * The series matrix of the Gene Expression Omnibus: lines about samples (`!Sample_...`), then a table with a line for every
 * probe between two marks. Samples become rows. `!Sample_characteristics_ch1 "tissue: liver"` becomes a column "tissue";
 * what is the same in all samples, and long texts such as protocols, are no columns.
 * https://www.ncbi.nlm.nih.gov/geo/info/soft.html
 */
import { numberRepeats } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import { createTurns, inTurns } from '../../turns.js';
import type { Table, TextColumn } from '../../types.js';
import { heldLimit } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { readLines } from '../text/lines.js';
import { isMissingWord } from '../text/missing.js';
import type { GctOptions } from './gct.js';
import { SampleTable } from './sample-table.js';

/** What tells samples apart, besides their characteristics. */
const kept: ReadonlySet<string> = new Set(['title', 'source_name_ch1', 'source_name_ch2', 'description']);

export async function readSeriesMatrix(source: ByteSource, options: GctOptions = {}): Promise<Table> {
  const { name } = source;
  const turn = createTurns(options.signal);
  const about: (readonly string[])[] = [];
  let isInside = false;
  let isComplete = false;
  let features: SampleTable | undefined;
  for await (const lines of readLines(source)) {
    for (const { number, text } of lines) {
      if (text.startsWith('!')) {
        if (text.startsWith('!series_matrix_table_begin')) isInside = true;
        if (text.startsWith('!series_matrix_table_end')) isComplete = true;
        if (text.startsWith('!Sample_')) about.push(cellsOf(text));
        continue;
      }
      if (!isInside || isComplete || text.trim() === '') continue;
      const cells = cellsOf(text);
      if (features === undefined) {
        features = new SampleTable(cells.slice(1), name, heldLimit(source.size, options.maxBytes));
      } else {
        features.addFeature(cells[0], cells, 1, number);
      }
      if (turn.isDue(cells.length)) await turn.take();
    }
  }
  if (features === undefined || features.featureCount === 0) {
    throw new UserError(
      'data',
      `${name}: is a series matrix without a table of values, as GEO has it for sequencing; take the supplementary file of counts`,
    );
  }
  if (!isComplete) throw new UserError('data', `${name}: the table of values does not end; is the file cut short?`);
  return inTurns(features.toTable(aboutSamples(about)), options.signal);
}

function cellsOf(line: string): string[] {
  return line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/** The columns about samples that differ between them. */
function aboutSamples(lines: readonly (readonly string[])[]): TextColumn[] {
  const found: TextColumn[] = [];
  for (const [tag, ...cells] of lines) {
    const key = tag.replace('!Sample_', '');
    if (key.startsWith('characteristics')) found.push(...characteristics(cells));
    else if (kept.has(key)) found.push({ name: key, values: cells.map(textOrMissing) });
  }
  const differing = found.filter(({ values }) => new Set(values).size > 1);
  const names = numberRepeats(differing.map(({ name }) => name));
  return differing.map(({ values }, place) => ({ name: names[place], values }));
}

/** One line may hold several keys, where samples differ in what is known of them. */
function characteristics(cells: readonly string[]): TextColumn[] {
  const columns = new Map<string, (string | undefined)[]>();
  cells.forEach((cell, sample) => {
    const colon = cell.indexOf(':');
    if (cell === '') return;
    const key = colon > 0 ? cell.slice(0, colon).trim() : 'characteristic';
    const values = columns.get(key) ?? new Array<string | undefined>(cells.length).fill(undefined);
    values[sample] = textOrMissing(cell.slice(colon + 1).trim());
    columns.set(key, values);
  });
  return Array.from(columns, ([name, values]) => ({ name, values }));
}

function textOrMissing(text: string): string | undefined {
  return isMissingWord(text) ? undefined : text;
}
