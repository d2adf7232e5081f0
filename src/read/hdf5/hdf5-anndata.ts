/** AnnData (.h5ad): the matrix X (cells x genes, dense or sparse), gene names from var, the target from obs. */

import { UserError } from '../../errors.js';
import { didYouMean } from '../../suggest.js';
import type { Table } from '../../types.js';
import { type MatrixOptions, matrixTable } from '../matrix-table.js';
import { type H5Group, type H5Reader, isDataset, isGroup } from './hdf5-reader.js';

/** The target is named `obs:cell_type`, or `cell_type`. */
export function readAnnData(root: H5Group, reader: H5Reader, options: MatrixOptions): Table {
  const x = root.get('X');
  if (!isGroup(x) && !isDataset(x)) throw new UserError('data', `${reader.name}: there is no matrix X`);
  const matrix = isGroup(x) ? reader.sparse(x, 'X') : reader.dense(x, 'X');
  const names = uniqueNames(reader.texts(indexOf(root, 'var'), 'var names').map((name) => name ?? ''));
  const target = options.target === undefined ? undefined : targetOf(root, reader, options.target);
  return { ...matrixTable({ matrix, names, target }, reader.name), otherTargets: obsColumns(root).map(asTarget) };
}

function asTarget(column: string): string {
  return `obs:${column}`;
}

function obsColumns(root: H5Group): readonly string[] {
  const obs = root.get('obs');
  return isGroup(obs) ? obs.keys().filter((key) => !key.startsWith('_')) : [];
}

function indexOf(root: H5Group, group: string): unknown {
  const frame = root.get(group);
  if (!isGroup(frame))
    throw new UserError(
      'data',
      `"${group}" is of an old AnnData layout; read and write the file with a current anndata`,
    );
  return frame.get(String(frame.attrs._index?.value ?? '_index'));
}

function targetOf(root: H5Group, reader: H5Reader, name: string) {
  const column = name.replace(/^obs:/, '');
  const obs = root.get('obs');
  if (!isGroup(obs)) throw new UserError('data', `${reader.name}: "obs" is of an old AnnData layout`);
  const columns = obsColumns(root);
  if (!columns.includes(column)) {
    const near = didYouMean(column, columns);
    const hint =
      near === undefined ? `obs holds ${columns.map((key) => `"${key}"`).join(', ')}` : `did you mean "obs:${near}"?`;
    throw new UserError('data', `${reader.name}: there is no column "${column}" in obs; ${hint}`);
  }
  return { name, values: reader.texts(obs.get(column), `obs/${column}`) };
}

/** Gene symbols repeat; as anndata does, -1, -2 ... are added to the later ones. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set(names);
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    while (used.has(unique) || (unique !== name && seen.has(unique))) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      unique = `${name}-${count}`;
    }
    used.add(unique);
    return unique;
  });
}
