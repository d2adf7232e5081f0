import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainHash, sampleRows, sampleSet } from '../../test/fixtures/reproduction-sets.js';
import { gatherResults } from './gather.js';
import { type PlannedJob, planJobs } from './plan.js';
import { fullScale } from './scale.js';
import { waitingCosts } from './waiting-cost.js';

const paper = 'neurofs, paper settings';
const scale = { ...fullScale, seeds: [0, 1] };
const sets = [sampleSet('mnist'), sampleSet('arcene', { featureCount: 7840 }), sampleSet('coil20')];
const planned = planJobs({ experiments: ['accuracy', 'rigl', 'hsic', 'topology'], sets, scale, code: 'now' });

/** With rows of 2 seconds a selection and 1 a judgement for all that is not left out. */
function costsWithout(isLeftOut: (each: PlannedJob) => boolean) {
  const rows = planned.filter((each) => !isLeftOut(each)).flatMap((each) => sampleRows(each));
  return waitingCosts(gatherResults({ planned, rows, sets, scale, hash: plainHash }));
}

test('nothing waits where every row is there', () => {
  assert.deepEqual(
    costsWithout(() => false),
    [],
  );
});

test('a ranking that serves every K is paid once a seed, and by size where the method has no row on the set', () => {
  const [cost, ...others] = costsWithout(({ job, set }) => job.variant === 'stg' && set === 'arcene');
  assert.deepEqual(others, []);
  assert.deepEqual([cost.what, cost.runs], ['stg', 2]);
  // Ten times the size of the sets that have rows: 20 seconds a selection, and 6 judgements.
  assert.deepEqual([...cost.bySet], [['arcene', { seconds: 2 * (20 + 6), isScaled: true }]]);
});

test('a method that ranks anew for every K pays for each, by its own rows on the set', () => {
  const [cost] = costsWithout(({ job, set }) => job.variant === paper && set === 'coil20' && job.seed === 1);
  assert.deepEqual([cost.what, cost.runs], [paper, 6]);
  assert.deepEqual([...cost.bySet], [['coil20', { seconds: 6 * (2 + 1), isScaled: false }]]);
});

test('a comparison of networks trains all of them', () => {
  const [cost] = costsWithout(({ role }) => role.kind === 'topology');
  assert.deepEqual([cost.what, cost.runs], ['topology (Figure 5, Table 3)', 2 * scale.networkCount]);
  assert.deepEqual([...cost.bySet], [['mnist', { seconds: 2 * scale.networkCount * 3, isScaled: false }]]);
});

test('of several rows the quickest counts, and another form of the method where a form has none', () => {
  const deep = 'lassonet, 3 layers';
  const rows = planned
    .filter(
      ({ job, set }) => job.variant !== deep && !(job.variant === 'lassonet' && set === 'coil20' && job.seed === 1),
    )
    .flatMap((each) => sampleRows(each, { selectSeconds: each.job.variant === 'lassonet' ? 5 + each.job.seed : 2 }));
  const costs = waitingCosts(gatherResults({ planned, rows, sets, scale, hash: plainHash }));
  const onCoil = (what: string) => costs.find((cost) => cost.what === what)?.bySet.get('coil20');
  assert.deepEqual(onCoil('lassonet'), { seconds: 5 + 6, isScaled: false });
  assert.deepEqual(onCoil(deep), { seconds: 5 + 6, isScaled: true });
});

test('what has no row anywhere has no estimate', () => {
  const [cost] = costsWithout(({ job }) => job.variant === 'hsic-lasso');
  assert.deepEqual([...cost.bySet.values()], [undefined, undefined, undefined]);
});
