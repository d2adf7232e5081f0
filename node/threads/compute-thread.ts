/** The file a compute thread of Node starts with. */
import { workerData } from 'node:worker_threads';
import { serveKernels, type ThreadStart } from '../../src/compute/thread.js';

serveKernels(workerData as ThreadStart);
