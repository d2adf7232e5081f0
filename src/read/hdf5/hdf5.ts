/**
 * Tables from an open HDF5 file: AnnData (.h5ad), MATLAB 7.3, and plain files of data sets. Opening it is left to the
 * caller (h5wasm opens paths in Node and bytes in a browser); here it is only looked at through `H5Group`.
 */
import { UserError } from '../../errors.js';
import type { Table } from '../../types.js';
import { type MatrixOptions, matrixTable } from '../matrix-table.js';
import { pickVariables, readBesides, type Variable } from '../pick-variables.js';
import { isAnnDataMatrix, readAnnData } from './hdf5-anndata.js';
import { damagedHdf5 } from './hdf5-limits.js';
import { type H5Group, H5Reader, isDataset, isGroup } from './hdf5-reader.js';

export interface Hdf5Options extends MatrixOptions {
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** As `Hdf5Options`, for the reading itself. */
export interface OpenHdf5Options extends MatrixOptions {
  readonly maxBytes?: number;
  /** Called after every part that was read. */
  readonly onProgress?: () => void;
}

/** `isMatlab`: MATLAB writes matrices the other way round. */
export function readHdf5(root: H5Group, name: string, isMatlab: boolean, options: OpenHdf5Options = {}): Table {
  const reader = new H5Reader(name, options.maxBytes, options.onProgress);
  try {
    return isAnnDataMatrix(root, options.x)
      ? readAnnData(root, reader, options)
      : readVariables(root, reader, isMatlab, options);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw damagedHdf5(name, error);
  }
}

function readVariables(root: H5Group, reader: H5Reader, isMatlab: boolean, options: OpenHdf5Options): Table {
  const variables = listVariables(root, '', isMatlab, options.onProgress);
  const picked = pickVariables(variables, options, reader.name);
  const { x } = picked;
  const found = root.get(x.name);
  const matrix = isGroup(found)
    ? reader.sparse(found, x.name)
    : isDataset(found) && isMatlab
      ? reader.denseColumns(found, x.name)
      : isDataset(found)
        ? reader.dense(found, x.name)
        : undefined;
  if (matrix === undefined) throw new UserError('data', `${reader.name}: "${x.name}" is not a data set`);
  const besides = readBesides(picked, ({ name }) => reader.texts(root.get(name), name));
  return matrixTable({ matrix, ...besides }, reader.name);
}

/** All data sets and sparse groups, by path without the leading slash; rows first. */
function listVariables(group: H5Group, prefix: string, isMatlab: boolean, onProgress?: () => void): Variable[] {
  return group.keys().flatMap((key): Variable[] => {
    onProgress?.();
    const name = prefix + key;
    const found = group.get(key);
    if (isDataset(found)) {
      const shape = found.shape ?? [];
      return [
        {
          name,
          shape: isMatlab ? [...shape].reverse() : shape,
          isNumeric: /^[<>|]?[bBhHiIlLqQefd]/.test(String(found.dtype)),
        },
      ];
    }
    if (!isGroup(found) || key.startsWith('#')) return [];
    const shape = H5Reader.sparseShape(found);
    if (shape) return [{ name, shape, isNumeric: true }];
    return prefix.split('/').length > 4 ? [] : listVariables(found, `${name}/`, isMatlab, onProgress);
  });
}
