import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainHash, sampleSet } from '../../test/fixtures/reproduction-sets.js';
import { rowKey, rowPlaces } from '../experiment/job.js';
import { experimentNames } from './experiments.js';
import { hyperparameters, mainK, planJobs } from './plan.js';
import { fullScale, quickScale } from './scale.js';

const sets = [
  sampleSet('mnist', { trainRowCount: 60_000, imageShape: [28, 28] }),
  sampleSet('coil20', { featureCount: 1024, imageShape: [32, 32] }),
  sampleSet('usps', { featureCount: 120 }),
];
const request = { experiments: experimentNames, sets, scale: fullScale, code: '1' } as const;

describe('the plan', () => {
  test('has every method of the paper on every set at every K that fits, five seeds of what is drawn at random', () => {
    const planned = planJobs(request);
    const places = (variant: string, set: string) =>
      planned
        .filter(({ job, role, ...each }) => job.variant === variant && each.set === set && role.kind === 'accuracy')
        .flatMap(({ job }) => rowPlaces(job));
    for (const name of ['neurofs', 'neurofs, paper settings', 'lassonet', 'stg', 'quickselection', 'rigl', 'random']) {
      assert.equal(places(name, 'coil20').length, 30, name);
      assert.equal(places(name, 'usps').length, 20, name);
    }
    for (const name of ['fisher', 'cife', 'icap', 'rfs', 'mrmr']) assert.equal(places(name, 'coil20').length, 6, name);
    assert.equal(places('all-features', 'coil20').length, 1);
  });

  test('can be narrowed to some methods, in all their variants', () => {
    const planned = planJobs({ ...request, methods: ['neurofs', 'random'] });
    assert.deepEqual(
      new Set(planned.map(({ job }) => job.variant)),
      new Set(['neurofs', 'neurofs, paper settings', 'random']),
    );
    const whole = planJobs(request).filter(({ job }) => ['neurofs', 'random'].includes(job.method));
    assert.deepEqual(planned, whole, 'in the same order');
  });

  test('runs a method whose ranking serves several K once', () => {
    const jobs = planJobs(request).filter(({ job, set }) => job.seed === 0 && set === 'coil20');
    const count = (method: string) => jobs.filter(({ job, role }) => job.method === method && role.kind === 'accuracy');
    assert.equal(count('rigl').length, 1);
    assert.equal(count('cife').length, 1);
    assert.equal(count('neurofs').length, 12, 'two variants, six K');
  });

  test('judges by three classifiers at the main K and by the SVM elsewhere', () => {
    for (const { job } of planJobs({ ...request, experiments: ['accuracy'] })) {
      if (job.kind !== 'select' || job.method === 'all-features') continue;
      for (const { k, judges } of job.picks) assert.equal(judges.length, k === mainK ? 3 : 1);
    }
  });

  test('has no two jobs with the same row, but for the values of hyper-parameters that are the usual ones', () => {
    const keys = planJobs(request).flatMap(({ job }) => rowPlaces(job).map((place) => rowKey(job, place, plainHash)));
    const repeated = keys.length - new Set(keys).size;
    // On each set the usual value stands in all three rows and in the comparison of accuracies.
    assert.equal(repeated, 3 * Object.keys(hyperparameters).length);
  });

  test('begins with what is quick, has a small network on every set soon after, and ends with what is slow', () => {
    const planned = planJobs(request);
    const first = planned.slice(0, 24);
    assert.deepEqual(new Set(first.map(({ set }) => set)), new Set(['coil20', 'usps']));
    assert.ok(first.every(({ job }) => !['neurofs', 'stg', 'lassonet'].includes(job.method)));
    const soon = planned.slice(24, 48).filter(({ job }) => job.variant === 'neurofs');
    assert.deepEqual(new Set(soon.map(({ set }) => set)), new Set(['mnist', 'coil20', 'usps']));
    assert.deepEqual([planned.at(-1)!.job.method, planned.at(-1)!.set], ['stg', 'mnist']);
  });

  test('of one experiment has its jobs alone', () => {
    const methods = (name: (typeof experimentNames)[number]) =>
      new Set(planJobs({ ...request, experiments: [name] }).map(({ job }) => `${job.kind} ${job.method}`));
    assert.deepEqual(methods('topology'), new Set(['topology neurofs']));
    assert.deepEqual(methods('hyperparameters'), new Set(['select neurofs']));
    assert.deepEqual(methods('rigl'), new Set(['select all-features', 'select neurofs', 'select rigl']));
  });

  test('of a quick look trains for fewer epochs', () => {
    const planned = planJobs({ ...request, scale: quickScale });
    const paper = planned.filter(({ job }) => job.variant === 'neurofs, paper settings');
    assert.ok(paper.length > 0 && paper.every(({ job }) => job.options.epochs === 20));
  });
});
