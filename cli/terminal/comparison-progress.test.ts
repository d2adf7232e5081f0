import assert from 'node:assert/strict';
import test from 'node:test';
import type { Run } from '../../src/experiment/plan-runs.js';
import type { ResultRow } from '../../src/experiment/result-row.js';
import { createTracker } from './comparison-progress.js';
import type { Progress } from './terminal.js';

function row(method: string, seed: number, accuracy: number): ResultRow {
  const cost = { selectSeconds: 9, evaluateSeconds: 1 };
  return { key: `${method}${seed}`, method, seed, k: 5, accuracies: { svm: accuracy }, features: [], ...cost };
}

const run = (method: string, seed: number): Run => ({ method, options: {}, seed, ks: [5] });

/** A tracker on a clock that the test turns, and what it shows. */
function watch(isTTY: boolean) {
  const state = { time: 0, shown: undefined as Parameters<Progress['parts']> | undefined, log: '' };
  const progress: Progress = {
    stage() {},
    share() {},
    note() {},
    epoch() {},
    end() {},
    parts(...shown) {
      state.shown = shown;
    },
  };
  const stderr = { isTTY, write: (text: string) => (state.log += text) };
  return { state, tracker: createTracker('svm', progress, { stderr, now: () => state.time }) };
}

test('the time left is told once every method to come has been timed', () => {
  const { state, tracker } = watch(true);
  const runs = [run('fisher', 0), run('rigl', 0), run('rigl', 1), run('rigl', 2)];
  tracker.note({ kind: 'plan', runs, known: [] });
  tracker.note({ kind: 'start', run: runs[0] });
  state.time = 2000;
  tracker.note({ kind: 'row', run: runs[0], row: row('fisher', 0, 0.8) });
  tracker.note({ kind: 'end', run: runs[0] });
  assert.equal(state.shown?.[2], undefined, 'nothing is known of RigL');
  tracker.note({ kind: 'start', run: runs[1] });
  state.time = 12_000;
  tracker.note({ kind: 'progress', run: runs[1], done: 0.25 });
  // A quarter took 10 seconds: 30 more for this run, 40 for each of the two to come.
  assert.equal(state.shown?.[2], 12_000 + 110_000);
  assert.equal(state.shown?.[1], 1.25 / 4);
  assert.deepEqual(
    { ...state.shown?.[0] },
    {
      ...{ done: 1, total: 4, unit: 'runs', current: 'rigl seed 0 K 5 25\u00a0%' },
      news: 'best so far fisher 80.0\u00a0% at K 5',
    },
  );
});

test('results from before count as done and give the first timings', () => {
  const { state, tracker } = watch(true);
  const runs = [run('rigl', 0), run('rigl', 1), run('rigl', 2)];
  tracker.note({ kind: 'plan', runs, known: [row('rigl', 0, 0.7)] });
  assert.equal(state.shown?.[0].done, 1);
  assert.equal(state.shown?.[2], 20_000);
  assert.equal(tracker.resultCount, 1);
});

test('a log gets a line now and then, a terminal none', () => {
  for (const isTTY of [true, false]) {
    const { state, tracker } = watch(isTTY);
    const runs = [run('rigl', 0), run('rigl', 1)];
    tracker.note({ kind: 'plan', runs, known: [] });
    tracker.note({ kind: 'start', run: runs[0] });
    for (const done of [0.1, 0.2, 0.3, 0.4, 0.5]) {
      state.time += 10_000;
      tracker.note({ kind: 'progress', run: runs[0], done });
    }
    const first = '0 of 2 runs done, rigl seed 0 K 5 10 %, 3:10 left\n';
    assert.ok(isTTY ? state.log === '' : state.log.startsWith(first), state.log);
  }
});
