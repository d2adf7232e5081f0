/** The process that runs jobs, one after another, for `process-pool.ts`. */
import { Worker } from 'node:worker_threads';
import { describeError, failedRows } from '../../src/experiment/failed-rows.js';
import type { Job } from '../../src/experiment/job.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import { runJob } from '../../src/experiment/run-job.js';
import { codeVersion } from '../code-version.js';
import { hashText } from '../files/hash-text.js';
import { createNodeEngine } from '../threads/threads.js';
import { trialThreads } from '../threads/trial-threads.js';
import { createDataCache } from './job-data.js';
import type { MemoryWatch } from './memory-watch.js';
import type { JobNews, JobOrder, JobProcessStart } from './messages.js';

const { threads, engine: engineName, memoryBytes } = JSON.parse(process.argv[2]) as JobProcessStart;
const watch: MemoryWatch = { parent: process.ppid, ...(memoryBytes !== undefined && { memoryBytes }) };
new Worker(new URL('./memory-watch.js', import.meta.url), { workerData: watch }).unref();
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of a terminal; the one that started this one decides what it means.
process.on('SIGINT', () => {});

const cache = createDataCache();
const startTrials = trialThreads({ memory: memoryBytes });
let engine = await createNodeEngine(threads, undefined, engineName);
const tell = (news: JobNews) => new Promise<void>((resolve) => process.send!(news, () => resolve()));

async function run(job: Job): Promise<void> {
  const now = () => performance.now();
  const started = now();
  const onRow = (row: ResultRow) => tell({ kind: 'row', row });
  try {
    if (job.code !== codeVersion()) {
      throw new Error(`the job is for the code ${job.code}, this is ${codeVersion()}: the results might differ`);
    }
    const data = await cache.load(job.data);
    const onProgress = (done: number) => void tell({ kind: 'progress', done });
    await runJob(job, { engine, startTrials, data, hash: hashText, now, onProgress, onRow });
  } catch (error) {
    const seconds = (now() - started) / 1000;
    for (const row of failedRows(job, describeError(error), seconds, hashText)) await onRow(row);
  }
  if (engine.isBroken) engine = await createNodeEngine(threads, undefined, engineName);
  await tell({ kind: 'end' });
}

process.on('message', ({ job }: JobOrder) => void run(job));
await tell({ kind: 'ready' });
