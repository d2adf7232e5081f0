import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { makeClassification } from '../make-classification.js';
import { FeatureSelector } from '../selector.js';
import type { Answered, Told } from '../session/messages.js';
import { ServeSession } from './serve-session.js';

const made = makeClassification({
  rowCount: 120,
  featureCount: 30,
  informativeCount: 4,
  redundantCount: 0,
  classCount: 3,
  separation: 1.5,
  seed: 1,
});
const data = {
  matrix: { kind: 'dense', rowCount: 120, columnCount: 30, values: made.values },
  target: { kind: 'classes', labels: made.labels, classNames: ['a', 'b', 'c'] },
} as const;

/** A session whose messages are kept; `ask` makes a call and waits for its answer. */
function startSession(now = () => performance.now()) {
  const messages: (Answered | Told)[] = [];
  let engineCount = 0;
  const session = new ServeSession({
    createEngine: () => {
      engineCount++;
      return createSerialEngine();
    },
    post: (message) => messages.push(message),
    now,
    hash: (text) => text,
    versions: {},
  });
  let id = 0;
  const ask = async (call: string, ...words: readonly unknown[]) => {
    const own = ++id;
    await session.take({ id: own, call, words });
    const answered = messages.find((each) => each.kind !== 'event' && each.id === own) as Answered;
    return answered.kind === 'answer' ? answered : { ...answered, value: undefined };
  };
  return { session, messages, ask, engineCount: () => engineCount };
}

interface SelectAnswer {
  readonly ranking: Int32Array;
  readonly scores: Float64Array;
  readonly history: { readonly epoch: Int32Array };
}

test('what a selection warns of is said in keywords, as those who call from another language write them', async () => {
  const { ask } = startSession();
  const { value } = await ask('select', data, { k: 5, method: 'fisher', testFraction: 0.2 });
  const { warnings } = value as { readonly warnings: readonly string[] };
  assert.ok(warnings.some((warning) => /; use repeats=4 for a verdict/.test(warning)));
});

test('select gives the ranking and scores of the library, bit for bit, for any method', async () => {
  const { ask, engineCount } = startSession();
  for (const method of ['neurofs', 'fisher', 'mrmr']) {
    const { value } = await ask('select', data, { k: 5, method, seed: 3 });
    const { ranking, scores } = value as SelectAnswer;
    const selector = await new FeatureSelector({ k: 5, method, seed: 3 }).fit(data.matrix, data.target.labels);
    assert.deepEqual(ranking, selector.ranking);
    assert.deepEqual(scores, selector.scores);
  }
  assert.equal(engineCount(), 1, 'the engine stays warm');
});

test('a network tells its epochs, as often as can be followed, with strengths where they are asked for', async () => {
  let clock = 0;
  const { ask, messages } = startSession(() => {
    clock += 20;
    return clock;
  });
  await ask('select', data, { k: 5, methodOptions: { epochs: 4 }, strengths: true });
  const epochs = messages.flatMap((each) =>
    each.kind === 'event' && each.event === 'epoch' ? (each.words as { epoch: number; strengths: Float32Array }[]) : [],
  );
  assert.deepEqual(
    epochs.map(({ epoch }) => epoch),
    [0, 1, 2, 3, 4],
  );
  assert.equal(epochs[4].strengths.length, 30);
});

test('cancel ends the call under way and those that wait, and the session goes on', async () => {
  const { session, messages, ask } = startSession();
  const long = { k: 5, methodOptions: { epochs: 100_000 } };
  const first = session.take({ id: 100, call: 'select', words: [data, long] });
  const second = session.take({ id: 101, call: 'select', words: [data, long] });
  await session.take({ id: 102, call: 'cancel', words: [101] });
  await session.take({ id: 103, call: 'cancel', words: [100] });
  await Promise.all([first, second]);
  const codes = messages.flatMap((each) => (each.kind === 'failure' ? [each.failure.code] : []));
  assert.deepEqual(codes, ['interrupted', 'interrupted']);
  assert.equal((await ask('cancel', 100)).value, false);
  assert.equal((await ask('select', data, { k: 2, method: 'fisher' })).kind, 'answer');
});

test('compare and curve give what the commands show', async () => {
  const { ask } = startSession();
  const { value: compared } = await ask('compare', data, { ks: [3], seeds: [0], methods: ['fisher'], report: true });
  const { comparison, report } = compared as { comparison: { methods: { method: string }[] }; report: string };
  assert.deepEqual(comparison.methods.map(({ method }) => method).sort(), ['fisher', 'random']);
  assert.match(report, /^<!doctype html>/i);
  const { value: curved } = await ask('curve', data, { ks: [1, 4], folds: 3, method: 'fisher', judges: ['knn'] });
  const { curves } = curved as { curves: { points: { k: number; values: number[] }[] }[] };
  assert.deepEqual(
    curves[0].points.map(({ k, values }) => [k, values.length]),
    [
      [1, 3],
      [4, 3],
    ],
  );
});

test('a failure comes as data, for the caller to word', async () => {
  const { ask } = startSession();
  const failing = async (...words: readonly unknown[]) => {
    const answered = await ask(words[0] as string, ...words.slice(1));
    return answered.kind === 'failure' ? answered.failure : undefined;
  };
  assert.deepEqual(await failing('select', data, { k: 31 }), {
    code: 'usage',
    message: 'k must be at most the number of features, 30. Got 31 instead',
    statement: 'must be at most the number of features, 30. Got 31 instead',
    subject: { option: 'k' },
    advice: [],
  });
  assert.match((await failing('select', data, { k: 3, sed: 1 }))!.message, /unknown option "sed"; did you mean "seed"/);
  assert.match((await failing('select', { ...data, target: undefined }, { k: 3 }))!.message, /expected a target of/);
  assert.match((await failing('select', { ...data, matrix: {} }, { k: 3 }))!.message, /expected a matrix of the kind/);
  assert.match((await failing('select', data, { k: 3, threads: 0 }))!.message, /threads must be a whole number/);
  assert.match((await failing('select', data, null))!.message, /expected an object with k, falseDiscovery, include/);
  assert.match((await failing('nothing'))!.message, /there is no call "nothing"/);
  assert.match((await failing('toString'))!.message, /there is no call "toString"/);
});
