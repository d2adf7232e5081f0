/** The file a compute thread of Node starts with. */
import { workerData } from 'node:worker_threads';
import { serveKernels, type ThreadStart } from '../../src/compute/thread.js';
import { openWasmKernels, type SharedWasm } from '../../src/compute/wasm-kernels.js';
import { openNativeKernels, type SharedNative } from '../engines/native-backend.js';

const start = workerData as ThreadStart;
const shared = start.shared as SharedWasm | SharedNative;
serveKernels('path' in shared ? openNativeKernels(shared) : openWasmKernels(shared), start);
