import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainHash, sampleRows, sampleSet } from '../../test/fixtures/reproduction-sets.js';
import { gatherResults } from './gather.js';
import { planComparison } from './plan.js';
import { withoutTwins } from './twins.js';
import { defaultForms } from './variants.js';

const compared = defaultForms(['fisher', 'mrmr', 'anova-f']);
const scale = { isQuick: false, ks: [2, 3], seeds: [0], networkCount: 0 };

/** What each method selects at every K; of some sets `fisher` has no rows. */
function distinct(features: Readonly<Record<string, readonly number[]>>, hasFisher = (_: string) => true) {
  const sets = [sampleSet('a'), sampleSet('b')];
  const planned = planComparison(compared, { sets, scale, code: 'now' });
  const rows = planned
    .filter(({ job, set }) => job.method !== 'fisher' || hasFisher(set))
    .flatMap((each) => sampleRows(each, { features: features[each.job.method] ?? [] }));
  const gathered = gatherResults({ planned, rows, sets, scale, hash: plainHash, compared });
  const { kept, twins } = withoutTwins(gathered, compared.variants, sets);
  return { kept: kept.map(({ name }) => name), twins };
}

test('methods that select the same features in another order count once, the first of them', () => {
  assert.deepEqual(distinct({ fisher: [4, 1], mrmr: [7, 8], 'anova-f': [1, 4] }), {
    kept: ['fisher', 'mrmr'],
    twins: [{ name: 'anova-f', of: 'fisher' }],
  });
  assert.deepEqual(distinct({ fisher: [4, 1], mrmr: [7, 8], 'anova-f': [1, 5] }).twins, []);
});

test('of two that are the same where both were run, the one with more rows stays', () => {
  const found = distinct({ fisher: [4, 1], mrmr: [7, 8], 'anova-f': [1, 4] }, (set) => set === 'a');
  assert.deepEqual(found, { kept: ['mrmr', 'anova-f'], twins: [{ name: 'fisher', of: 'anova-f' }] });
});

test('methods that were not run are no twins', () => {
  assert.deepEqual(distinct({ fisher: [4, 1], mrmr: [7, 8], 'anova-f': [2, 4] }, () => false).twins, []);
});
