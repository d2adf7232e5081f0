/**
 * Methods for numbers and survival times against the packages people use today, on one small data set:
 * test/goldens/targets.json, made by test/goldens/make_target_goldens.py with the versions named in it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { Pacer } from '../src/compute/pacer.js';
import { createRandom } from '../src/maths/random.js';
import { L1Solver } from '../src/select/linear/l1-solver.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { RiskSets } from '../src/target/risk-sets.js';
import { standardise } from '../src/target/standardise.js';
import type { Scores, SurvivalTarget, Target, ValueTarget } from '../src/types.js';
import { toSparse, trainingSet } from './training-sets.js';

interface Spread {
  readonly seeds: number;
  readonly mean: number[];
  readonly deviation: number[];
}

interface Goldens {
  readonly featureCount: number;
  readonly values: number[];
  readonly symbols: number[];
  readonly y: number[];
  readonly fRegression: number[];
  readonly mutualInformation: number[];
  readonly mutualInformationOfSymbols: number[];
  readonly mrmr: number[];
  readonly hsicLasso: number[];
  readonly lasso: readonly { readonly lambda: number; readonly weights: number[] }[];
  /** The place of every feature, from 1. */
  readonly rfe: number[];
  readonly relief: number[];
  readonly extraTrees: Spread;
  readonly extraTreesWeighted: Spread;
  /** In how many of the seeds every feature is confirmed or rejected. */
  readonly boruta: { readonly seeds: number; readonly confirmed: number[]; readonly rejected: number[] };
  readonly times: number[];
  readonly untied: number[];
  readonly events: number[];
  readonly coxScore: number[];
  readonly logrank: number[];
  readonly coxFit: { readonly coefficients: number[]; readonly logLikelihood: number };
}

const file = new URL('../../test/goldens/targets.json', import.meta.url);
const goldens: Goldens = JSON.parse(readFileSync(file, 'utf8'));
const numbers: ValueTarget = { kind: 'values', values: Float64Array.from(goldens.y), outputCount: 1 };

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

interface Call {
  readonly target?: Target;
  readonly values?: readonly number[];
  readonly given?: Record<string, unknown>;
  readonly weights?: Float64Array;
  readonly isSparse?: boolean;
  readonly k?: number;
  readonly seed?: number;
}

function select(
  name: string,
  {
    target = numbers,
    values = goldens.values,
    given = {},
    weights,
    isSparse,
    k = goldens.featureCount,
    seed = 1,
  }: Call = {},
) {
  const method = findMethod(name);
  const plain = trainingSet(Float64Array.from(values), goldens.featureCount, [0, 1]);
  const matrix = isSparse ? toSparse(plain.matrix) : plain.matrix;
  const training = { ...plain, matrix, target, ...(weights && { weights }) };
  const context = { random: createRandom(seed), engine };
  return method.select(training, k, resolveOptions(method, given), context) as Promise<Scores>;
}

function assertNear(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expected.forEach((value, i) => {
    const bound = tolerance * Math.max(1, Math.abs(value));
    assert.ok(Math.abs(actual[i] - value) <= bound, `feature ${i}: got ${actual[i]}, expected ${value}`);
  });
}

test('the F statistic of a number is that of f_regression, in dense and in sparse data', async () => {
  for (const isSparse of [false, true]) {
    assertNear((await select('anova-f', { isSparse })).scores, goldens.fRegression, 1e-10);
  }
});

test('mutual information with a number is that of mutual_info_regression', async () => {
  assertNear((await select('mutual-information')).scores, goldens.mutualInformation, 1e-9);
});

test('mutual information of symbols with a number is that of mutual_info_regression', async () => {
  const given = { estimator: 'symbols' };
  const { scores } = await select('mutual-information', { values: goldens.symbols, given });
  assertNear(scores, goldens.mutualInformationOfSymbols, 1e-9);
});

test('mrmr of a number selects in the order of mrmr_regression', async () => {
  assert.deepEqual([...(await select('mrmr')).ranking], goldens.mrmr);
});

test('HSIC Lasso of a number selects what pyHSICLasso selects', async () => {
  const { ranking } = await select('hsic-lasso', { given: { blockSize: 0 } });
  assert.deepEqual([...ranking.subarray(0, goldens.hsicLasso.length)], goldens.hsicLasso);
});

test('extra-trees of numbers gives the importances of ExtraTreesRegressor in the mean over seeds, weighted too', async () => {
  const weighted = Float64Array.from(goldens.y, (_, row) => (row % 3) + 0.5);
  for (const [golden, weights] of [[goldens.extraTrees] as const, [goldens.extraTreesWeighted, weighted] as const]) {
    const ourSeeds = 8;
    const ours = new Float64Array(goldens.featureCount);
    for (let seed = 0; seed < ourSeeds; seed++) {
      const { scores } = await select('extra-trees', { given: { trees: 200 }, seed, ...(weights && { weights }) });
      for (let feature = 0; feature < ours.length; feature++) ours[feature] += scores[feature] / ourSeeds;
    }
    golden.mean.forEach((expected, feature) => {
      const error = golden.deviation[feature] * Math.sqrt(1 / ourSeeds + 1 / golden.seeds);
      const away = Math.abs(ours[feature] - expected) / error;
      assert.ok(away < 4, `feature ${feature}: got ${ours[feature]}, expected ${expected}, ${away} standard errors`);
    });
  }
});

test('boruta of numbers confirms and rejects what BorutaPy does with every seed', async () => {
  const { seeds, confirmed, rejected } = goldens.boruta;
  for (let seed = 0; seed < seeds; seed++) {
    const { scores } = await select('boruta', { given: { iterations: 50 }, seed });
    confirmed.forEach((count, feature) => {
      if (count === seeds) assert.ok(scores[feature] >= 2 * 51, `feature ${feature} is not confirmed`);
      if (rejected[feature] === seeds) assert.ok(scores[feature] < 51, `feature ${feature} is not rejected`);
    });
  }
});

test('relief of numbers is RReliefF of sklearn-relief, in dense and in sparse data', async () => {
  for (const isSparse of [false, true]) {
    // Differences are kept as floats.
    assertNear((await select('relief', { isSparse })).scores, goldens.relief, 1e-6);
  }
});

test("rfe of numbers drops features in the order of scikit-learn's RFE with Ridge", async () => {
  for (const isSparse of [false, true]) {
    const { ranking } = await select('rfe', { given: { dropShare: 0 }, isSparse });
    const places = goldens.rfe.map((_, feature) => ranking.indexOf(feature) + 1);
    assert.deepEqual(places, goldens.rfe);
  }
});

test("the lasso reaches the weights of scikit-learn's Lasso along its path", async () => {
  const plain = trainingSet(Float64Array.from(goldens.values), goldens.featureCount, [0, 1]);
  const solver = await L1Solver.create(standardise({ ...plain, target: numbers }), {
    tolerance: 1e-18,
    pacer: new Pacer({}),
    progress: () => 0,
  });
  let before = solver.largestGradient();
  for (const { lambda, weights } of goldens.lasso) {
    await solver.solve(lambda, before);
    before = lambda;
    assertNear(solver.weights, weights, 1e-8);
    weights.forEach((weight, feature) => {
      assert.equal(solver.weights[feature] === 0, weight === 0);
    });
  }
});

test('the lasso of two numbers has the weights of each alone', async () => {
  const plain = trainingSet(Float64Array.from(goldens.values), goldens.featureCount, [0, 1]);
  const weightsOf = async (target: ValueTarget) => {
    const solver = await L1Solver.create(standardise({ ...plain, target }), {
      tolerance: 1e-18,
      pacer: new Pacer({}),
      progress: () => 0,
    });
    await solver.solve(0.1, solver.largestGradient());
    return solver.weights;
  };
  const others = numbers.values.map((value, row) => value * value + row);
  const pairs = Float64Array.from(
    { length: 2 * others.length },
    (_, at) => (at % 2 ? others : numbers.values)[at >> 1],
  );
  const together = await weightsOf({ kind: 'values', values: pairs, outputCount: 2 });
  const alone = [await weightsOf(numbers), await weightsOf({ ...numbers, values: others })];
  assertNear(
    together,
    Array.from(together, (_, at) => alone[at % 2][at >> 1]),
    1e-8,
  );
});

const survival = (times: readonly number[]): SurvivalTarget => ({
  kind: 'survival',
  times: Float64Array.from(times),
  events: Uint8Array.from(goldens.events),
});

test("the Cox score of a feature is that of statsmodels' PHReg, ties by Breslow", async () => {
  assertNear((await select('cox', { target: survival(goldens.times) })).scores, goldens.coxScore, 1e-9);
});

test('for two values and no ties the Cox score is the log-rank test of lifelines', async () => {
  const { featureCount, values, y, logrank } = goldens;
  const medians = Array.from({ length: featureCount }, (_, f) => {
    const sorted = y.map((__, row) => values[row * featureCount + f]).sort((a, b) => a - b);
    return (sorted[y.length / 2 - 1] + sorted[y.length / 2]) / 2;
  });
  const halves = values.map((value, at) => (value > medians[at % featureCount] ? 1 : 0));
  assertNear((await select('cox', { target: survival(goldens.untied), values: halves })).scores, logrank, 1e-9);
});

test('the partial likelihood is that of PHReg at its fit, and its gradient that of finite differences', () => {
  const { featureCount, values, y, coxFit } = goldens;
  const risks = Float64Array.from(y, (_, row) =>
    coxFit.coefficients.reduce((sum, c, f) => sum + c * values[row * featureCount + f], 0),
  );
  const target = survival(goldens.times);
  const fitted = new RiskSets(target).hazards(risks);
  assertNear([fitted.logLikelihood], [coxFit.logLikelihood], 1e-9);
  for (const weights of [undefined, Float64Array.from(y, (_, row) => 0.5 + (row % 3))]) {
    const sets = new RiskSets(target, weights);
    const { expected } = sets.hazards(risks);
    for (let row = 0; row < risks.length; row += 7) {
      const moved = (by: number) =>
        sets.hazards(risks.map((risk, at) => (at === row ? risk + by : risk))).logLikelihood;
      const slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
      assertNear([sets.weightOf(row) * (target.events[row] - expected[row])], [slope], 1e-7);
    }
  }
});

test('NeuroFS ranks the features that set the hazard first', async () => {
  const { ranking } = await select('neurofs', { target: survival(goldens.times), k: 2 });
  assert.ok([0, 3].includes(ranking[0]), `feature ${ranking[0]} is first`);
});
