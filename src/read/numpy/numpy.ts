/** Tables from .npy (a matrix) and .npz (a zip of named arrays, as numpy.savez and scipy.sparse.save_npz write it). */
import { UserError } from '../../errors.js';
import { inTurns, type Steps } from '../../turns.js';
import type { Matrix, Table } from '../../types.js';
import { compressedMatrix } from '../compressed-matrix.js';
import { type MatrixOptions, matrixTable, textOfNumbers } from '../matrix-table.js';
import { pickVariables, readBesides } from '../pick-variables.js';
import { heldLimit, type ReadAllOptions, readAll } from '../source/read-all.js';
import { type ByteSource, readStart } from '../source/source.js';
import { openZip } from '../source/zip.js';
import { npyCells, npyMatrix, readNpy, readNpyHeader } from './npy.js';
import { type CollectOptions, collectCells, isTooLarge } from './raw-cells.js';
import { isSparsePart, readSparseParts, sparseName } from './scipy-sparse.js';

/** A header of a plain array takes some hundred bytes. */
const mostHeaderBytes = 2 ** 16;

/** A lone matrix has no target: the table has features only. */
export async function readNpyTable(source: ByteSource, options: ReadAllOptions & CollectOptions = {}): Promise<Table> {
  if (options.collector) {
    const header = readNpyHeader(await readStart(source, mostHeaderBytes), source.name);
    const cells = npyCells(header, source.name);
    if (cells && isTooLarge(cells, options.collector)) {
      const matrix = await collectCells(source, cells, options.collector, options);
      return matrixTable({ matrix, imageShape: imageShapeOf(header.shape) }, source.name);
    }
  }
  const array = readNpy(await readAll(source, options), source.name);
  const matrix = await inTurns(npyMatrix(array, source.name), options.signal);
  return matrixTable({ matrix, imageShape: imageShapeOf(array.shape) }, source.name);
}

export interface NpzOptions extends MatrixOptions, ReadAllOptions {
  readonly signal?: AbortSignal;
}

export async function readNpz(source: ByteSource, options: NpzOptions = {}): Promise<Table> {
  const members = await unzipMembers(source, options);
  const sparse = readSparseParts(members, source.name);
  const variables = [...members]
    .filter(([name]) => !sparse || name === sparseName || !isSparsePart(name))
    .map(([name, bytes]) => {
      const { shape, type } = readNpyHeader(bytes, `${source.name}: ${name}`);
      const isSparse = sparse !== undefined && name === sparseName;
      return { name, shape: isSparse ? sparse.shape : shape, isNumeric: !/^.[USO]/.test(type), bytes, isSparse };
    });
  const picked = pickVariables(variables, options, source.name);
  const { x } = picked;
  const label = `${source.name}: ${x.name}`;
  const steps: Steps<Matrix> =
    sparse && x.isSparse ? compressedMatrix(sparse, label) : npyMatrix(readNpy(x.bytes, label), label);
  const matrix = await inTurns(steps, options.signal);
  return matrixTable(
    {
      matrix,
      ...readBesides(picked, ({ name, bytes }) => targetValues(bytes, `${source.name}: ${name}`)),
      imageShape: imageShapeOf(x.shape),
    },
    source.name,
  );
}

function targetValues(bytes: Uint8Array, name: string): (string | undefined)[] {
  const { shape, cells } = readNpy(bytes, name);
  const longest = Math.max(0, ...shape);
  if (longest !== cells.length) {
    throw new UserError('data', `${name}: a target has one value a row, got shape (${shape.join(', ')})`);
  }
  return ArrayBuffer.isView(cells) ? textOfNumbers(cells) : [...cells];
}

function imageShapeOf(shape: readonly number[]): readonly [number, number] | undefined {
  return shape.length === 3 ? [shape[1], shape[2]] : undefined;
}

/** The .npy members of a zip under their names. */
async function unzipMembers(source: ByteSource, { maxBytes, signal }: NpzOptions): Promise<Map<string, Uint8Array>> {
  const { name, size } = source;
  const bytes = await readAll(source, { ...(maxBytes !== undefined && { maxBytes }) });
  const isWanted = (file: string) => file.endsWith('.npy');
  const files = openZip(bytes, { name, limit: heldLimit(size, maxBytes), signal, isWanted });
  if (files.length === 0) {
    throw new UserError('data', `${name}: the zip holds no .npy array; unpack it and name the file in it`);
  }
  const members = new Map<string, Uint8Array>();
  for (const file of files) members.set(file.name.slice(0, -'.npy'.length), await file.read());
  return members;
}
