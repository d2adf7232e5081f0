import assert from 'node:assert/strict';
import test from 'node:test';
import type { SelectJob } from '../../src/experiment/job.js';
import type { JobRow } from '../../src/experiment/result-row.js';
import { accuracies } from '../../test/fixtures/accuracies.js';
import { createTracker } from './comparison-progress.js';
import type { Progress } from './terminal.js';

function row(method: string, seed: number, accuracy: number): JobRow {
  return {
    key: `${method}${seed}`,
    identity: `${method}${seed}`,
    kind: 'select',
    data: 'genes',
    dataSha256: '',
    sample: null,
    scaling: 'minmax',
    variant: method,
    options: {},
    code: '',
    method,
    seed,
    k: 5,
    measures: accuracies({ svm: accuracy }),
    features: [],
    selectSeconds: 9,
    evaluateSeconds: 1,
  };
}

function job(method: string, seed: number): SelectJob {
  const split = { testFraction: 0.2, seed: 0 };
  return {
    kind: 'select',
    data: { name: 'genes', sha256: '', place: { kind: 'given' }, split, scaling: 'minmax', scaleOn: 'train' },
    method,
    variant: method,
    options: {},
    seed,
    picks: [{ k: 5, judges: ['svm'] }],
    judgeOptions: {},
    code: '',
  };
}

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
  return {
    state,
    tracker: createTracker({ judge: 'svm', measure: 'accuracy' }, progress, { stderr, now: () => state.time }),
  };
}

test('the time left is told once every method to come has been timed', () => {
  const { state, tracker } = watch(true);
  const jobs = [job('fisher', 0), job('rigl', 0), job('rigl', 1), job('rigl', 2)];
  tracker.note({ kind: 'plan', jobs, waiting: jobs, known: [] });
  tracker.note({ kind: 'start', job: jobs[0] });
  state.time = 2000;
  tracker.note({ kind: 'row', job: jobs[0], row: row('fisher', 0, 0.8) });
  tracker.note({ kind: 'end', job: jobs[0] });
  assert.equal(state.shown?.[2], undefined, 'nothing is known of RigL');
  tracker.note({ kind: 'start', job: jobs[1] });
  state.time = 12_000;
  tracker.note({ kind: 'progress', job: jobs[1], done: 0.25 });
  // A quarter took 10 seconds: 30 more for this run, 40 for each of the two to come.
  assert.equal(state.shown?.[2], 12_000 + 110_000);
  assert.equal(state.shown?.[1], 1.25 / 4);
  assert.deepEqual(
    { ...state.shown?.[0] },
    {
      done: 1,
      total: 4,
      unit: 'runs',
      current: 'rigl seed 0 K 5 25\u00a0%',
      news: 'best so far fisher 80.0\u00a0% at K 5',
    },
  );
});

test('results from before count as done and give the first timings', () => {
  const { state, tracker } = watch(true);
  const jobs = [job('rigl', 0), job('rigl', 1), job('rigl', 2)];
  tracker.note({ kind: 'plan', jobs, waiting: jobs.slice(1), known: [row('rigl', 0, 0.7)] });
  assert.equal(state.shown?.[0].done, 1);
  assert.equal(state.shown?.[2], 20_000);
  assert.equal(tracker.resultCount, 1);
});

test('a log gets a line now and then, a terminal none', () => {
  for (const isTTY of [true, false]) {
    const { state, tracker } = watch(isTTY);
    const jobs = [job('rigl', 0), job('rigl', 1)];
    tracker.note({ kind: 'plan', jobs, waiting: jobs, known: [] });
    tracker.note({ kind: 'start', job: jobs[0] });
    for (const done of [0.1, 0.2, 0.3, 0.4, 0.5]) {
      state.time += 10_000;
      tracker.note({ kind: 'progress', job: jobs[0], done });
    }
    const first = '0 of 2 runs done, rigl seed 0 K 5 10 %, 3:10 left\n';
    assert.ok(isTTY ? state.log === '' : state.log.startsWith(first), state.log);
  }
});
