/** Cells of the paper's tables that come out to the digit, once rows are scaled, cut and judged as the authors did it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { hashText } from '../node/files/hash-text.js';
import { createDataCache } from '../node/jobs/job-data.js';
import { findReproductionSets } from '../node/results/reproduction-sets.js';
import { createSerialEngine } from '../src/compute/engine.js';
import { runJob } from '../src/experiment/run-job.js';
import { paperAccuracy } from '../src/reproduce/paper.js';
import { planJobs } from '../src/reproduce/plan.js';
import { fullScale } from '../src/reproduce/scale.js';
import { comparedVariants } from '../src/reproduce/variants.js';
import { printedAccuracy } from './fixtures/printed-accuracy.js';

const folder = process.env.NEUROFS_DATA ?? '';
const sets = ['coil20', 'usps', 'isolet', 'basehock', 'arcene', 'prostate-ge'];
const methods = ['fisher', 'cife', 'icap', 'rfs'];
const found = existsSync(folder) ? (await findReproductionSets(folder, fullScale, sets)).sets : [];
const planned = planJobs({ experiments: ['accuracy'], sets: found, scale: fullScale, code: 'test' });
const engine = await createSerialEngine();
const cache = createDataCache();

/** By K, the SVM's share of right answers. */
async function accuraciesOf(variant: string, set: string): Promise<Map<number, number>> {
  const measured = new Map<number, number>();
  for (const { job } of planned.filter((each) => each.set === set && each.job.variant === variant)) {
    await runJob(job, {
      engine,
      data: await cache.load(job.data),
      hash: hashText,
      now: () => 0,
      onRow: async ({ k, measures, error }) => {
        assert.equal(error, undefined);
        measured.set(k, measures.find(({ judge, measure }) => judge === 'svm' && measure === 'accuracy')!.value);
      },
    });
  }
  return measured;
}

function whySkip(set: string, method: string): string | false {
  if (!found.some(({ key }) => key === set)) return `needs NEUROFS_DATA with ${set}`;
  const isQuick = (method === 'fisher' && set !== 'isolet') || (set === 'coil20' && method !== 'rfs');
  return !isQuick && process.env.NEUROFS_SLOW === undefined ? 'takes a minute: NEUROFS_SLOW=1 runs it' : false;
}

describe("rows of the paper's tables that are equal in every cell", () => {
  for (const set of sets) {
    for (const method of methods) {
      const skip = whySkip(set, method);
      test(`${method} on ${set}, K = ${fullScale.ks.join(', ')}`, { skip }, async () => {
        const { name } = comparedVariants.find((each) => each.paperMethod === method && each.name !== 'neurofs')!;
        const ours = await accuraciesOf(name, set);
        assert.deepEqual(
          fullScale.ks.map((k) => printedAccuracy(ours.get(k)!)),
          fullScale.ks.map((k) => printedAccuracy(paperAccuracy('svm', k, method, set)!.mean)),
        );
      });
    }
  }

  test('all features of BASEHOCK', { skip: whySkip('basehock', 'all-features') }, async () => {
    const [ours] = (await accuraciesOf('all-features, paper settings', 'basehock')).values();
    assert.equal((ours * 100).toFixed(2), '91.98');
  });
});
