/**
 * AnnData (.h5ad): a matrix (cells x genes, dense or sparse), gene names from var, cell names and other columns from obs.
 * The matrix is X, or a layer (`layers/counts`), or `raw/X`, which has genes of its own.
 */
import { indexColumnName, numberRepeats, repeatNotes } from '../../cells/column-names.js';
import { UserError } from '../../errors.js';
import { didYouMean } from '../../suggest.js';
import type { Table, TextColumn } from '../../types.js';
import { type MatrixOptions, matrixTable } from '../matrix-table.js';
import { type H5Group, type H5Reader, isDataset, isGroup } from './hdf5-reader.js';

/** Whether the file is AnnData and `x` one of its matrices. */
export function isAnnDataMatrix(root: H5Group, x = 'X'): boolean {
  const keys = root.keys();
  return keys.includes('obs') && keys.includes('var') && (x === 'X' || x === 'raw/X' || /^layers\/[^/]+$/.test(x));
}

/** Columns of obs, the target among them, are named `obs:cell_type`, or `cell_type`. */
export function readAnnData(root: H5Group, reader: H5Reader, options: MatrixOptions): Table {
  const { x: path = 'X', target } = options;
  const x = root.get(path);
  if (!isGroup(x) && !isDataset(x)) throw noMatrix(root, reader, path);
  const matrix = isGroup(x) ? reader.sparse(x, path) : reader.dense(x, path);
  const given = texts(root, reader, path === 'raw/X' ? 'raw/var' : 'var');
  const names = numberRepeats(given);
  const known = new Set(obsColumns(root));
  // Names that are no columns of obs may be parts of a list of targets.
  const beside = (options.apart ?? []).filter((name) => name !== target && known.has(withoutPrefix(name)));
  const isList = target?.includes(',') === true && !known.has(withoutPrefix(target));
  const table = matrixTable(
    {
      matrix,
      names,
      target: target === undefined || isList ? undefined : obsColumn(root, reader, target),
      beside: [
        { name: indexColumnName, values: texts(root, reader, 'obs') },
        ...beside.map((name) => obsColumn(root, reader, name)),
      ],
    },
    reader.name,
  );
  const notes = [...repeatNotes(given, names), ...(table.notes ?? [])];
  return {
    ...table,
    ...(notes.length > 0 && { notes }),
    otherTargets: classesFirst(root).map((name) => `obs:${name}`),
  };
}

function noMatrix(root: H5Group, reader: H5Reader, path: string): UserError {
  const layers = root.get('layers');
  const found = [
    ...(root.keys().includes('X') ? ['X'] : []),
    ...(isGroup(layers) ? layers.keys().map((key) => `layers/${key}`) : []),
    ...(root.keys().includes('raw') ? ['raw/X'] : []),
  ];
  return new UserError('data', `${reader.name}: there is no matrix "${path}"; it holds ${found.join(', ') || 'none'}`);
}

/** The names of the rows of a frame: obs, var. */
function texts(root: H5Group, reader: H5Reader, group: string): string[] {
  const frame = root.get(group);
  if (!isGroup(frame))
    throw new UserError(
      'data',
      `"${group}" is of an old AnnData layout; read and write the file with a current anndata`,
    );
  const index = frame.get(String(frame.attrs._index?.value ?? '_index'));
  return reader.texts(index, `${group} names`).map((name) => name ?? '');
}

function withoutPrefix(name: string): string {
  return name.replace(/^obs:/, '');
}

function obsColumns(root: H5Group): readonly string[] {
  const obs = root.get('obs');
  return isGroup(obs) ? obs.keys().filter((key) => !key.startsWith('_')) : [];
}

/** Columns of several categories before barcodes, counts and what is the same in every row. */
function classesFirst(root: H5Group): readonly string[] {
  const hasClasses = (name: string) => {
    const column = root.get(`obs/${name}`);
    const categories = isGroup(column) ? column.get('categories') : undefined;
    return isDataset(categories) && (categories.shape?.[0] ?? 0) > 1;
  };
  const columns = obsColumns(root);
  const classes = columns.filter(hasClasses);
  return [...classes, ...columns.filter((name) => !classes.includes(name))];
}

function obsColumn(root: H5Group, reader: H5Reader, name: string): TextColumn {
  const column = withoutPrefix(name);
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
