/**
 * A thread beside the work: ends the process when it takes more memory than it may, or when the process that started
 * it is gone. A thread of its own, because the main one may be inside a kernel for a while.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { memoryMark } from './messages.js';

export interface MemoryWatch {
  readonly memoryBytes?: number;
  readonly parent: number;
}

const checkMilliseconds = 200;
const { memoryBytes = Number.POSITIVE_INFINITY, parent } = workerData as MemoryWatch;

setInterval(() => {
  const isOver = process.memoryUsage.rss() > memoryBytes;
  if (isOver) writeSync(2, `${memoryMark}\n`);
  if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, checkMilliseconds);
