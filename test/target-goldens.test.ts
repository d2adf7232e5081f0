/**
 * Methods for numbers and survival times against the packages people use today, on one small data set:
 * test/goldens/targets.json, made by test/goldens/make_target_goldens.py with the versions named in it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { RiskSets } from '../src/target/risk-sets.js';
import type { Scores, SurvivalTarget, Target, ValueTarget } from '../src/types.js';
import { toSparse, trainingSet } from './training-sets.js';

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
}

function select(
  name: string,
  { target = numbers, values = goldens.values, given = {}, weights, isSparse, k = goldens.featureCount }: Call = {},
) {
  const method = findMethod(name);
  const plain = trainingSet(Float64Array.from(values), goldens.featureCount, [0, 1]);
  const matrix = isSparse ? toSparse(plain.matrix) : plain.matrix;
  const training = { ...plain, matrix, target, ...(weights && { weights }) };
  const context = { random: createRandom(1), engine };
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

test('a row of weight 2 counts as the row twice, by the F statistic and by Fisher', async () => {
  const { featureCount, values, y } = goldens;
  const weights = Float64Array.from(y, (_, row) => 1 + (row % 2));
  const places = y.flatMap((_, row) => (row % 2 === 1 ? [row, row] : [row]));
  const twice = places.flatMap((row) => values.slice(row * featureCount, (row + 1) * featureCount));
  const classes = (rows: readonly number[]): Target => ({
    kind: 'classes',
    labels: Int32Array.from(rows, (row) => (y[row] > 0 ? 1 : 0)),
    classNames: ['low', 'high'],
  });
  const all = y.map((_, row) => row);
  const repeated: ValueTarget = { ...numbers, values: Float64Array.from(places, (row) => y[row]) };
  for (const isSparse of [false, true]) {
    const weighted = await select('anova-f', { weights, isSparse });
    assertNear(weighted.scores, [...(await select('anova-f', { values: twice, target: repeated })).scores], 1e-10);
    for (const name of ['anova-f', 'fisher']) {
      const once = await select(name, { weights, target: classes(all), isSparse });
      assertNear(once.scores, [...(await select(name, { values: twice, target: classes(places) })).scores], 1e-10);
    }
  }
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

test('a row of weight 2 counts as the row twice, by the Cox score', async () => {
  const { featureCount, values, times, events } = goldens;
  const weights = Float64Array.from(times, (_, row) => 1 + (row % 2));
  const places = times.flatMap((_, row) => (row % 2 === 1 ? [row, row] : [row]));
  const twice = places.flatMap((row) => values.slice(row * featureCount, (row + 1) * featureCount));
  const target: SurvivalTarget = {
    kind: 'survival',
    times: Float64Array.from(places, (row) => times[row]),
    events: Uint8Array.from(places, (row) => events[row]),
  };
  const repeated = await select('cox', { target, values: twice });
  assertNear((await select('cox', { target: survival(times), weights })).scores, [...repeated.scores], 1e-10);
});

test('NeuroFS ranks the features that set the hazard first', async () => {
  const { ranking } = await select('neurofs', { target: survival(goldens.times), k: 2 });
  assert.ok([0, 3].includes(ranking[0]), `feature ${ranking[0]} is first`);
});
