/**
 * A comparison on a queue with two workers, of which someone or something is disturbed again and again: a worker, the
 * submitter, Redis, the way to it. In the end the submitter has the rows of an undisturbed run on one machine, each once.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '../../src/maths/random.js';
import { type RedisServer, startRedis, withoutRedis } from '../../test/redis-server.js';
import { type Command, type CommandOptions, startCommand } from '../command.js';
import { compareWords, createUndisturbed, keptKeys, longCommands, resultOf, writeData } from '../long-commands.js';
import { hasEnded, timesInARow } from '../moments.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';
import { openWay, type Way } from '../way.js';

const lockSeconds = 2;
/** Of the clock: the longest that passes before the first disturbance, and between two of them. */
const longestBetween = 3;

/** One comparison on the queue. */
interface Lab {
  readonly redis: RedisServer;
  /** The way of the first worker to Redis. */
  readonly way: Way;
  readonly random: Random;
  worker: Command;
  submitter: Command;
  startWorker(): Command;
  submit(): Command;
}

type Disturbance = (lab: Lab) => Promise<void>;

/** What happens, at a random moment, to whom; and what is done about it. */
const disturbances: Readonly<Record<string, Disturbance>> = {
  async 'a worker killed'(lab) {
    lab.worker.signal('SIGKILL');
    lab.worker = lab.startWorker();
  },
  async 'a worker asked to stop'(lab) {
    lab.worker.signal('SIGTERM');
    lab.worker = lab.startWorker();
  },
  async 'a worker halted for longer than its lock'({ worker, random }) {
    worker.signalAll('SIGSTOP');
    await pause((lockSeconds + 1 + random.float() * 2) * 1000);
    worker.signalAll('SIGCONT');
  },
  async 'the submitter killed and started again'(lab) {
    lab.submitter.signal('SIGKILL');
    await lab.submitter.ended;
    lab.submitter = lab.submit();
  },
  async 'the submitter asked to stop and started again'(lab) {
    lab.submitter.signal('SIGTERM');
    await lab.submitter.ended;
    lab.submitter = lab.submit();
  },
  async 'the submitter halted'({ submitter, random }) {
    submitter.signalAll('SIGSTOP');
    await pause((1 + random.float() * 3) * 1000);
    submitter.signalAll('SIGCONT');
  },
  async 'Redis killed and started again'({ redis }) {
    await redis.restart('SIGKILL');
  },
  async 'Redis restarted'({ redis }) {
    await redis.restart();
  },
  async 'Redis out of memory for a while, noeviction'({ redis, random }) {
    await redis.command('config', 'set', 'maxmemory', '1');
    await pause(random.float() * 3000);
    await redis.command('config', 'set', 'maxmemory', '0');
  },
  async 'a worker cut off for longer than its lock'({ way, random }) {
    way.cut();
    await pause((lockSeconds + 1 + random.float() * 2) * 1000);
    way.mend();
  },
  async 'Redis halted for longer than the lock'({ redis, random }) {
    redis.halt();
    await pause((lockSeconds + 1 + random.float() * 15) * 1000);
    redis.resume();
  },
  async 'a slow way to Redis'({ way, random }) {
    way.slow(20 + random.float() * 200);
  },
};

/** Two hundred for each command that is ended. */
const isCommandEnded = (name: string) => /^(a worker|the submitter) (killed|asked to stop)/.test(name);
/** A worker that is ended has no other beside it, which would be done before it is ended again. */
const isWorkerAlone = (name: string) => isCommandEnded(name) && name.startsWith('a worker');

export function createQueueTrials(): TrialGroup {
  if (withoutRedis !== false) return { name: 'queue', skip: withoutRedis, trials: trialsOf(async () => '') };
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  const options = writeData(folder);
  const undisturbed = createUndisturbed(options);
  let server: RedisServer | undefined;
  return {
    name: 'queue',
    trials: trialsOf(async (name, seed) => {
      const compare = longCommands.find((command) => command.name === 'compare')!;
      const { result } = await undisturbed(compare);
      server ??= await startRedis();
      const out = `queued-${name.replaceAll(/\W+/g, '-')}-${seed}`;
      try {
        const times = await runQueued(name, seed, out, server, options);
        const own = join(folder, out);
        assert.deepEqual(await resultOf('compare', own, options), result, 'another result than undisturbed');
        assert.deepEqual(keptKeys(own), keptKeys(join(folder, 'undisturbed-compare')), 'other rows than undisturbed');
        return times === 0 ? 'ended before' : Array<string>(times).fill('right result');
      } finally {
        rmSync(join(folder, out), { recursive: true, force: true });
      }
    }),
    async close() {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function trialsOf(attempt: (name: string, seed: number) => ReturnType<Trial['attempt']>): Trial[] {
  return Object.keys(disturbances).map((name) => ({
    name,
    aim: isCommandEnded(name) ? 200 : 50,
    attempt: (seed) => attempt(name, seed),
  }));
}

/** How many disturbances there were before it was done. */
async function runQueued(
  name: string,
  seed: number,
  out: string,
  redis: RedisServer,
  options: CommandOptions,
): Promise<number> {
  const random = createRandom(seed).fork(name);
  const way = await openWay(redis.port);
  const prefix = ['--queue-prefix', out, '--queue-patience', '60s'];
  const workers: Command[] = [];
  const startWorker = (port = redis.port): Command => {
    const work = [
      '--lock',
      `${lockSeconds}s`,
      '--grace',
      '1s',
      '--threads',
      '1',
      '--cache',
      join(options.cwd, 'cache'),
    ];
    const worker = startCommand(['worker', '--queue', `redis://127.0.0.1:${port}`, ...prefix, ...work], options);
    workers.push(worker);
    return worker;
  };
  let submissions = 0;
  let times = 0;
  const submit = () => {
    const resume = submissions++ === 0 ? [] : ['--resume'];
    return startCommand([...compareWords, ...resume, '--out', out, '--queue', redis.address, ...prefix], options);
  };
  try {
    const worker = startWorker(way.port);
    if (!isWorkerAlone(name)) startWorker();
    const lab: Lab = { redis, way, random, worker, submitter: submit(), startWorker: () => startWorker(), submit };
    for (; times < timesInARow; times++) {
      await pause(random.float() * longestBetween * 1000);
      if (hasEnded(lab.submitter)) break;
      await disturbances[name](lab);
    }
    if (isWorkerAlone(name)) startWorker();
    const { code, stderr } = await lab.submitter.ended;
    hold(code === 0, `the submitter ended with ${code}: ${stderr.slice(-500)}`);
  } finally {
    for (const worker of workers) worker.signal('SIGTERM');
    for (const worker of workers) await worker.ended;
    await way.close();
  }
  for (const worker of workers) await worker.leavesNothing();
  return times;
}
