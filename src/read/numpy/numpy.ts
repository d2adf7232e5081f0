/** Tables from .npy (a matrix) and .npz (a zip of named arrays, as numpy.savez writes it). */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { UserError } from '../../errors.js';
import type { Table } from '../../types.js';
import { type MatrixOptions, matrixTable, textOfNumbers } from '../matrix-table.js';
import { pickVariables, readBesides } from '../pick-variables.js';
import { heldLimit, type ReadAllOptions, readAll, tooLarge } from '../source/read-all.js';
import { type ByteSource, readStart } from '../source/source.js';
import { npyCells, npyMatrix, readNpy, readNpyHeader } from './npy.js';
import { type CollectOptions, collectCells, isTooLarge } from './raw-cells.js';

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
  return matrixTable({ matrix: npyMatrix(array, source.name), imageShape: imageShapeOf(array.shape) }, source.name);
}

export async function readNpz(source: ByteSource, options: MatrixOptions & ReadAllOptions = {}): Promise<Table> {
  const members = unzipMembers(await readAll(source, options), source.name, heldLimit(source.size, options.maxBytes));
  const variables = [...members].map(([name, bytes]) => {
    const { shape, type } = readNpyHeader(bytes, `${source.name}: ${name}`);
    return { name, shape, isNumeric: !/^.[USO]/.test(type), bytes };
  });
  const picked = pickVariables(variables, options, source.name);
  const { x } = picked;
  const matrix = npyMatrix(readNpy(x.bytes, `${source.name}: ${x.name}`), `${source.name}: ${x.name}`);
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

/** The .npy members of a zip under their names. Sizes are checked before anything is unpacked. */
function unzipMembers(bytes: Uint8Array, name: string, limit: number): Map<string, Uint8Array> {
  let total = 0;
  const filter = (file: UnzipFileInfo) => {
    if (!file.name.endsWith('.npy')) return false;
    total += file.originalSize;
    if (total > limit) throw tooLarge(name, limit);
    return true;
  };
  try {
    const unpacked = Object.entries(unzipSync(bytes, { filter }));
    if (unpacked.length === 0) {
      throw new UserError('data', `${name}: the zip holds no .npy array; unpack it and name the file in it`);
    }
    return new Map(unpacked.map(([file, content]) => [file.slice(0, -'.npy'.length), content]));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('data', `${name}: cannot be unzipped (${(error as Error).message}); is the file damaged?`);
  }
}
