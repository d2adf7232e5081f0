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
    const filters = ['fisher', 'cife', 'icap'].flatMap((name) => [name, `${name}, paper settings`]);
    for (const name of [...filters, 'rfs', 'mrmr']) assert.equal(places(name, 'coil20').length, 6, name);
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
    assert.equal(count('cife').length, 2, 'two variants');
    assert.equal(count('neurofs').length, 12, 'two variants, six K');
  });

  test('judges by three classifiers at the main K and by the SVM elsewhere', () => {
    for (const { job } of planJobs({ ...request, experiments: ['accuracy'] })) {
      if (job.kind !== 'select' || job.method === 'all-features') continue;
      for (const { k, judges } of job.picks) assert.equal(judges.length, k === mainK ? 3 : 1);
    }
  });

  test("has no two jobs with the same row, but for usual values of hyper-parameters and usual set-ups of the paper's rows", () => {
    const keys = planJobs(request).flatMap(({ job }) => rowPlaces(job).map((place) => rowKey(job, place, plainHash)));
    const repeated = keys.length - new Set(keys).size;
    // On each set the usual value stands in all three rows and in the comparison of accuracies.
    const usualValues = 3 * Object.keys(hyperparameters).length;
    // All features of every set, and the Fisher score at four K of the one that the paper judged as its text says.
    assert.equal(repeated, usualValues + sets.length + 4);
  });

  test('begins with what is quick, has a small network on every set soon after, and ends with what is slow', () => {
    const planned = planJobs(request);
    const first = planned.slice(0, 24);
    assert.deepEqual(new Set(first.map(({ set }) => set)), new Set(['coil20', 'usps']));
    assert.ok(first.every(({ job }) => !['neurofs', 'stg', 'lassonet'].includes(job.method)));
    const firstNetwork = planned.findIndex(({ job }) => job.variant === 'neurofs');
    const soon = planned.slice(firstNetwork, firstNetwork + 24).filter(({ job }) => job.variant === 'neurofs');
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

  test("has the paper's set-up where its figures were made otherwise than its text says", () => {
    const more = [...sets, sampleSet('basehock', { data: { ...sampleSet('basehock').data, scaling: 'standard' } })];
    const planned = planJobs({ ...request, sets: more, experiments: ['accuracy'] });
    const jobs = (variant: string, set: string) =>
      planned.filter((each) => each.job.variant === variant && each.set === set).map(({ job }) => job);
    for (const name of ['fisher', 'cife', 'icap', 'all-features']) {
      assert.deepEqual(
        new Set(jobs(`${name}, paper settings`, 'basehock').map(({ data }) => data.scaling)),
        new Set(['minmax']),
      );
      assert.deepEqual(new Set(jobs(name, 'basehock').map(({ data }) => data.scaling)), new Set(['standard']));
    }
    const gammas = (variant: string, set: string) =>
      jobs(variant, set).map(({ judgeOptions }) => judgeOptions.svm?.gamma);
    assert.deepEqual(gammas('fisher, paper settings', 'mnist'), ['auto']);
    assert.deepEqual(gammas('fisher, paper settings', 'usps'), [undefined]);
    assert.deepEqual(gammas('cife, paper settings', 'coil20'), [undefined]);
    assert.equal(jobs('icap, paper settings', 'coil20')[0].options.icapForm, 'max');
    for (const name of ['quickselection', 'neurofs, paper settings']) {
      assert.equal(jobs(name, 'coil20')[0].options.initialisation, 'dense', name);
    }
  });

  test('of a quick look trains for fewer epochs', () => {
    const planned = planJobs({ ...request, scale: quickScale });
    const paper = planned.filter(({ job }) => job.variant === 'neurofs, paper settings');
    assert.ok(paper.length > 0 && paper.every(({ job }) => job.options.epochs === 20));
  });
});
