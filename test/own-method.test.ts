/** A method of the user's own, through every call of the library that takes the name of one. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import {
  type ComparisonContext,
  type ComparisonRequest,
  createMemoryStore,
  createSerialEngine,
  curveOfDataset,
  findMethod,
  type JobRow,
  runComparison,
  selectFeatures,
} from '../src/index.js';
import { generatedDataset } from './fixtures/generated-dataset.js';

const shape = { rowCount: 120, featureCount: 12, informativeCount: 3, redundantCount: 1, classCount: 3 };
const dataset = generatedDataset({ ...shape, separation: 2, seed: 4 });
/** A built-in method under another name: it has to give what the other gives. */
const own = { ...findMethod('mrmr'), name: 'own' };
const engine = await createSerialEngine();

const request: ComparisonRequest = {
  dataset,
  data: { name: 'made', sha256: 'abc', place: { kind: 'given' } },
  methods: ['mrmr', own],
  methodOptions: { mrmr: { redundancy: 'max' }, own: { redundancy: 'max' } },
  ks: [2, 4],
  seeds: [1],
  judges: ['knn'],
  code: '1',
};
const contextWith = (more: Partial<ComparisonContext> = {}): ComparisonContext => ({
  createEngine: createSerialEngine,
  store: createMemoryStore<JobRow>(),
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  now: () => 0,
  ...more,
});

test('a selection with it is that of the same method by name', async () => {
  const [byName, byValue] = [
    await selectFeatures({ dataset, k: 4, method: 'mrmr' }, { engine }),
    await selectFeatures({ dataset, k: 4, method: own }, { engine }),
  ];
  assert.equal(byValue.method, 'own');
  assert.deepEqual({ ...byValue, method: 'mrmr' }, byName);
});

test('a curve with it is that of the same method by name', async () => {
  const curve = { dataset, ks: [1, 3], folds: 3, judges: ['knn'] } as const;
  assert.deepEqual(
    await curveOfDataset({ ...curve, method: own }, { engine }),
    await curveOfDataset({ ...curve, method: 'mrmr' }, { engine }),
  );
});

test('a comparison takes it beside names, and its rows are those of the same method by name', async () => {
  const { rows } = await runComparison(request, contextWith());
  const told = (name: string) =>
    rows
      .filter(({ method }) => method === name)
      .map(({ k, seed, features, measures, error }) => ({ k, seed, features, measures, error }));
  assert.equal(told('own').length, 2);
  assert.deepEqual(told('own'), told('mrmr'));
});

test('jobs that run elsewhere need methods that are known there', async () => {
  const runner = { run: async () => assert.fail('nothing is to be run') };
  await assert.rejects(runComparison(request, contextWith({ runner })), {
    name: 'UserError',
    message:
      'the method "own" is known here alone, and these jobs run elsewhere; ' +
      'run the comparison without a runner, or name methods that are built in',
  });
});

test('two methods of one name, and the name of the baseline, are refused', async () => {
  const comparing = (methods: ComparisonRequest['methods']) => runComparison({ ...request, methods }, contextWith());
  await assert.rejects(comparing([own, { ...own }]), /tells methods apart by name: "own" is taken/);
  await assert.rejects(comparing([{ ...own, name: 'all-features' }]), /"all-features" is taken/);
  await assert.rejects(comparing([{ ...own, name: 'rigl' }]), /there is a method named "rigl" already/);
});
