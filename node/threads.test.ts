import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { evenBounds } from '../src/compute/engine.js';
import { createEngine } from '../src/compute/pool.js';
import { createNodeEngine, startNodeThread } from './threads.js';

const threadsModule = fileURLToPath(new URL('./threads.js', import.meta.url));

/** Runs a script of its own as a process and gives back how it ended. */
function runScript(source: string): { status: number | null; output: string; seconds: number } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, output: stdout + stderr, seconds: (performance.now() - start) / 1000 };
}

test('every part of a range is done once, by its own thread', async () => {
  const engine = await createNodeEngine(4);
  const out = engine.memory.float32(4 * 103);
  const bias = engine.memory.float32(103);
  bias.view.forEach((_, at) => {
    bias.view[at] = at + 1;
  });
  const rowStart = engine.memory.int32(104);
  for (let round = 0; round < 200; round++) {
    out.view.fill(0);
    engine.run('forward', evenBounds(103, 4), out.pointer, 0, bias.pointer, rowStart.pointer, 0, 0, 4, 4, 4, 0);
    for (let o = 0; o < 103; o++) assert.equal(out.view[4 * o + 3], o + 1);
  }
  engine.dispose();
});

test('idle threads do not keep the process alive', () => {
  const { status, output } = runScript(`
    import { createNodeEngine } from '${threadsModule}';
    await createNodeEngine(3);
    console.log('ready');
  `);
  assert.deepEqual({ status, output: output.trim() }, { status: 0, output: 'ready' });
});

test('a kernel that fails in a thread is an error, not a hang', async () => {
  const engine = await createNodeEngine(2);
  // An address outside the memory, read by the second thread alone.
  const far = 2 ** 31;
  assert.throws(
    () => engine.run('forward', Int32Array.of(0, 0, 1), far, far, far, far, far, far, 4, 4, 4, 0),
    /kernel forward failed in part 1/,
  );
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
  assert.throws(
    () => engine.run('forward', Int32Array.of(0, 0, 0), 0, 0, 0, 0, 0, 0, 4, 4, 4, 0),
    /a compute thread stopped: it ended with code 1; run again/,
  );
  engine.dispose();
});
