/** Opens an HDF5 file by its path with h5wasm, which then reads only the parts that are asked for. */
import { UserError } from '../../src/errors.js';
import type { H5Group } from '../../src/read/hdf5/hdf5-reader.js';
import type { OpenHdf5 } from '../../src/read/read-table.js';
import { loadOptional } from '../../src/read/source/load-optional.js';
import type { ByteSource } from '../../src/read/source/source.js';
import type { FileSource } from './file-source.js';

export async function openHdf5File(source: ByteSource): Promise<OpenHdf5> {
  const { path, isGzip } = source as FileSource;
  if (isGzip) throw new UserError('data', `${path}: is compressed by gzip as a whole; unpack it first`);
  const h5wasm = await loadOptional(() => import('h5wasm/node'), 'h5wasm', 'reading HDF5 files');
  const module = await h5wasm.ready;
  // Without it HDF5 writes its errors to the console.
  module.activate_throwing_error_handler();
  try {
    const file = new h5wasm.File(path, 'r');
    return { root: file as unknown as H5Group, close: () => file.close() };
  } catch (error) {
    throw new UserError('data', `${path}: cannot be opened as HDF5 (${(error as Error).message})`);
  }
}
