/**
 * GCT, the Broad Institute's format of expression matrices: `#1.2` (names and descriptions of genes) and `#1.3`, which has
 * further columns about genes, left out here, and rows about samples, which become columns of the table.
 * https://clue.io/connectopedia/gct_format
 */
import { UserError } from '../../errors.js';
import { createTurns, inTurns } from '../../turns.js';
import type { Table, TextColumn } from '../../types.js';
import { heldLimit, type ReadAllOptions } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { readLines } from '../text/lines.js';
import { isMissingWord } from '../text/missing.js';
import { SampleTable } from './sample-table.js';

export interface GctOptions extends ReadAllOptions {
  readonly signal?: AbortSignal;
}

/** What the second line says. */
interface GctSizes {
  readonly features: number;
  readonly samples: number;
  /** Columns between the name of a feature and its values. */
  readonly aboutFeatures: number;
  /** Lines about samples. */
  readonly aboutSamples: number;
}

export async function readGct(source: ByteSource, options: GctOptions = {}): Promise<Table> {
  const { name } = source;
  const turn = createTurns(options.signal);
  const beside: TextColumn[] = [];
  let version = '';
  let sizes: GctSizes | undefined;
  let features: SampleTable | undefined;
  for await (const lines of readLines(source)) {
    for (const { number, text } of lines) {
      if (number === 1) {
        version = text.trim();
        continue;
      }
      if (text.trim() === '') continue;
      const cells = text.split('\t');
      if (sizes === undefined) {
        sizes = readSizes(cells, version, name);
      } else if (features === undefined) {
        const samples = cells.slice(1 + sizes.aboutFeatures).map((cell) => cell.trim());
        if (samples.length !== sizes.samples) throw damaged(name, number, samples.length, sizes.samples, 'samples');
        features = new SampleTable(samples, name, heldLimit(source.size, options.maxBytes));
      } else if (beside.length < sizes.aboutSamples) {
        const values = cells.slice(1 + sizes.aboutFeatures).map(textOrMissing);
        if (values.length !== sizes.samples) throw damaged(name, number, values.length, sizes.samples, 'samples');
        beside.push({ name: cells[0], values });
      } else {
        features.addFeature(cells[0], cells, 1 + sizes.aboutFeatures, number);
      }
      if (turn.isDue(cells.length)) await turn.take();
    }
  }
  if (sizes === undefined || features === undefined)
    throw new UserError('data', `${name}: the file ends in its header`);
  if (features.featureCount !== sizes.features)
    throw new UserError(
      'data',
      `${name}: holds ${features.featureCount} features where its second line says ${sizes.features}; is it cut short?`,
    );
  return inTurns(features.toTable(beside), options.signal);
}

function readSizes(cells: readonly string[], version: string, name: string): GctSizes {
  const [features, samples, aboutFeatures = 1, aboutSamples = 0] = cells.map(Number);
  const sizes = version === '#1.3' ? [features, samples, aboutFeatures, aboutSamples] : [features, samples, 1, 0];
  if (sizes.some((size) => !Number.isSafeInteger(size) || size < 0))
    throw new UserError(
      'data',
      `${name}, line 2: expected the numbers of features and samples, got "${cells.join(' ')}"`,
    );
  return { features, samples, aboutFeatures: sizes[2], aboutSamples: sizes[3] };
}

function damaged(name: string, line: number, found: number, wanted: number, what: string): UserError {
  return new UserError('data', `${name}, line ${line}: ${found} ${what} where its second line says ${wanted}`);
}

function textOrMissing(cell: string): string | undefined {
  const text = cell.trim();
  return isMissingWord(text) || text === '-666' ? undefined : text;
}
