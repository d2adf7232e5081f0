/** The file a compute thread of a browser starts with. */
import { serveKernels, type ThreadStart } from './thread.js';
import { openWasmKernels, type SharedWasm } from './wasm-kernels.js';

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => {
  const kernels = openWasmKernels(data.shared as SharedWasm);
  self.postMessage('ready');
  serveKernels(kernels, data);
};
