import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracies } from '../../test/fixtures/accuracies.js';
import { plainHash, sampleRows, sampleSet } from '../../test/fixtures/reproduction-sets.js';
import { gatherResults } from './gather.js';
import { planComparison } from './plan.js';
import { baselines, comparedVariants, defaultForms } from './variants.js';

const sets = [sampleSet('a', { featureCount: 4, isSplitBySeed: true })];
const scale = { isQuick: false, ks: [2, 3, 9], seeds: [0, 1, 2], networkCount: 0 };

/** Accuracies of 0.5, 0.6 and 0.7 by seed, 0.1 more at the second K. */
const accuracyAt = (k: number, seed: number) => 0.5 + 0.1 * seed + (k === 3 ? 0.1 : 0);

function gather(isPaper: boolean) {
  const compared = isPaper ? { variants: comparedVariants, baselines } : defaultForms(['mrmr']);
  const planned = planComparison(compared, { sets, scale, code: 'now' });
  const rows = planned
    .flatMap((each) => sampleRows(each))
    .map((row) => ({ ...row, measures: accuracies({ svm: accuracyAt(row.k, row.seed) }) }));
  return gatherResults({ planned, rows, sets, scale, hash: plainHash, ...(!isPaper && { compared }) });
}

const near = (found: number | undefined, expected: number) =>
  assert.ok(Math.abs(found! - expected) < 1e-12, `${found}`);

test('deviations have one less than the runs in the denominator, in the reproduction the runs as in the paper', () => {
  // Squares of the distances from the mean: 0.01, 0 and 0.01.
  near(gather(false).judged('mrmr', 'a', 2)?.deviation, Math.sqrt(0.02 / 2));
  near(gather(true).judged('mrmr', 'a', 2)?.deviation, Math.sqrt(0.02 / 3));
});

test('the mean is over the K that the set has features for', () => {
  const gathered = gather(false);
  assert.equal(gathered.judged('mrmr', 'a', 9), undefined);
  near(gathered.judged('mrmr', 'a', 'mean')?.mean, 0.65);
  near(gathered.judged('mrmr', 'a', 'mean')?.deviation, 0.1);
});
