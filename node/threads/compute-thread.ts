/** The file a compute thread of Node starts with. */
import { workerData } from 'node:worker_threads';
import { serveKernels, type ThreadStart } from '../../src/compute/thread.js';
import { openWasmKernels, type SharedWasm } from '../../src/compute/wasm-kernels.js';

const start = workerData as ThreadStart;
serveKernels(openWasmKernels(start.shared as SharedWasm), start);
