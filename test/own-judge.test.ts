/** A judge of the user's own, through every call of the library that takes the name of one. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import {
  type ComparisonContext,
  checkJudge,
  createMemoryStore,
  createSerialEngine,
  curveOfDataset,
  evaluateDataset,
  findJudge,
  type JobRow,
  type Judge,
  type NoOptions,
  runComparison,
  selectFeatures,
} from '../src/index.js';
import { generatedDataset } from './fixtures/generated-dataset.js';

const shape = { rowCount: 120, featureCount: 12, informativeCount: 3, redundantCount: 1, classCount: 3 };
const dataset = generatedDataset({ ...shape, separation: 2, seed: 4 });
/** A built-in judge under another name: it has to give what the other gives. */
const own = { ...findJudge('logistic'), name: 'own' };
const engine = await createSerialEngine();
const judges = ['logistic', own];

test('a selection is measured by it as by the same judge by name', async () => {
  const { measured } = await selectFeatures({ dataset, k: 4, method: 'fisher', evaluation: { judges } }, { engine });
  const of = (name: string) => measured.filter(({ judge }) => judge === name).map(({ judge: _, ...set }) => set);
  assert.equal(of('own').length, 3);
  assert.deepEqual(of('own'), of('logistic'));
});

test('an evaluation and a curve with it are those of the same judge by name', async () => {
  const { evaluations } = await evaluateDataset({ dataset, features: 'all', judges }, { engine });
  assert.deepEqual(evaluations[1], { ...evaluations[0], judge: 'own' });
  const curves = await curveOfDataset({ dataset, ks: [1, 3], folds: 3, method: 'fisher', judges }, { engine });
  assert.deepEqual(curves[1], { ...curves[0], judge: 'own' });
});

const contextWith = (more: Partial<ComparisonContext> = {}): ComparisonContext => ({
  createEngine: createSerialEngine,
  store: createMemoryStore<JobRow>(),
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  now: () => 0,
  ...more,
});
const request = {
  dataset,
  data: { name: 'made', sha256: 'abc', place: { kind: 'given' } },
  methods: ['fisher'],
  ks: [2],
  seeds: [1],
  judges,
  code: '1',
} as const;

test('a comparison takes it beside names; jobs that run elsewhere need judges that are known there', async () => {
  const { rows } = await runComparison(request, contextWith());
  for (const { measures } of rows) {
    const of = (name: string) => measures.filter(({ judge }) => judge === name).map(({ judge: _, ...each }) => each);
    assert.ok(of('own').length >= 4);
    assert.deepEqual(of('own'), of('logistic'));
  }
  const runner = { run: async () => assert.fail('nothing is to be run') };
  await assert.rejects(runComparison(request, contextWith({ runner })), /the judge "own" is known here alone/);
});

test('names that are taken, kinds of target it does not judge, and wrong predictions are refused', async () => {
  const judged = (judge: Judge<NoOptions>) =>
    evaluateDataset({ dataset, features: 'all', judges: [judge] }, { engine });
  const wrong: Judge<NoOptions> = {
    name: 'wrong',
    summary: 'tells too little',
    targets: ['classes'],
    options: {},
    fit: () => ({ predict: () => ({ kind: 'classes', labels: Int32Array.of(7) }) }),
  };
  await assert.rejects(judged(wrong), /the judge "wrong": expected labels to be an Int32Array of 24 class indices/);
  await assert.rejects(judged({ ...wrong, name: 'svm' }), /there is a judge named "svm" already/);
  await assert.rejects(
    judged({ ...wrong, targets: ['values'] }),
    /"wrong" does not judge a target of classes; use judges: 'svm'/,
  );
  await assert.rejects(
    evaluateDataset({ dataset, features: 'all', judges: [own, { ...own }] }, { engine }),
    /"own" is taken/,
  );
  const problems = await checkJudge(wrong);
  assert.match(problems[0], /^wrong says something of every row \(classes\): .*expected labels/);
});
