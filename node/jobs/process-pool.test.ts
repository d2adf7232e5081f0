import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Job, SelectJob } from '../../src/experiment/job.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import { runJob } from '../../src/experiment/run-job.js';
import { sampleJob, writeSampleFile } from '../../test/fixtures/jobs.js';
import { hashText } from '../files/hash-text.js';
import { createNodeEngine } from '../threads/threads.js';
import { loadJobData } from './job-data.js';
import { createProcessPool, type PoolOptions } from './process-pool.js';

let folder = '';
let file = { path: '', sha256: '' };
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neurofs-jobs-'));
  file = await writeSampleFile(folder);
});
after(() => rmSync(folder, { recursive: true }));

const small = { hidden: [20], epochs: 3 };
const endless = { hidden: [20], epochs: 1_000_000 };
/** One ranking of RigL serves every K; NeuroFS has one for each. */
const slow = { method: 'rigl', given: endless } as const;

async function runAll(jobs: readonly Job[], options: Partial<PoolOptions> = {}, signal?: AbortSignal) {
  const rows: ResultRow[] = [];
  const events: string[] = [];
  await createProcessPool({ processes: 1, threads: 1, ...options }).run(
    jobs,
    {
      onStart: (job) => events.push(`start ${job.method}`),
      onProgress: () => {},
      onRow: async (_, row) => {
        rows.push(row);
      },
      onEnd: (job) => events.push(`end ${job.method}`),
    },
    signal,
  );
  return { rows, events };
}

const outcome = ({ method, k, error }: ResultRow) => `${method} ${k} ${error?.code ?? 'done'}`;
const withoutCost = ({ selectSeconds: _, evaluateSeconds: __, peakBytes: ___, ...row }: ResultRow) => row;

describe('jobs in processes', () => {
  test('give the rows of running them here, bit for bit, whatever the threads', async () => {
    const one: SelectJob['picks'] = [{ k: 3, judges: ['svm', 'knn', 'extra-trees'] }];
    const jobs = [sampleJob(file), sampleJob(file, { method: 'neurofs', given: small, seed: 3, picks: one })];
    const { rows } = await runAll(jobs, { processes: 2, threads: 2 });
    const here: ResultRow[] = [];
    const engine = await createNodeEngine(1);
    for (const job of jobs) {
      const data = await loadJobData(job.data);
      await runJob(job, { engine, data, hash: hashText, now: () => 0, onRow: async (row) => void here.push(row) });
    }
    engine.dispose();
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    assert.deepEqual(rows.map(withoutCost).sort(byKey), here.map(withoutCost).sort(byKey));
  });

  test('that diverge, ask for too much or find other data are rows with their error, and the next one runs', async () => {
    const jobs = [
      sampleJob(file, {
        method: 'rigl',
        given: { ...small, learningRate: 1e30 },
        picks: [{ k: 2, judges: ['svm'] }],
      }),
      sampleJob(file, { picks: [{ k: 99, judges: ['svm'] }], method: 'mrmr' }),
      { ...sampleJob(file), data: { ...sampleJob(file).data, sha256: 'other' } },
      { ...sampleJob(file), code: '0.0.0+old' },
      sampleJob(file, { method: 'neurofs', given: small }),
      sampleJob(file, { method: 'anova-f' }),
    ];
    const { rows, events } = await runAll(jobs);
    assert.deepEqual(rows.map(outcome).slice(2), [
      ...[
        'fisher 2 data',
        'fisher 4 data',
        'fisher 2 bug',
        'fisher 4 bug',
        'neurofs 2 bug',
        'neurofs 4 bug',
        'anova-f 2 done',
        'anova-f 4 done',
      ],
    ]);
    assert.ok(rows[0].error && rows[1].error, 'both failed');
    assert.match(rows[2].error!.message, /content is not that of the job/);
    assert.match(rows[4].error!.message, /for the code 0\.0\.0\+old/);
    assert.match(rows[6].error!.message, /neurofs ranks anew for every K/);
    assert.equal(events.length, 12);
  });

  test('are ended at the time limit, one after another', async () => {
    const { rows, events } = await runAll([sampleJob(file, slow), sampleJob(file, { ...slow, seed: 1 })], {
      limits: { seconds: 1 },
    });
    assert.deepEqual(rows.map(outcome), ['rigl 2 limit', 'rigl 4 limit', 'rigl 2 limit', 'rigl 4 limit']);
    assert.equal(rows[0].error?.limitSeconds, 1);
    assert.deepEqual(events, ['start rigl', 'end rigl', 'start rigl', 'end rigl']);
  });

  test('are ended at the memory limit', async () => {
    const { rows } = await runAll([sampleJob(file, slow)], {
      limits: { memoryBytes: 20_000_000, seconds: 60 },
    });
    assert.deepEqual(rows.map(outcome), ['rigl 2 memory', 'rigl 4 memory']);
    assert.match(rows[0].error!.message, /memory limit of 20 MB/);
  });

  test('whose process crashes are rows that say how, and rows it gave before count', async () => {
    const program = join(folder, 'crash.mjs');
    writeFileSync(
      program,
      `process.on('message', ({ job }) => {
        const key = job.keys[0];
        process.send({ kind: 'row', row: { key, method: job.method, k: 2, seed: 0, measures: [], features: [] } }, () => {
          console.error('out of luck');
          process.exit(7);
        });
      });
      process.send({ kind: 'ready' });`,
    );
    const job = sampleJob(file);
    const { rows: whole } = await runAll([job]);
    const { rows } = await runAll([{ ...job, keys: whole.map((row) => row.key) } as never], { program });
    assert.deepEqual(rows.map(outcome), ['fisher 2 done', 'fisher 4 crash']);
    assert.match(rows[1].error!.message, /ended with exit code 7: out of luck/);
  });

  test('stop when they are interrupted', async () => {
    const stop = new AbortController();
    const running = runAll([sampleJob(file, slow)], {}, stop.signal);
    setTimeout(() => stop.abort(), 500);
    await assert.rejects(running, /interrupted/);
  });
});
