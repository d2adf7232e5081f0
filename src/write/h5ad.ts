/**
 * A reduced table as AnnData (.h5ad, anndata.readthedocs.io/en/stable/fileformat-prose.html): numbers as X, sparse where they
 * were; what stands beside them, text features too, as columns of obs; in var whether a feature was selected, its place and
 * its score, as `neurofs.tl.select` writes them in Python; how it was selected in uns.
 */
import type { File, Group } from 'h5wasm';
import { indexColumnName, numberRepeats } from '../cells/column-names.js';
import { loadOptional } from '../read/source/load-optional.js';
import type { NumericArray } from '../types.js';
import { h5adTemplate } from './h5ad-template.js';
import { type NumberMatrix, numberMatrix } from './number-matrix.js';
import type { ReducedTable, WrittenColumn } from './reduced-table.js';

type Parameters = ReducedTable['parameters'];

export async function writeH5ad(table: ReducedTable): Promise<Uint8Array[]> {
  const h5wasm = await loadOptional(() => import('h5wasm'), 'h5wasm', 'writing .h5ad files');
  const module = await h5wasm.ready;
  // Without it HDF5 writes its errors to the console.
  module.activate_throwing_error_handler();
  const path = 'neurofs-output.h5ad';
  module.FS.writeFile(path, h5adTemplate());
  try {
    const file = new h5wasm.File(path, 'a');
    try {
      fill(file, table);
    } finally {
      file.close();
    }
    return [module.FS.readFile(path)];
  } finally {
    module.FS.unlink(path);
  }
}

function fill(file: File, table: ReducedTable): void {
  const matrix = numberMatrix(table);
  encodedAs(file, 'anndata', '0.1.0');
  if (table.isSparse) writeSparse(file, matrix, table.rowCount);
  else writeArray(file, 'X', matrix.values, [table.rowCount, matrix.names.length]);
  writeObs(file, table, matrix);
  writeVar(file, table, matrix.names);
  const uns = writeDictionary(file, 'uns');
  writeParameters(writeDictionary(writeDictionary(uns, 'neurofs'), 'params'), table.parameters);
  for (const name of ['layers', 'obsm', 'obsp', 'varm', 'varp']) writeDictionary(file, name);
}

/** Row names, and as columns what is no number among the features and what stands beside them. */
function writeObs(file: File, { rowCount, identifiers, beside, classes }: ReducedTable, { text }: NumberMatrix): void {
  const obs = file.create_group('obs');
  const rowNames = Array.from({ length: rowCount }, (_, row) => identifiers?.values[row] ?? String(row));
  const named = identifiers && identifiers.name !== indexColumnName ? inGroup(identifiers.name) : '_index';
  const columns = [...beside, ...text];
  // A slash would begin a group.
  const [index, ...names] = numberRepeats([named, ...columns.map(({ name }) => inGroup(name))]);
  writeTexts(obs, index, rowNames);
  columns.forEach((column, place) => {
    if (column.kind === 'text' || classes.has(column.name)) writeCategories(obs, names[place], column);
    else writeArray(obs, names[place], column.values);
  });
  describeFrame(obs, index, names);
}

/** The reader names columns of obs so, and they go back under their own names. */
function inGroup(name: string): string {
  return name.replace(/^obs:/, '').replaceAll('/', '_');
}

function writeVar(file: File, { places }: ReducedTable, names: readonly string[]): void {
  const frame = file.get('var') as Group;
  const selected = frame.get('neurofs') as import('h5wasm').Dataset;
  selected.resize([names.length]);
  encodedAs(selected, 'array', '0.2.0');
  writeTexts(frame, '_index', names);
  const found = names.map((name) => places.get(name));
  writeArray(
    frame,
    'neurofs_rank',
    Int32Array.from(found, (place) => place?.rank ?? 0),
  );
  writeArray(
    frame,
    'neurofs_score',
    Float64Array.from(found, (place) => place?.score ?? Number.NaN),
  );
  describeFrame(frame, '_index', ['neurofs', 'neurofs_rank', 'neurofs_score']);
}

function describeFrame(frame: Group, index: string, columns: readonly string[]): void {
  encodedAs(frame, 'dataframe', '0.2.0');
  frame.create_attribute('_index', index);
  frame.create_attribute('column-order', [...columns]);
}

function writeDictionary(parent: Group, name: string): Group {
  const group = parent.create_group(name);
  encodedAs(group, 'dict', '0.1.0');
  return group;
}

function writeParameters(group: Group, parameters: Parameters): void {
  for (const [name, value] of Object.entries(parameters)) {
    const scalar = group.create_dataset({ name, data: value });
    encodedAs(scalar, typeof value === 'string' ? 'string' : 'numeric-scalar', '0.2.0');
  }
}

function writeSparse(file: File, { names, values }: NumberMatrix, rowCount: number): void {
  const columnCount = names.length;
  const isEntry = (cell: number) => cell !== 0;
  const data = values.filter(isEntry) as NumericArray;
  const indices = new Int32Array(data.length);
  const indptr = new Int32Array(rowCount + 1);
  let entry = 0;
  for (let at = 0; at < values.length; at++) {
    if (isEntry(values[at])) indices[entry++] = at % columnCount;
    if ((at + 1) % columnCount === 0) indptr[(at + 1) / columnCount] = entry;
  }
  const group = file.create_group('X');
  encodedAs(group, 'csr_matrix', '0.1.0');
  group.create_attribute('shape', BigInt64Array.of(BigInt(rowCount), BigInt(columnCount)));
  group.create_dataset({ name: 'data', data });
  group.create_dataset({ name: 'indices', data: indices });
  group.create_dataset({ name: 'indptr', data: indptr });
}

/** The categories in ascending order, numbers by their size; -1 stands for a missing cell. */
function writeCategories(parent: Group, name: string, { values }: WrittenColumn): void {
  const cells = Array.from(values as ArrayLike<string | number | undefined>, (cell) =>
    Number.isNaN(cell) ? undefined : cell,
  );
  const found = [...new Set(cells)].filter((cell) => cell !== undefined);
  const categories = found.every((cell) => typeof cell === 'number') ? found.sort((a, b) => a - b) : found.sort();
  const codes = new Map(categories.map((category, place) => [category, place]));
  const group = parent.create_group(name);
  encodedAs(group, 'categorical', '0.2.0');
  group.create_attribute('ordered', 0);
  writeTexts(group, 'categories', categories.map(String));
  writeArray(
    group,
    'codes',
    Int32Array.from(cells, (cell) => (cell === undefined ? -1 : codes.get(cell)!)),
  );
}

function writeArray(parent: Group, name: string, data: NumericArray, shape = [data.length]): void {
  encodedAs(parent.create_dataset({ name, data, shape }), 'array', '0.2.0');
}

function writeTexts(parent: Group, name: string, texts: readonly string[]): void {
  const dataset = parent.create_dataset({ name, data: [...texts], shape: [texts.length], dtype: 'S' });
  encodedAs(dataset, 'string-array', '0.2.0');
}

function encodedAs(place: Pick<Group, 'create_attribute'>, type: string, version: string): void {
  place.create_attribute('encoding-type', type);
  place.create_attribute('encoding-version', version);
}
