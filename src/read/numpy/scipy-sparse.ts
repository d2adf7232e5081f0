/**
 * Sparse matrices in an .npz as scipy.sparse.save_npz writes them: not one array but several, `data`, `indices` and
 * `indptr` beside a `shape` and the name of the `format`. Other arrays, such as a target, may stand beside them.
 */
import { UserError } from '../../errors.js';
import type { NumericArray } from '../../types.js';
import type { CompressedParts } from '../compressed-matrix.js';
import { readNpy } from './npy.js';

const partNames = ['data', 'indices', 'indptr', 'shape', 'format'] as const;

/** The arrays that are one matrix together; it is called by the first. */
export const [sparseName] = partNames;

export function isSparsePart(name: string): boolean {
  return (partNames as readonly string[]).includes(name);
}

/** Undefined where the file holds none. */
export function readSparseParts(members: ReadonlyMap<string, Uint8Array>, file: string): CompressedParts | undefined {
  if (!['data', 'shape', 'format'].every((name) => members.has(name))) return undefined;
  const { cells } = readNpy(members.get('format')!, `${file}: format`);
  if (ArrayBuffer.isView(cells) || cells.length !== 1) return undefined;
  const [format] = cells;
  if (format !== 'csr' && format !== 'csc') {
    throw new UserError('data', `${file}: a sparse matrix of SciPy's format "${format}" is not read`, {
      advice: ['save it by rows: scipy.sparse.save_npz(file, matrix.tocsr())'],
    });
  }
  const part = (name: (typeof partNames)[number]) => numbers(members.get(name), `${file}: ${name}`);
  return {
    shape: [...part('shape')],
    isByColumn: format === 'csc',
    start: part('indptr'),
    index: part('indices'),
    value: part('data'),
  };
}

function numbers(bytes: Uint8Array | undefined, label: string): NumericArray {
  const cells = bytes && readNpy(bytes, label).cells;
  if (cells && ArrayBuffer.isView(cells)) return cells;
  throw new UserError('data', `${label}: expected an array of numbers, as a sparse matrix has it`);
}
