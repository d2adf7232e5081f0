import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { nowhere, shifted } from '../../src/compute/address.js';
import { type Engine, evenBounds } from '../../src/compute/engine.js';
import { createEngine } from '../../src/compute/pool.js';
import { createNodeEngine, startNodeThread } from './threads.js';

const threadsModule = fileURLToPath(new URL('./threads.js', import.meta.url));
const engineModule = fileURLToPath(new URL('../../src/compute/engine.js', import.meta.url));

/** Runs a script of its own as a process and gives back how it ended. */
function runScript(source: string): { status: number | null; output: string; seconds: number } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, output: stdout + stderr, seconds: (performance.now() - start) / 1000 };
}

/** Steps the biases of 103 neurons without connections: each run takes 4 from every bias, twice if a part is done twice. */
function biasSteps(engine: Engine) {
  const [bias, velocity] = [engine.memory.float32(103), engine.memory.float32(103)];
  const delta = engine.memory.float32(4 * 103);
  delta.view.fill(1);
  const rowStart = engine.memory.int32(104);
  const [biases, deltas] = [[bias.pointer, velocity.pointer] as const, [delta.pointer, nowhere] as const];
  const pointers = [nowhere, nowhere, ...biases, nowhere, nowhere, ...deltas, rowStart.pointer, nowhere] as const;
  const call = (parts: number) => ['update', evenBounds(103, parts), ...pointers, 4, 4, 4, 1, 0, 0] as const;
  return { bias: bias.view, call };
}

test('every part of a range is done exactly once, however the threads share them', async () => {
  const engine = await createNodeEngine(4);
  const { bias, call } = biasSteps(engine);
  for (let round = 1; round <= 500; round++) {
    engine.run(...call(1 + (round % engine.partCount)));
    for (let o = 0; o < 103; o++) assert.equal(bias[o], -4 * round);
  }
  engine.dispose();
});

test('a kernel that was begun is done once what it gave back returns, whoever did it', async () => {
  for (const threadCount of [1, 2]) {
    const engine = await createNodeEngine(threadCount);
    const { bias, call } = biasSteps(engine);
    for (let round = 1; round <= 500; round++) {
      const finish = engine.begin(...call(1));
      // Sometimes the other thread is done by then, sometimes it has not begun.
      for (let turn = 0; turn < 100 * (round % 20); turn++) Math.sqrt(turn);
      finish();
      for (let o = 0; o < 103; o++) assert.equal(bias[o], -4 * round);
    }
    engine.dispose();
  }
});

test('idle threads do not keep the process alive', () => {
  const { status, output } = runScript(`
    import { createNodeEngine } from '${threadsModule}';
    await createNodeEngine(3);
    console.log('ready');
  `);
  assert.deepEqual({ status, output: output.trim() }, { status: 0, output: 'ready' });
});

test('threads start and work where the program was given to --eval', () => {
  const { status, output } = runScript(`
    import { createNodeEngine } from '${threadsModule}';
    import { evenBounds } from '${engineModule}';
    const engine = await createNodeEngine(2);
    const [out, rowStart] = [engine.memory.float32(4 * 8), engine.memory.int32(9)];
    // Long enough for a thread that cannot read its file to have died of it.
    await new Promise((resolve) => setTimeout(resolve, 500));
    engine.run('forward', evenBounds(8, 8), out.pointer, 0, out.pointer, rowStart.pointer, 0, 0, 4, 4, 4, 0);
    console.log('ran');
  `);
  assert.deepEqual({ status, output: output.trim() }, { status: 0, output: 'ran' });
});

test('a kernel that fails on any thread is an error, not a hang, and the next one runs', async () => {
  const engine = await createNodeEngine(2);
  // An address outside the memory.
  const far = shifted(nowhere, 2 ** 31);
  const [out, rowStart] = [engine.memory.float32(4 * 8), engine.memory.int32(9)];
  const rows = [rowStart.pointer, nowhere, nowhere] as const;
  for (let round = 0; round < 20; round++) {
    assert.throws(
      () => engine.run('forward', evenBounds(8, 8), far, far, far, far, far, far, 4, 4, 4, 0),
      /kernel forward failed on thread [12]/,
    );
    engine.run('forward', evenBounds(8, 8), out.pointer, nowhere, out.pointer, ...rows, 4, 4, 4, 0);
  }
  engine.dispose();
});

test('a thread that dies ends the run with a clear error', async () => {
  let kill: (() => void) | undefined;
  const engine = await createEngine(2, (start) => {
    const thread = startNodeThread(start);
    return {
      ...thread,
      onDeath(callback) {
        kill = () => callback('it ended with code 1');
        thread.onDeath(callback);
      },
    };
  });
  kill?.();
  const none = [nowhere, nowhere, nowhere] as const;
  assert.throws(
    () => engine.run('forward', Int32Array.of(0, 0, 0), ...none, ...none, 4, 4, 4, 0),
    /a compute thread stopped: it ended with code 1; run again/,
  );
  engine.dispose();
});
