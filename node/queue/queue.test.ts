/** Jobs on a real Redis: workers and submitters as functions of this process, jobs in processes of their own. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../src/experiment/job.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import { sampleJob, writeSampleFile } from '../../test/fixtures/jobs.js';
import { type RedisServer, startRedis, withoutRedis } from '../../test/redis-server.js';
import { createProcessPool } from '../jobs/process-pool.js';
import { readAddress } from './address.js';
import { openConnection, type QueueConnection, reconnectWait } from './connection.js';
import { Detached } from './detached.js';
import { cancelRun, describeQueue, retryRun } from './manage-runs.js';
import { createQueueRunner, type QueueRunnerOptions } from './queue-runner.js';
import { runWorker, type WorkerOptions } from './queue-worker.js';

let folder = '';
let redis: RedisServer;
let file = { path: '', sha256: '' };
let programs = { flaky: '', slow: '' };
let prefixes = 0;

interface Lab {
  readonly connection: QueueConnection;
  readonly prefix: string;
  readonly log: string[];
  work(options?: Partial<WorkerOptions>): { stop(): Promise<void> };
  submit(jobs: readonly Job[], options?: Partial<QueueRunnerOptions>, signal?: AbortSignal): Promise<ResultRow[]>;
}

/** Everything of one test under a prefix of its own, stopped at its end. */
async function withLab(act: (lab: Lab) => Promise<void>): Promise<void> {
  const prefix = `test${prefixes++}`;
  const connection = await redis.connect(prefix);
  const log: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  const lab: Lab = {
    connection,
    prefix,
    log,
    work(options = {}) {
      const stopping = new AbortController();
      const opened = redis.connect(prefix);
      const given = { threads: 1, graceSeconds: 0.1, cacheFolder: join(folder, prefix), ...options };
      const working = opened.then(async (own) => {
        await runWorker(own, { ...given, onLog: (text) => log.push(text) }, stopping.signal);
        own.close();
      });
      const stop = async () => {
        stopping.abort();
        await working;
      };
      stops.push(stop);
      return { stop };
    },
    async submit(jobs, options = {}, signal) {
      const rows: ResultRow[] = [];
      const runner = createQueueRunner(connection, { words: ['x'], title: 'x', retryMilliseconds: 50, ...options });
      const onRow = async (_: Job, row: ResultRow) => void rows.push(row);
      await runner.run(jobs, { onStart() {}, onProgress() {}, onRow, onEnd() {} }, signal);
      return rows;
    },
  };
  try {
    await act(lab);
  } finally {
    for (const stop of stops) await stop();
    connection.close();
  }
}

/** A job's process that sends rows as a real one does, after doing what the job's method asks of it. */
function stubProgram(path: string, body: string): string {
  writeFileSync(
    path,
    `import { rowKey, rowPlaces } from ${JSON.stringify(new URL('../../src/experiment/job.js', import.meta.url).href)};
    import { hashText } from ${JSON.stringify(new URL('../files/hash-text.js', import.meta.url).href)};
    process.once('disconnect', () => process.exit(0));
    const send = (news) => new Promise((resolve) => process.send(news, resolve));
    process.on('message', async ({ job }) => {
      ${body}
      for (const place of rowPlaces(job)) {
        await send({ kind: 'row', row: { key: rowKey(job, place, hashText), method: job.method, ...place,
          measures: [{ judge: 'svm', measure: 'accuracy', value: 0.5 }], features: [], selectSeconds: 0, evaluateSeconds: 0 } });
      }
      await send({ kind: 'end' });
    });
    await send({ kind: 'ready' });`,
  );
  return path;
}

const timeless = ({ selectSeconds: _, evaluateSeconds: __, peakBytes: ___, ...row }: ResultRow) => row;
const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
const outcome = ({ method, k, error }: ResultRow) => `${method} ${k} ${error?.code ?? 'done'}`;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000; ) {
    if (await isSo()) return;
    await pause(25);
  }
  assert.fail(`waited in vain until ${what}`);
}

describe('jobs on a queue', { skip: withoutRedis, timeout: 300_000 }, () => {
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neurofs-queue-'));
    file = await writeSampleFile(folder);
    redis = await startRedis();
    programs = {
      flaky: stubProgram(join(folder, 'flaky.mjs'), `if (job.method === 'rigl') process.exit(9);`),
      slow: stubProgram(
        join(folder, 'slow.mjs'),
        `if (job.method === 'rigl') await new Promise((resolve) => setTimeout(resolve, 60000));`,
      ),
    };
  });
  after(async () => {
    await redis?.stop();
    rmSync(folder, { recursive: true });
  });

  test('give the rows of a local run, bit for bit, each once, from two workers', () =>
    withLab(async (lab) => {
      const small = { hidden: [20], epochs: 3 };
      const jobs: Job[] = [
        sampleJob(file),
        ...[0, 1, 2].map((seed) => sampleJob(file, { method: 'neurofs', given: small, seed, picks: [pick(2)] })),
        foldJob(),
      ];
      const local: ResultRow[] = [];
      const onRow = async (_: Job, row: ResultRow) => void local.push(row);
      await createProcessPool({ processes: 1, threads: 2 }).run(jobs, {
        onStart() {},
        onProgress() {},
        onRow,
        onEnd() {},
      });
      lab.work();
      lab.work();
      const rows = await lab.submit(jobs);
      assert.equal(rows.length, 6);
      assert.deepEqual(rows.map(timeless).sort(byKey), local.map(timeless).sort(byKey));
    }));

  test('that crash are tried again and then are rows with their error; the rest finishes, and a retry mends them', () =>
    withLab(async (lab) => {
      const jobs = [sampleJob(file, { method: 'rigl', picks: [pick(2)] }), sampleJob(file, { picks: [pick(2)] })];
      const worker = lab.work({ program: programs.flaky });
      const rows = await lab.submit(jobs, { tries: 3 });
      assert.deepEqual(rows.map(outcome).sort(), ['fisher 2 done', 'rigl 2 crash']);
      assert.match(rows.find((row) => row.error)!.error!.message, /exit code 9/);
      assert.equal(lab.log.filter((line) => /^failed: rigl/.test(line)).length, 3);
      const { runs } = await describeQueue(lab.connection);
      assert.deepEqual([runs[0].status, runs[0].failed, runs[0].left], ['done', 1, 0]);
      await worker.stop();

      lab.work({ program: stubProgram(join(folder, 'mended.mjs'), '') });
      assert.equal(await retryRun(lab.connection, runs[0].id), 1);
      const mended = await lab.submit(jobs, { run: runs[0].id });
      assert.deepEqual(mended.map(outcome).sort(), ['fisher 2 done', 'rigl 2 done']);
    }));

  test('are refused by a worker with another version, with the reason on both sides', () =>
    withLab(async (lab) => {
      lab.work({ code: '0.0.0+other' });
      await until('the worker is there', async () => (await describeQueue(lab.connection)).workers.length === 1);
      const notes: string[] = [];
      const stop = new AbortController();
      const submitted = lab.submit([sampleJob(file)], { onNote: (text) => notes.push(text) }, stop.signal);
      await until('the submitter knows why', () => notes.some((note) => /refuse the jobs/.test(note)));
      stop.abort();
      await assert.rejects(submitted, /goes on without us/);
      const [{ lack, left }] = (await describeQueue(lab.connection)).runs;
      assert.match(lack!, /no worker has the code 0\.1\.0.*with 0\.0\.0\+other refuse/);
      assert.equal(left, 2);
      // A worker of the other version that starts now says what it does not take.
      lab.work({ code: '0.0.0+third' });
      await until('the worker says so', () => lab.log.some((line) => /^refused run .* 0\.0\.0\+third/.test(line)));
    }));

  test('are refused when no place has the content, and are taken from the copy when a path has another', () =>
    withLab(async (lab) => {
      lab.work({ allowed: { paths: [folder], hosts: [] } });
      const elsewhere = join(folder, 'changed.csv');
      writeFileSync(elsewhere, 'a,class\n1,x\n2,y\n');
      const spoilt = await lab.submit([sampleJob(file)], { dataAt: elsewhere, copiedBytes: 0, tries: 2 });
      assert.deepEqual(spoilt.map(outcome), ['fisher 2 failure', 'fisher 4 failure']);
      assert.match(spoilt[0].error!.message, /changed\.csv has other content .*the queue has no copy/);
      assert.equal(lab.log.filter((line) => /^failed/.test(line)).length, 2);
      const copied = await lab.submit([sampleJob(file)], { dataAt: elsewhere });
      assert.deepEqual(copied.map(outcome), ['fisher 2 done', 'fisher 4 done']);
    }));

  test('that are handed back when their worker stops are done by another', () =>
    withLab(async (lab) => {
      const jobs = [sampleJob(file, { method: 'rigl', picks: [pick(2)] })];
      const slow = lab.work({ program: programs.slow });
      const rows = lab.submit(jobs);
      await until('the job runs', async () => (await describeQueue(lab.connection)).runs[0]?.active.length === 1);
      await slow.stop();
      assert.ok(lab.log.some((line) => /^handed back: rigl/.test(line)));
      lab.work({ program: stubProgram(join(folder, 'quick.mjs'), '') });
      assert.deepEqual((await rows).map(outcome), ['rigl 2 done']);
    }));

  test('are stopped and taken off when their run is cancelled', () =>
    withLab(async (lab) => {
      const jobs = [0, 1, 2].map((seed) => sampleJob(file, { method: 'rigl', seed, picks: [pick(2)] }));
      lab.work({ program: programs.slow });
      const submitted = lab.submit(jobs).catch((error: Error) => error.message);
      await until('a job runs', async () => (await describeQueue(lab.connection)).runs[0]?.active.length === 1);
      const { id } = (await describeQueue(lab.connection)).runs[0];
      assert.equal(await cancelRun(lab.connection, id), 2);
      assert.match(String(await submitted), /was cancelled/);
      await until('the worker gave it up', () => lab.log.some((line) => /^dropped: rigl/.test(line)));
    }));

  test('asked for again while they run are not run again', () =>
    withLab(async (lab) => {
      const jobs = [sampleJob(file)];
      await assert.rejects(lab.submit(jobs, { isDetached: true }), Detached);
      lab.work();
      const rows = await lab.submit(jobs);
      assert.deepEqual(rows.map(outcome), ['fisher 2 done', 'fisher 4 done']);
      assert.equal((await describeQueue(lab.connection)).runs.length, 1);
      // Delivered once, they are run anew when somebody asks again.
      await lab.submit(jobs);
      assert.equal((await describeQueue(lab.connection)).runs.length, 2);
    }));

  test('go on after Redis was restarted in the middle', () =>
    withLab(async (lab) => {
      const jobs = Array.from({ length: 12 }, (_, seed) => sampleJob(file, { seed, picks: [pick(2)] }));
      const program = stubProgram(join(folder, 'steady.mjs'), 'await new Promise((done) => setTimeout(done, 150));');
      lab.work({ program, lockSeconds: 2 });
      const submitted = lab.submit(jobs);
      await until('some are done', () => lab.log.filter((line) => /^done/.test(line)).length >= 3);
      await redis.restart();
      const rows = await submitted;
      assert.equal(rows.length, 12);
      assert.equal(new Set(rows.map((row) => row.key)).size, 12);
    }));

  test('wait while Redis has no memory for them, and go on when it has', () =>
    withLab(async (lab) => {
      const jobs = Array.from({ length: 4 }, (_, seed) => sampleJob(file, { seed, picks: [pick(2)] }));
      const program = stubProgram(join(folder, 'calm.mjs'), 'await new Promise((done) => setTimeout(done, 150));');
      const fill = (limit: string) => redis.command('config', 'set', 'maxmemory', limit);
      const whileFull = async () => {
        await fill('1');
        await pause(500);
        await fill('0');
      };
      await fill('1');
      const submitted = lab.submit(jobs);
      await pause(500);
      assert.deepEqual((await describeQueue(lab.connection)).runs, []);
      await fill('0');
      lab.work({ program, lockSeconds: 2 });
      await until('one is done', () => lab.log.some((line) => /^done/.test(line)));
      await whileFull();
      assert.deepEqual((await submitted).map(outcome), Array(4).fill('fisher 2 done'));
    }));

  test('go on after Redis has forgotten everything', () =>
    withLab(async (lab) => {
      const jobs = Array.from({ length: 3 }, (_, seed) => sampleJob(file, { seed, picks: [pick(2)] }));
      const notes: string[] = [];
      const submitted = lab.submit(jobs, { onNote: (text) => notes.push(text) });
      await until('the run is there', async () => (await describeQueue(lab.connection)).runs.length === 1);
      await pause(300);
      const keys = await lab.connection.redis.keys(`${lab.prefix}:*`);
      await lab.connection.redis.del(...keys.filter((key) => !key.includes(':blob:')));
      lab.work();
      assert.equal((await submitted).length, 3);
      assert.ok(notes.some((note) => /has forgotten run/.test(note)));
    }));
});

describe('a Redis that stays away', { skip: withoutRedis, timeout: 60_000 }, () => {
  test('or wants another password is an error that shows no secret', async () => {
    const guarded = await startRedis({ password: 'right-one' });
    try {
      for (const address of [`redis://:wrong-one@127.0.0.1:${guarded.port}`, `redis://127.0.0.1:${guarded.port}`]) {
        await assert.rejects(openConnection(readAddress({ address }, {})), (error: Error) => {
          assert.match(error.message, /turns us down \((WRONGPASS|NOAUTH)/);
          assert.doesNotMatch(error.message, /wrong-one/);
          return true;
        });
      }
      const open = await openConnection(readAddress({ address: guarded.address }, {}));
      assert.equal(await open.redis.ping(), 'PONG');
      open.close();
    } finally {
      await guarded.stop();
    }
  });

  test('without closing the connection is noticed by the lack of answers, and is an error after the patience', async () => {
    const silent = await startRedis();
    const told: string[] = [];
    try {
      const address = readAddress({ address: silent.address }, {});
      const open = await openConnection(address, { patienceSeconds: 2, onTrouble: (text) => told.push(text) });
      silent.halt();
      await assert.rejects(open.lost, /stayed away for 2 seconds/);
      open.close();
    } finally {
      silent.resume();
      await silent.stop();
    }
  });

  test('or has no memory left is waited for, and then is an error', async () => {
    const told: string[] = [];
    const full = await startRedis();
    const address = readAddress({ address: full.address }, {});
    const connection = await openConnection(address, { patienceSeconds: 0.5, onTrouble: (text) => told.push(text) });
    try {
      await full.command('config', 'set', 'maxmemory', '1');
      const write = () => connection.waitForRoom(() => connection.redis.set('key', 'value'));
      await assert.rejects(write(), /was out of memory for 0\.5 seconds; raise maxmemory/);
      await full.command('config', 'set', 'maxmemory', '0');
      await write();
      assert.deepEqual(
        told.map((text) => text.replace(/^.*? is |^.*? has /, '')),
        ['out of memory; trying again for 0.5 s', 'memory again'],
      );
    } finally {
      connection.close();
      await full.stop();
    }
  });

  test('is waited for with growing waits, and then is an error', async () => {
    assert.deepEqual([1, 2, 3, 20].map(reconnectWait), [50, 100, 200, 5000]);
    const told: string[] = [];
    const address = readAddress({ address: 'redis://:hush@127.0.0.1:1' }, {});
    const opened = openConnection(address, { patienceSeconds: 0.5, onTrouble: (text) => told.push(text) });
    await assert.rejects(opened, /redis:\/\/127\.0\.0\.1:1 stayed away for 0\.5 seconds \(.*ECONNREFUSED/);
    assert.equal(told.length, 1);
  });
});

function pick(k: number) {
  return { k, judges: ['svm' as const] };
}

function foldJob(): Job {
  const job = sampleJob(file, { method: 'fisher' });
  const split = { testFraction: 0, seed: 0, fold: { count: 3, number: 1 } };
  return { ...job, picks: [pick(3)], data: { ...job.data, split } };
}
