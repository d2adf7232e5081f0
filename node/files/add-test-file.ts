/** Reads a second cohort as the first was read, and puts its rows below those of the first, to be tested on. */
import { addTestTable, type TwoCohorts } from '../../src/encode/add-test-table.js';
import type { EncodeOptions } from '../../src/encode/encode-table.js';
import type { Dataset } from '../../src/types.js';
import { type LoadOptions, loadFile } from './load-file.js';

export async function addTestFile(
  first: Dataset,
  path: string,
  reading: LoadOptions,
  encoding: EncodeOptions,
): Promise<TwoCohorts> {
  const { table } = await loadFile(path, { ...reading, target: first.targetName });
  return addTestTable(first, table, path, encoding);
}
