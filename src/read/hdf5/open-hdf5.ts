/** Opens HDF5 bytes with h5wasm in its own memory file system, as a browser must. Node opens paths instead. */
import { loadOptional } from '../source/load-optional.js';
import { damagedHdf5 } from './hdf5-limits.js';
import type { H5Group } from './hdf5-reader.js';
import type { OpenHdf5 } from './serve-hdf5.js';

export async function openHdf5Bytes(name: string, bytes: Uint8Array): Promise<OpenHdf5> {
  const h5wasm = await loadOptional(() => import('h5wasm'), 'h5wasm', 'reading HDF5 files');
  const module = await h5wasm.ready;
  const { FS } = module;
  // Without it HDF5 writes its errors to the console.
  module.activate_throwing_error_handler();
  const path = 'neurofs-input.h5';
  FS.writeFile(path, bytes);
  try {
    const file = new h5wasm.File(path, 'r');
    const close = () => {
      try {
        file.close();
      } finally {
        // HDF5 knows files by their number: what it could not close must not be taken for the next one.
        FS.unlink(path);
      }
    };
    return { root: file as unknown as H5Group, close };
  } catch (error) {
    FS.unlink(path);
    throw damagedHdf5(name, error);
  }
}
