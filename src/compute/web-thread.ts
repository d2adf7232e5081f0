/** The file a compute thread of a browser starts with. */
import { serveKernels, type ThreadStart } from './thread.js';

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => {
  self.postMessage('ready');
  serveKernels(data);
};
