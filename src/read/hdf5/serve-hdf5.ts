/** The work of the worker that reads HDF5 files: opens them, reads their tables, and says how it gets on. */
import { UserError } from '../../errors.js';
import type { NumericArray, Table } from '../../types.js';
import { readHdf5 } from './hdf5.js';
import { damagedHdf5, tookTooMuch } from './hdf5-limits.js';
import type { Hdf5News, Hdf5Order } from './hdf5-messages.js';
import type { H5Group } from './hdf5-reader.js';
import { limitWasmMemory, type MemoryGuard } from './limit-wasm-memory.js';

/** An open HDF5 file and how to close it. */
export interface OpenHdf5 {
  readonly root: H5Group;
  close(): void;
}

export type TellHdf5News = (news: Hdf5News, transfer: readonly ArrayBufferLike[]) => void;

/** HDF5 gives no memory back: a worker that holds more than this is not kept for the next file. */
const mostKeptBytes = 2 ** 26;

/** Gives the function that reads one file after another; the limit holds for all of them. */
export function serveHdf5(
  libraryBytes: number,
  open: (order: Hdf5Order) => Promise<OpenHdf5>,
  tell: TellHdf5News,
): (order: Hdf5Order) => Promise<void> {
  const memory = limitWasmMemory(libraryBytes);
  return async (order) => {
    const onProgress = () => tell({ kind: 'progress' }, []);
    try {
      const file = await open(order);
      onProgress();
      const { name, isMatlab, options, maxBytes } = order;
      const table = readAndClose(file, () => readHdf5(file.root, name, isMatlab, { ...options, maxBytes, onProgress }));
      tell({ kind: 'table', table, isReusable: memory.bytes <= mostKeptBytes }, buffersOf(table));
    } catch (error) {
      tell(failureOf(order, error, memory), []);
    }
  };
}

function readAndClose(file: OpenHdf5, read: () => Table): Table {
  try {
    return read();
  } finally {
    file.close();
  }
}

function failureOf({ name, libraryBytes }: Hdf5Order, error: unknown, memory: MemoryGuard): Hdf5News {
  // HDF5 tells of memory that it did not get in many ways, so the limit itself is asked.
  const failure = memory.isMet ? tookTooMuch(name, libraryBytes) : error;
  if (failure instanceof UserError) return { kind: 'failure', code: failure.code, message: failure.message };
  return { kind: 'failure', code: 'data', message: damagedHdf5(name, failure).message };
}

/** What moves to the other side without being copied. */
function buffersOf({ numeric }: Table): ArrayBufferLike[] {
  const arrays: NumericArray[] =
    numeric.kind === 'dense' ? [numeric.values] : [numeric.rowStart, numeric.column, numeric.value];
  return [...new Set(arrays.map((array) => array.buffer))];
}
