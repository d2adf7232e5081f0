/** Reads HDF5 in a browser: in a worker of its own, which can be ended where HDF5 does not come to an end. */
import { pickGiven } from '../../pick-options.js';
import type { Table } from '../../types.js';
import { matrixOptionNames } from '../matrix-table.js';
import { readAll } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { type Hdf5Options, readHdf5 } from './hdf5.js';
import { hdf5Limits } from './hdf5-limits.js';
import type { Hdf5News, Hdf5Order } from './hdf5-messages.js';
import { openHdf5Bytes } from './open-hdf5.js';
import { type Hdf5Worker, watchHdf5 } from './watch-hdf5.js';

export async function readHdf5Bytes(source: ByteSource, isMatlab: boolean, options: Hdf5Options): Promise<Table> {
  const bytes = await readAll(source, options);
  const limits = hdf5Limits(bytes.length, options.maxBytes);
  const { signal } = options;
  // A place without workers has nobody who could end the read from outside.
  if (typeof Worker === 'undefined') {
    const file = await openHdf5Bytes(source.name, bytes);
    try {
      return readHdf5(file.root, source.name, isMatlab, { ...options, maxBytes: limits.maxBytes });
    } finally {
      file.close();
    }
  }
  const order: Hdf5Order = {
    name: source.name,
    file: bytes,
    isMatlab,
    options: pickGiven(options, matrixOptionNames),
    maxBytes: limits.maxBytes,
    libraryBytes: limits.libraryBytes,
  };
  return watchHdf5(startWorker(order, bytes), {
    name: source.name,
    limits,
    worked: () => performance.now() / 1000,
    signal,
  });
}

function startWorker(order: Hdf5Order, bytes: Uint8Array): Hdf5Worker {
  const worker = new Worker(new URL('./web-hdf5-worker.js', import.meta.url), { type: 'module' });
  worker.postMessage(order, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
  return {
    onNews(take) {
      worker.onmessage = ({ data }: MessageEvent<Hdf5News>) => take(data);
    },
    onDeath(take) {
      worker.onerror = ({ message }) => take(new Error(`the worker that reads HDF5 could not go on: ${message}`));
    },
    stop: () => worker.terminate(),
    // A page reads a file now and then: the worker's memory is worth more than its start.
    release: () => worker.terminate(),
  };
}
