/** The file a compute thread of a browser starts with. */
import { serveKernels, type ThreadStart } from './thread.js';
import { openWasmKernels } from './wasm-kernels.js';

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => {
  const kernels = openWasmKernels(data.shared);
  self.postMessage('ready');
  serveKernels(kernels, data);
};
