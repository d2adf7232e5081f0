/** One contract for every registered method: the claims of `checkMethod`, tried on each, and broken ones found out. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { UserError } from '../src/errors.js';
import { checkMethod, trialOf } from '../src/select/check-method.js';
import type { NoOptions, SelectionMethod } from '../src/select/contract.js';
import { methodClaims } from '../src/select/method-claims.js';
import { rankScores } from '../src/select/rank-scores.js';
import { type AnyMethod, findMethod, methods } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { takesTarget } from '../src/select/training-for.js';
import type { ClassTarget, ValueTarget } from '../src/types.js';
import { plantedSignal } from './training-sets.js';

/** Settings that make slow methods quick enough for a contract test; the others run as they are. */
const smallNetwork = { hidden: [40, 30], epochs: 30, learningRate: 0.05 };
const quickOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  neurofs: smallNetwork,
  'neurofs-random-growth': smallNetwork,
  quickselection: smallNetwork,
  rigl: smallNetwork,
  lassonet: { hidden: 20, epochs: 20, learningRate: 0.05, pathEpochs: 3, pathMultiplier: 1.1 },
  boruta: { iterations: 20, trees: 50 },
  stg: { ...smallNetwork, penalty: 'sum', lambda: 0.05 },
};

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

/** The claims are tried on classes. */
for (const method of methods.filter((each) => takesTarget(each, 'classes'))) {
  describe(`method ${method.name}`, () => {
    for (const { title, needsSignal, check } of methodClaims) {
      // A random ranking finds nothing, by design.
      if (needsSignal && method.name === 'random') continue;
      test(title, () => check(trialOf(method, quickOptions[method.name] ?? {}, engine)));
    }

    test('refuses an option it does not have', () => {
      assert.throws(() => resolveOptions(method, { noSuchOption: 1 }), UserError);
    });
  });
}

test('the random method depends on the seed', async () => {
  const training = plantedSignal({ rowCount: 10, featureCount: 20, informative: [3], seed: 1 });
  const { select } = trialOf(findMethod('random'), {}, engine);
  const [first, second] = [await select(training, 5, { seed: 1 }), await select(training, 5, { seed: 2 })];
  assert.notDeepEqual(first.ranking, second.ranking);
});

test('method names are unique, and an unknown one is an error with a suggestion', () => {
  assert.equal(new Set(methods.map((method) => method.name)).size, methods.length);
  assert.throws(() => findMethod('fischer'), /unknown method "fischer"; did you mean "fisher"\?/);
});

test('what a method takes is a type and a field at once', () => {
  const plain: Omit<SelectionMethod<NoOptions>, 'select'> = { name: 'plain', summary: 'one', options: {} };
  const select: SelectionMethod<NoOptions>['select'] = async ({ matrix: { columnCount } }) =>
    rankScores(new Float64Array(columnCount));
  const able: SelectionMethod<NoOptions, ClassTarget | ValueTarget, 'weights'> = {
    ...plain,
    targets: ['classes', 'values'],
    takesWeights: true,
    select: async ({ weights = [] }) => rankScores(Float64Array.from(weights)),
  };
  // @ts-expect-error: the type says that it takes weights, and the field does not.
  const silent: SelectionMethod<NoOptions, ClassTarget, 'weights'> = { ...plain, select };
  // @ts-expect-error: the field says that it takes matrices outside memory, and the type does not.
  const boasting: SelectionMethod<NoOptions> = { ...plain, takesStored: true, select };
  // @ts-expect-error: it takes numbers and does not say so.
  const shy: SelectionMethod<NoOptions, ValueTarget> = { ...plain, select };
  // @ts-expect-error: there are no weights for a method that does not take them.
  const greedy: SelectionMethod<NoOptions> = { ...plain, select: async ({ weights }) => rankScores(weights) };
  assert.deepEqual(
    [able, silent, boasting, shy, greedy].map(({ name }) => name),
    Array(5).fill('plain'),
  );
});

describe('checkMethod', () => {
  const fisher = findMethod('fisher') as SelectionMethod<NoOptions, ClassTarget, 'stored' | 'weights'>;
  const own: typeof fisher = { ...fisher, name: 'own-fisher' };

  test('has nothing to say about a method that keeps the contract', async () => {
    assert.deepEqual(await checkMethod(fisher), []);
    assert.deepEqual(await checkMethod(own), []);
    assert.deepEqual(await checkMethod(findMethod('random'), { findsSignal: false }), []);
  });

  const broken: [what: string, method: AnyMethod, problem: RegExp][] = [
    [
      'ranks the worst first',
      {
        ...own,
        select: async (...given) => {
          const { scores, ranking } = await fisher.select(...given);
          return { scores, ranking: ranking.slice().reverse() };
        },
      },
      /^own-fisher ranks every feature exactly once, .*: place 1: scores must fall/,
    ],
    [
      'writes to the training rows',
      {
        ...own,
        select: async (training, ...rest) => {
          training.target.labels.reverse();
          return fisher.select(training, ...rest);
        },
      },
      /leaves its inputs unchanged: the training rows are not what they were/,
    ],
    [
      'depends on the seed and says that it does not',
      {
        ...findMethod('random'),
        name: 'own-random',
        isDeterministic: true,
      },
      /changes with K and seed no more than it says: isDeterministic is true/,
    ],
    [
      'takes no notice of the signal',
      {
        ...own,
        select: (training, k, options, { engine, random }) => fisher.select(training, k, options, { engine, random }),
      },
      /reports progress from 0 to 1, and stops when the signal fires: the last progress is not 1/,
    ],
    [
      'has no checks of its own',
      {
        ...own,
        select: async ({ matrix }) => ({
          scores: new Float64Array(matrix.columnCount),
          ranking: Int32Array.from({ length: matrix.columnCount }, (_, feature) => feature),
        }),
      },
      /refuses numbers that are not finite, .*: NaN in dense data must be refused .* Got a result/,
    ],
    ['is named in capitals', { ...own, name: 'Own' }, /describes itself .*: the name "Own"/],
  ];
  for (const [what, method, problem] of broken) {
    test(`finds out a method that ${what}`, async () => {
      const problems = await checkMethod(method);
      assert.ok(
        problems.some((each) => problem.test(each)),
        problems.join('\n') || 'nothing found',
      );
    });
  }

  test('and everything else that takes a method refuse what is no method', async () => {
    await assert.rejects(checkMethod({ name: 'half' } as never), /a method must be a name, or an object with/);
    await assert.rejects(checkMethod({ ...own, name: 'fisher' }), /there is a method named "fisher" already/);
  });
});
