/**
 * Reads an HDF5 file by its path in a thread beside this one, which is ended where HDF5 does not come to an end. The thread's
 * JavaScript memory is limited by Node, the memory of HDF5 by the thread itself (`limit-wasm-memory.ts`).
 */

import { Worker } from 'node:worker_threads';
import { UserError } from '../../src/errors.js';
import { pickGiven } from '../../src/pick-options.js';
import type { Hdf5Options } from '../../src/read/hdf5/hdf5.js';
import { hdf5Limits, tookTooMuch } from '../../src/read/hdf5/hdf5-limits.js';
import type { Hdf5News, Hdf5Order } from '../../src/read/hdf5/hdf5-messages.js';
import { type Hdf5Worker, watchHdf5 } from '../../src/read/hdf5/watch-hdf5.js';
import { matrixOptionNames } from '../../src/read/matrix-table.js';
import type { ByteSource } from '../../src/read/source/source.js';
import type { Table } from '../../src/types.js';
import type { FileSource } from './file-source.js';

export function readHdf5File(source: ByteSource, isMatlab: boolean, options: Hdf5Options): Promise<Table> {
  const { path, isGzip, size } = source as FileSource;
  if (isGzip) throw new UserError('data', `${path}: is compressed by gzip as a whole; unpack it first`);
  const { signal, maxBytes } = options;
  const limits = hdf5Limits(size, maxBytes);
  const order: Hdf5Order = {
    name: path,
    file: path,
    isMatlab,
    options: pickGiven(options, matrixOptionNames),
    maxBytes: limits.maxBytes,
    libraryBytes: limits.libraryBytes,
  };
  return watchHdf5(startRead(order), { name: path, limits, worked: processorSeconds, signal });
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A thread that waits for the next file: HDF5 takes longer to load than most files to read. */
let idle: { readonly worker: Worker; readonly libraryBytes: number } | undefined;

function takeThread(libraryBytes: number): Worker {
  const found = idle;
  idle = undefined;
  if (found?.libraryBytes === libraryBytes) return found.worker;
  void found?.worker.terminate();
  return new Worker(new URL('./hdf5-thread.js', import.meta.url), {
    workerData: libraryBytes,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: Math.round(libraryBytes / 2 ** 20) },
    // HDF5 writes on them when it gives up; what matters is in the error.
    stdout: true,
    stderr: true,
  });
}

function startRead(order: Hdf5Order): Hdf5Worker {
  const { name, libraryBytes } = order;
  const worker = takeThread(libraryBytes);
  worker.ref();
  worker.postMessage(order);
  return {
    onNews: (take) => worker.on('message', (news: Hdf5News) => take(news)),
    onDeath(take) {
      worker.once('error', (error: NodeJS.ErrnoException) => {
        take(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tookTooMuch(name, libraryBytes) : error);
      });
      worker.once('exit', (code) => take(new Error(`the thread that reads HDF5 ended with code ${code}`)));
    },
    stop: () => void worker.terminate(),
    release() {
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      worker.unref();
      void idle?.worker.terminate();
      idle = { worker, libraryBytes };
      worker.once('exit', () => {
        if (idle?.worker === worker) idle = undefined;
      });
      worker.once('error', () => {});
    },
  };
}
