/** `--queue`, `neurofs worker` and `neurofs jobs` as users meet them: processes, signals and a Redis with a password. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describeQueue, type QueueState } from '../../node/queue/manage-runs.js';
import { createRandom } from '../../src/maths/random.js';
import { type RedisServer, startRedis, withoutRedis } from '../../test/redis-server.js';
import { runProgram } from '../program.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
const password = 'not-to-be-seen';
let folder = '';
let redis: RedisServer;
const children = new Set<ChildProcess>();

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function neurofs(words: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  children.add(child);
  const text = { stdout: '', stderr: '' };
  child.stdout!.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
  child.stderr!.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return { code: code as number | null, ...text };
  });
  return { child, ended };
}

/** The same without a process of its own, which is quicker. */
async function neurofsHere(
  words: readonly string[],
  env: Record<string, string> = {},
  signal = new AbortController().signal,
) {
  const text = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof text) => ({ write: (part: string) => (text[name] += part) });
  const placed = words.map((word) =>
    word === 'data.csv' || words[words.indexOf(word) - 1] === '--out' ? join(folder, word) : word,
  );
  const code = await runProgram({
    words: placed,
    env: { NO_COLOR: '1', ...env },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    signal,
    now: () => performance.now(),
  });
  return { code, ...text };
}

function startWorker(prefix: string, name: string, more: readonly string[] = []): Started {
  const words = ['worker', '--queue', redis.address, '--queue-prefix', prefix, '--name', name, '--threads', '1'];
  return neurofs([...words, '--cache', join(folder, 'cache'), ...more]);
}

const compareWords = [
  ...['compare', 'data.csv', '--target', 'class', '--k', '2,3', '--seeds', '2', '--classifier', 'svm,knn'],
  ...['--methods', 'fisher,mrmr,neurofs', '--set', 'neurofs.epochs=5', '--set', 'neurofs.hidden=20'],
];

/** What must be equal: everything but times and memory. */
async function resultsIn(name: string): Promise<unknown[]> {
  const text = await readFile(join(folder, name, 'results.jsonl'), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => {
      const { selectSeconds: _, evaluateSeconds: __, peakBytes: ___, ...row } = JSON.parse(line);
      return row as { key: string };
    });
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function stateOf(prefix: string): Promise<QueueState> {
  const connection = await redis.connect(prefix);
  try {
    return await describeQueue(connection);
  } finally {
    connection.close();
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000; ) {
    if (await isSo()) return;
    await pause(50);
  }
  assert.fail(`waited in vain until ${what}`);
}

describe('a queue on the command line', { skip: withoutRedis, timeout: 300_000 }, () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'neurofs-cli-queue-'));
    const random = createRandom(7);
    const rows = Array.from({ length: 90 }, (_, row) => {
      const cells = Array.from({ length: 8 }, (_, i) => (random.float() + (i < 2 ? 0.7 * (row % 2) : 0)).toFixed(4));
      return `${cells.join(',')},${row % 2 ? 'ill' : 'well'}`;
    });
    await writeFile(join(folder, 'data.csv'), `a,b,c,d,e,f,g,h,class\n${rows.join('\n')}\n`);
    redis = await startRedis({ password });
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await redis?.stop();
    await rm(folder, { recursive: true });
  });

  test('gives the comparison and the curve of a local run from two workers, and shows the password nowhere', async () => {
    const workers = ['one', 'two'].map((name) => startWorker('equal', name));
    const queued = neurofs([...compareWords, '--queue', redis.address, '--queue-prefix', 'equal', '--out', 'queued']);
    await until('the run is there', async () => (await stateOf('equal')).runs.length === 1);
    const titles = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    assert.match(titles, /neurofs worker/);
    assert.doesNotMatch(
      titles
        .split('\n')
        .filter((line) => !line.includes('redis-server'))
        .join('\n'),
      new RegExp(password),
    );
    const { code, stderr, stdout } = await queued.ended;
    assert.equal(code, 0, stderr);
    const local = await neurofsHere([...compareWords, '--out', 'local']);
    assert.equal(local.code, 0, local.stderr);
    assert.deepEqual(await resultsIn('queued'), await resultsIn('local'));

    const curveWords = [
      'curve',
      'data.csv',
      '--target',
      'class',
      '--k',
      '2,4',
      '--method',
      'fisher',
      '--folds',
      '3',
      '--json',
    ];
    const env = { NEUROFS_QUEUE: `redis://127.0.0.1:${redis.port}`, NEUROFS_QUEUE_PASSWORD: password };
    const curve = await neurofsHere([...curveWords, '--queue', '--queue-prefix', 'equal'], env);
    const localCurve = await neurofsHere(curveWords);
    const timeless = ({ stdout: text }: typeof curve) => ({ ...JSON.parse(text), seconds: 0 });
    assert.deepEqual(timeless(curve), timeless(localCurve));

    const state = JSON.stringify(await stateOf('equal'));
    const ends = await Promise.all(
      workers.map(({ child, ended }) => {
        child.kill('SIGTERM');
        return ended;
      }),
    );
    assert.deepEqual(
      ends.map((end) => end.code),
      [0, 0],
    );
    const done = ends.map((end) => end.stderr.split('\n').filter((line) => line.startsWith('done:')).length);
    assert.ok(done[0] > 0 && done[1] > 0, `both worked: ${done}`);
    const reports = await Promise.all(
      ['report.html', 'compare.json'].map((name) => readFile(join(folder, 'queued', name), 'utf8')),
    );
    for (const text of [stdout, stderr, curve.stderr, state, ...reports, ...ends.map((end) => end.stderr)]) {
      assert.doesNotMatch(text, new RegExp(password));
    }
  });

  test('has the job of a killed worker done by another, and its results once', async () => {
    const words = ['compare', 'data.csv', '--target', 'class', '--k', '2', '--seeds', '2', '--methods', 'neurofs'];
    const settings = ['--set', 'neurofs.epochs=60', '--set', 'neurofs.hidden=200'];
    const first = startWorker('killed', 'first', ['--lock', '3s']);
    const queued = neurofs([
      ...words,
      ...settings,
      '--queue',
      redis.address,
      '--queue-prefix',
      'killed',
      '--out',
      'killed',
    ]);
    await until('the first one runs neurofs', async () =>
      (await stateOf('killed')).runs.some(({ active }) => active.some(({ name }) => name.startsWith('neurofs'))),
    );
    first.child.kill('SIGKILL');
    const second = startWorker('killed', 'second', ['--lock', '3s']);
    const { code, stderr } = await queued.ended;
    assert.equal(code, 0, stderr);
    const rows = (await resultsIn('killed')) as { key: string; error?: unknown; method: string }[];
    assert.deepEqual(rows.map((row) => [row.method, row.error]).sort(), [
      ...[
        ['all-features', undefined],
        ['neurofs', undefined],
        ['neurofs', undefined],
      ],
      ...[
        ['random', undefined],
        ['random', undefined],
      ],
    ]);
    assert.equal(new Set(rows.map((row) => row.key)).size, 5);
    second.child.kill('SIGTERM');
    assert.match((await second.ended).stderr, /done: neurofs/);
  });

  test('keeps a run when the terminal is closed: jobs lists it, attach gets its results', async () => {
    const address = ['--queue', redis.address, '--queue-prefix', 'later'];
    const submitted = await neurofs([...compareWords, ...address, '--out', 'later', '--detach']).ended;
    assert.equal(submitted.code, 0, submitted.stderr);
    const run = submitted.stdout.trim();
    const worker = startWorker('later', 'late');
    await until('it is done', async () => (await stateOf('later')).runs[0].status === 'done');
    const { stdout } = await neurofsHere(['jobs', ...address]);
    assert.match(stdout, new RegExp(`${run} +done +\\d+ of \\d+ +0 .*compare data.csv`));
    assert.match(stdout, /late +0\.1\.0/);
    const attached = await neurofs(['jobs', 'attach', run, ...address]).ended;
    assert.equal(attached.code, 0, attached.stderr);
    assert.match(attached.stdout, /4 methods compared/);
    assert.match(attached.stderr, /^neurofs compare data\.csv /m);
    assert.deepEqual(await resultsIn('later'), await resultsIn('local'));
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  test('that was tampered with makes nobody who attaches to a run give another command', async () => {
    const { redis: client, close } = await redis.connect('forged');
    for (const [id, words] of Object.entries({
      other: '["worker","--allow-path","/"]',
      none: '{"0":"compare"}',
      cut: '[',
    })) {
      await client.hset(`forged:run:${id}`, {
        status: 'running',
        code: '1',
        words,
        folder: '/',
        host: 'h',
        title: 't',
      });
      const { code, stderr } = await neurofsHere([
        'jobs',
        'attach',
        id,
        '--queue',
        redis.address,
        '--queue-prefix',
        'forged',
      ]);
      assert.deepEqual([code, /was not made by compare/.test(stderr)], [5, true], stderr);
    }
    close();
  });

  test('that is away keeps nobody who interrupts', async () => {
    for (const words of [compareWords, ['worker']]) {
      const started = performance.now();
      const signal = AbortSignal.timeout(1500);
      const away = await neurofsHere([...words, '--queue', 'redis://127.0.0.1:1'], {}, signal);
      assert.equal(away.code, 130, away.stderr);
      assert.ok(performance.now() - started < 10_000, 'long before the minute that a queue may be away');
    }
  });

  test('that turns us down, is away or unknown is one line and an exit code of its own', async () => {
    const wrong = `redis://:bad-guess@127.0.0.1:${redis.port}`;
    const refused = await neurofsHere([...compareWords, '--queue', wrong, '--out', 'refused']);
    assert.deepEqual([refused.code, /turns us down \(WRONGPASS/.test(refused.stderr)], [5, true], refused.stderr);
    assert.doesNotMatch(refused.stderr, /bad-guess/);
    const away = await neurofs(['jobs', '--queue', 'redis://127.0.0.1:1', '--queue-patience', '1s']).ended;
    assert.equal(away.code, 5);
    assert.match(away.stderr, /stayed away for 1 seconds/);
    const unknown = await neurofsHere(['jobs', 'attach', 'nothing', '--queue', redis.address]);
    assert.deepEqual([unknown.code, /no run "nothing"/.test(unknown.stderr)], [2, true]);
  });
});
