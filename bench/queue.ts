/**
 * The queue: what it costs a job, what a second worker brings, and how a thousand workers and a hundred thousand jobs
 * fare. Redis, BullMQ and neurofs's own submitter and workers are real everywhere; only the jobs of the simulation do
 * nothing but sleep.
 */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeVersion } from '../node/code-version.js';
import { hashText } from '../node/files/hash-text.js';
import { hashFile } from '../node/files/load-file.js';
import type { QueueConnection } from '../node/queue/connection.js';
import { createQueueRunner } from '../node/queue/queue-runner.js';
import { runWorker, type WorkerOptions } from '../node/queue/queue-worker.js';
import { listWorkers } from '../node/queue/worker-list.js';
import { type Job, rowKey, rowPlaces, type SelectJob } from '../src/experiment/job.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { startRedis, withoutRedis } from '../test/redis-server.js';
import type { BenchRow, BenchSection } from './rows.js';
import { createSleepers, passThrough } from './sleeping-jobs.js';

interface BenchFile {
  readonly path: string;
  readonly sha256: string;
}

/** Takes some minutes. */
export async function benchQueue(): Promise<BenchSection> {
  if (withoutRedis !== false) throw new Error(withoutRedis);
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-bench-queue-'));
  const redis = await startRedis();
  try {
    const file = await writeData(folder);
    const connect = (prefix: string) => redis.connect(prefix);
    const rows: BenchRow[] = [];
    for (const measure of [measureOverhead, measureWorkers, simulate]) {
      const row = await measure(file, connect, folder);
      // The next one may take minutes.
      console.error(JSON.stringify(row));
      rows.push(row);
    }
    return {
      title: 'The queue',
      note:
        'Overhead: 300 jobs that compute nothing, one worker with a process for its jobs; a job goes from Redis to the ' +
        'worker, to its process, and its row to Redis and to the submitter. Two workers: the same 24 jobs (four ' +
        'sparse networks and two filters, four seeds, on 400 rows of 200 features) with one worker of one thread and ' +
        `with two, once they are there. Simulation: ${simulation.workers} workers and ${simulation.jobs} jobs that sleep ${simulation.milliseconds} ms, all in ` +
        'one process beside Redis, with an append-only file.',
      rows,
    };
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true });
  }
}

type Connect = (prefix: string) => Promise<QueueConnection>;

async function measureOverhead(file: BenchFile, connect: Connect, folder: string): Promise<BenchRow> {
  const program = join(folder, 'nothing.mjs');
  const from = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  writeFileSync(
    program,
    `import { rowKey, rowPlaces } from ${from('../src/experiment/job.js')};
    import { hashText } from ${from('../node/files/hash-text.js')};
    process.once('disconnect', () => process.exit(0));
    process.on('message', ({ job }) => {
      const [place] = rowPlaces(job);
      const row = { key: rowKey(job, place, hashText), method: job.method, ...place, measures: [], features: [],
        selectSeconds: 0, evaluateSeconds: 0 };
      process.send({ kind: 'row', row });
      process.send({ kind: 'end' });
    });
    process.send({ kind: 'ready' });`,
  );
  const jobs = Array.from({ length: 300 }, (_, seed) => makeJob(file, 'fisher', {}, seed));
  const watcher = await connect('overhead');
  const before = { own: process.cpuUsage(), redis: await redisSeconds(watcher) };
  const { ends } = await runOn(connect, 'overhead', jobs, [{ threads: 1, program }]);
  const own = process.cpuUsage(before.own);
  const ofRedis = (await redisSeconds(watcher)) - before.redis;
  watcher.close();
  const steps = ends.slice(1).map((end, place) => end - ends[place]);
  steps.sort((a, b) => a - b);
  const at = (share: number) => steps[Math.floor(share * steps.length)];
  return {
    name: 'overhead of a job',
    figures: {
      jobs: jobs.length,
      'median ms': at(0.5),
      '90 % within ms': at(0.9),
      // What a busy machine does not change.
      'neurofs CPU ms': (own.user + own.system) / 1000 / jobs.length,
      'Redis CPU ms': (1000 * ofRedis) / jobs.length,
    },
  };
}

async function measureWorkers(file: BenchFile, connect: Connect, folder: string): Promise<BenchRow> {
  const network = { epochs: 50, hidden: [500, 500] };
  const jobs = [0, 1, 2, 3].flatMap((seed) => [
    makeJob(file, 'neurofs', network, seed),
    makeJob(file, 'rigl', network, seed),
    makeJob(file, 'quickselection', network, seed),
    makeJob(file, 'neurofs-random-growth', network, seed),
    makeJob(file, 'mrmr', {}, seed),
    makeJob(file, 'fisher', {}, seed),
  ]);
  const time = async (count: number) => {
    const options = { threads: 1, cacheFolder: join(folder, 'cache') };
    const workers = Array.from({ length: count }, () => options);
    const { start, ends } = await runOn(connect, `workers${count}`, jobs, workers);
    return (ends[ends.length - 1] - start) / 1000;
  };
  const [one, two] = [await time(1), await time(2)];
  return {
    name: 'two workers against one',
    figures: { 'one s': one, 'two s': two, ratio: two / one, jobs: jobs.length },
  };
}

/** The environment may ask for less: the whole takes the better part of two cores for some minutes. */
const simulation = {
  workers: Number(process.env.BENCH_WORKERS ?? 1000),
  jobs: Number(process.env.BENCH_JOBS ?? 100_000),
  milliseconds: 1000,
};

async function simulate(file: BenchFile, connect: Connect): Promise<BenchRow> {
  const base = makeJob(file, 'fisher', {}, 0);
  const jobs = Array.from({ length: simulation.jobs }, (_, seed) => ({ ...base, seed }));
  const slots = createSleepers(simulation.milliseconds, (job) =>
    rowPlaces(job).map((place) => rowKey(job, place, hashText)),
  );
  const watcher = await connect('simulation');
  const megabytes = async () => Number(/used_memory:(\d+)/.exec(await watcher.redis.info('memory'))?.[1]) / 1e6;
  const before = await megabytes();
  let most = before;
  const watching = setInterval(async () => {
    most = Math.max(most, await megabytes());
  }, 1000);
  const options = { threads: 1, slots, cache: passThrough, lockSeconds: 120 };
  const { start, ends } = await runOn(
    connect,
    'simulation',
    jobs,
    Array.from({ length: simulation.workers }, () => options),
  );
  clearInterval(watching);
  const figures = {
    jobs: jobs.length,
    workers: simulation.workers,
    'first result after s': (ends[0] - start) / 1000,
    'all s': (ends[ends.length - 1] - start) / 1000,
    'jobs/s': (1000 * ends.length) / (ends[ends.length - 1] - ends[0]),
    'most Redis MB': most,
    'Redis MB at the end': await megabytes(),
    'Redis CPU s': await redisSeconds(watcher),
  };
  watcher.close();
  return { name: 'simulation', figures };
}

/** CPU time that Redis has used. */
async function redisSeconds({ redis }: QueueConnection): Promise<number> {
  const text = await redis.info('cpu');
  const of = (name: string) => Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(text)?.[1]);
  return of('user') + of('sys');
}

interface Timed {
  /** When the workers were there and the jobs were put on the queue, in milliseconds. */
  readonly start: number;
  /** When each job had ended, in order. */
  readonly ends: readonly number[];
}

/** Runs the jobs on these workers, once they are all there. */
async function runOn(
  connect: Connect,
  prefix: string,
  jobs: readonly Job[],
  workers: readonly WorkerOptions[],
): Promise<Timed> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const started = Promise.all(
    workers.map(async (options, place) => {
      const connection = await connect(prefix);
      await runWorker(connection, { ...options, name: `w${place}`, graceSeconds: 1 }, stop.signal);
      connection.close();
    }),
  );
  const connection = await connect(prefix);
  while ((await listWorkers(connection)).length < workers.length) await sleep(100);
  const start = performance.now();
  const ends: number[] = [];
  const runner = createQueueRunner(connection, { words: ['bench'], title: 'bench' });
  await runner.run(jobs, {
    onStart() {},
    onProgress() {},
    onRow: async () => {},
    onEnd: () => ends.push(performance.now()),
  });
  stop.abort();
  await started;
  connection.close();
  return { start, ends };
}

function makeJob(file: BenchFile, method: string, given: Record<string, unknown>, seed: number): SelectJob {
  return {
    kind: 'select',
    data: {
      name: 'bench',
      sha256: file.sha256,
      scaling: 'minmax',
      scaleOn: 'train',
      place: { kind: 'file', path: file.path, target: 'class' },
      split: { testFraction: 0.25, seed: 0 },
    },
    method,
    variant: method,
    seed,
    judgeOptions: {},
    code: codeVersion(),
    options: resolveOptions(findMethod(method), given) as Record<string, unknown>,
    picks: [{ k: 10, judges: ['svm'] }],
  };
}

async function writeData(folder: string): Promise<BenchFile> {
  const random = createRandom(3);
  const columns = Array.from({ length: 200 }, (_, column) => column);
  const lines = Array.from({ length: 400 }, (_, row) => {
    const cells = columns.map((column) => (random.float() + (column < 10 ? 0.3 * (row % 4) : 0)).toFixed(4));
    return `${cells.join(',')},c${row % 4}`;
  });
  const path = join(folder, 'bench.csv');
  writeFileSync(path, `${columns.map((column) => `f${column}`).join(',')},class\n${lines.join('\n')}\n`);
  return { path, sha256: await hashFile(path) };
}
