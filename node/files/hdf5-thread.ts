/** The thread that reads one HDF5 file with h5wasm, which reads only the parts of it that are asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import { damagedHdf5 } from '../../src/read/hdf5/hdf5-limits.js';
import type { Hdf5Order } from '../../src/read/hdf5/hdf5-messages.js';
import type { H5Group } from '../../src/read/hdf5/hdf5-reader.js';
import { type OpenHdf5, serveHdf5 } from '../../src/read/hdf5/serve-hdf5.js';
import { loadOptional } from '../../src/read/source/load-optional.js';

async function openPath({ name, file: path }: Hdf5Order): Promise<OpenHdf5> {
  const h5wasm = await loadOptional(() => import('h5wasm/node'), 'h5wasm', 'reading HDF5 files');
  const module = await h5wasm.ready;
  // Without it HDF5 writes its errors to the console.
  module.activate_throwing_error_handler();
  try {
    const file = new h5wasm.File(path as string, 'r');
    return { root: file as unknown as H5Group, close: () => file.close() };
  } catch (error) {
    throw damagedHdf5(name, error);
  }
}

const read = serveHdf5(workerData as number, openPath, (news, transfer) =>
  parentPort!.postMessage(news, transfer as ArrayBuffer[]),
);
parentPort!.on('message', (order: Hdf5Order) => void read(order));
