/** Loads a file of any format that neurofs reads, or a data set of the catalogue by its name, into a Table. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { catalogue, findSet } from '../../src/catalogue/catalogue.js';
import { UserError } from '../../src/errors.js';
import { didYouMeanHint } from '../../src/suggest.js';
import { type LoadedFileTable, type LoadOptions, loadFile } from './load-file.js';
import { type LoadedSet, loadSet } from './load-set.js';

export interface LoadedTable extends LoadedFileTable {
  /** Where a name of the catalogue was given: its target, split and the paper's settings. */
  readonly set?: LoadedSet;
}

/** A path that exists is a file; any other word is looked up in the catalogue. */
export async function loadTable(pathOrName: string, options: LoadOptions = {}): Promise<LoadedTable> {
  if (existsSync(pathOrName)) return loadFile(pathOrName, options);
  const set = findSet(pathOrName);
  if (set) return loadSet(set, options);
  const isBareWord = basename(pathOrName) === pathOrName && !pathOrName.includes('.');
  const near = isBareWord
    ? didYouMeanHint(
        pathOrName,
        catalogue.map((one) => one.key),
      )
    : '';
  if (near) throw new UserError('data', `${pathOrName}: there is no such file or data set${near}`);
  return loadFile(pathOrName, options);
}
