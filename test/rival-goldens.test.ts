/**
 * The methods of other authors against scikit-learn and their own packages, on small data sets: test/goldens/rivals.json,
 * made by test/goldens/make_rival_goldens.py with the versions named in it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { Pacer } from '../src/compute/pacer.js';
import { createRandom } from '../src/maths/random.js';
import { L1Solver } from '../src/select/linear/l1-solver.js';
import { Machines, machineSigns } from '../src/select/linear/machines.js';
import { StandardisedColumns } from '../src/select/linear/standardised.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import type { Scores } from '../src/types.js';
import { rankCorrelation } from './rank-correlation.js';
import { trainingSet } from './training-sets.js';

interface SmallSet {
  readonly featureCount: number;
  readonly labels: number[];
  readonly values: number[];
}

interface Spread {
  readonly seeds: number;
  readonly mean: number[];
  readonly deviation: number[];
}

interface L1Golden {
  readonly lambda: number;
  /** [class][feature] */
  readonly weights: number[][];
}

interface RfeGolden {
  /** [machine][feature] */
  readonly weights: number[][];
  /** The place of every feature, from 1. */
  readonly ranking: number[];
}

type SetName = 'generated' | 'wine';

interface Goldens {
  readonly wine: SmallSet;
  readonly extraTrees: Record<SetName, Spread>;
  readonly l1Logistic: Record<SetName, L1Golden[]>;
  /** The same of the first class against all others. */
  readonly l1LogisticOfPair: Record<SetName, L1Golden[]>;
  /** Of as many rows of every class as the smallest has. */
  readonly reliefOfBalanced: Record<SetName, number[]>;
  readonly reliefOfPair: Record<SetName, number[]>;
  /** In how many of the seeds every feature is confirmed or rejected. */
  readonly boruta: Record<
    SetName,
    { readonly seeds: number; readonly confirmed: number[]; readonly rejected: number[] }
  >;
  readonly rfe: Record<SetName, RfeGolden>;
  readonly rfeOfPair: Record<SetName, RfeGolden>;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../test/goldens/${name}`, import.meta.url), 'utf8'));
const goldens: Goldens = read('rivals.json');
const sets: Record<SetName, SmallSet> = { generated: read('filters.json'), wine: goldens.wine };
const setNames = ['generated', 'wine'] as const;

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

function select(name: string, set: SetName, given: Record<string, unknown> = {}, k = 1, seed = 1): Promise<Scores> {
  const method = findMethod(name);
  const { values, featureCount, labels } = sets[set];
  const training = trainingSet(Float64Array.from(values), featureCount, labels);
  return method.select(training, k, resolveOptions(method, given), { random: createRandom(seed), engine });
}

/** The mean of the scores over the seeds 0 .. seeds - 1. */
async function meanScores(name: string, set: SetName, given: Record<string, unknown>, seeds: number) {
  const mean = new Float64Array(sets[set].featureCount);
  for (let seed = 0; seed < seeds; seed++) {
    const { scores } = await select(name, set, given, 1, seed);
    for (let feature = 0; feature < mean.length; feature++) mean[feature] += scores[feature] / seeds;
  }
  return mean;
}

for (const set of setNames) {
  test(`extra-trees gives scikit-learn's importances in the mean over seeds, on ${set}`, async () => {
    const { mean, deviation, seeds } = goldens.extraTrees[set];
    const ourSeeds = 8;
    const ours = await meanScores('extra-trees', set, { trees: 500 }, ourSeeds);
    mean.forEach((expected, feature) => {
      const error = deviation[feature] * Math.sqrt(1 / ourSeeds + 1 / seeds);
      const away = Math.abs(ours[feature] - expected) / error;
      assert.ok(away < 4, `feature ${feature}: got ${ours[feature]}, expected ${expected}, ${away} standard errors`);
    });
    assert.ok(rankCorrelation(ours, mean) > 0.97);
    assert.ok(Math.abs(ours.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
  });
}

for (const set of setNames) {
  for (const isPair of [false, true]) {
    const title = isPair ? 'one class against the others' : 'three classes';
    test(`l1-logistic reaches the weights of scikit-learn's saga along its path, on ${set}, ${title}`, async () => {
      const { values, featureCount, labels } = sets[set];
      const classes = isPair ? labels.map((label) => Math.min(label, 1)) : labels;
      const training = trainingSet(Float64Array.from(values), featureCount, classes);
      const options = { tolerance: 1e-16, pacer: new Pacer({}), progress: () => 0 };
      const solver = await L1Solver.create(training, options);
      let before = solver.largestGradient();
      for (const expected of (isPair ? goldens.l1LogisticOfPair : goldens.l1Logistic)[set]) {
        await solver.solve(expected.lambda, before);
        before = expected.lambda;
        const { count } = solver.outputs;
        expected.weights.forEach((ofClass, logit) => {
          ofClass.forEach((weight, feature) => {
            const ours = solver.weights[feature * count + logit];
            assert.ok(Math.abs(ours - weight) < 1e-6, `weight ${feature}, ${logit}: got ${ours}, expected ${weight}`);
            assert.equal(ours === 0, weight === 0);
          });
        });
      }
    });
  }
}

test('l1-logistic gives exactly K features a higher score than all others, or fewer where the path ends before', async () => {
  const { scores, ranking } = await select('l1-logistic', 'generated', {}, 12);
  assert.ok(scores[ranking[11]] > 1 && scores[ranking[11]] > scores[ranking[12]]);
  const ended = await select('l1-logistic', 'generated', { pathEnd: 0.8 }, 12);
  const active = ended.scores.filter((score) => score > 1).length;
  assert.ok(active > 0 && active < 12 && ended.scores.every((score) => score >= 0));
});

for (const set of setNames) {
  for (const isPair of [false, true]) {
    const title = isPair ? 'one class against the others' : 'three classes';
    const golden = (isPair ? goldens.rfeOfPair : goldens.rfe)[set];
    const exactly = { c: 1, tolerance: 1e-10, passes: 100_000 };
    const makeTraining = () => {
      const { values, featureCount, labels } = sets[set];
      const classes = isPair ? labels.map((label) => Math.min(label, 1)) : labels;
      return trainingSet(Float64Array.from(values), featureCount, classes);
    };

    test(`rfe trains the machines of scikit-learn's LinearSVC, on ${set}, ${title}`, async () => {
      const training = makeTraining();
      const pace = { pacer: new Pacer({}), progress: () => 0 };
      const columns = await StandardisedColumns.fit(training, pace.pacer);
      const all = Int32Array.from({ length: columns.featureCount }, (_, feature) => feature);
      for (const form of ['rows', 'products'] as const) {
        const machines = new Machines(columns, { signs: machineSigns(training.target) }, exactly, pace);
        const weights = await machines.weights(all, form);
        golden.weights.forEach((ofMachine, machine) => {
          ofMachine.forEach((weight, feature) => {
            const ours = weights[machine][feature];
            assert.ok(
              Math.abs(ours - weight) < 1e-6,
              `${form}, ${machine}, ${feature}: got ${ours}, expected ${weight}`,
            );
          });
        });
      }
    });

    test(`rfe drops features in the order of scikit-learn's RFE, on ${set}, ${title}`, async () => {
      const method = findMethod('rfe');
      const context = { random: createRandom(1), engine };
      const { ranking } = await method.select(makeTraining(), 1, { ...exactly, dropShare: 0 }, context);
      assert.deepEqual(
        [...ranking].map((feature) => golden.ranking[feature]),
        golden.ranking.map((_, place) => place + 1),
      );
    });
  }
}

for (const set of setNames) {
  for (const isPair of [false, true]) {
    const title = isPair ? 'one class against the others' : 'three classes';
    test(`relief gives the scores of skrebate's ReliefF, on ${set}, ${title}`, async () => {
      const { values, featureCount, labels } = sets[set];
      // skrebate weights all other classes alike, the article by their frequency: the same where classes are balanced.
      const rows = isPair ? labels.map((_, row) => row) : balancedRows(labels);
      const classes = rows.map((row) => (isPair ? Math.min(labels[row], 1) : labels[row]));
      const cells = rows.flatMap((row) => values.slice(row * featureCount, (row + 1) * featureCount));
      const training = trainingSet(Float64Array.from(cells), featureCount, classes);
      const method = findMethod('relief');
      const { scores } = await method.select(training, 1, resolveOptions(method), { random: createRandom(1), engine });
      (isPair ? goldens.reliefOfPair : goldens.reliefOfBalanced)[set].forEach((expected, feature) => {
        assert.ok(
          Math.abs(scores[feature] - expected) < 1e-6,
          `${feature}: got ${scores[feature]}, expected ${expected}`,
        );
      });
    });
  }
}

/** The first rows of every class, as many as the smallest has. */
function balancedRows(labels: readonly number[]): number[] {
  const counts: number[] = [];
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  const taken = counts.map(() => 0);
  return [...labels.keys()].filter((row) => ++taken[labels[row]] <= Math.min(...counts));
}

for (const set of setNames) {
  test(`boruta confirms and rejects what BorutaPy confirms and rejects with every seed, on ${set}`, async () => {
    const { seeds, confirmed, rejected } = goldens.boruta[set];
    const ours = { confirmed: confirmed.map(() => 0), rejected: confirmed.map(() => 0) };
    for (let seed = 0; seed < seeds; seed++) {
      const { scores } = await select('boruta', set, { iterations: 50 }, 1, seed);
      scores.forEach((score, feature) => {
        if (score >= 2 * 51) ours.confirmed[feature]++;
        if (score < 51) ours.rejected[feature]++;
      });
    }
    confirmed.forEach((count, feature) => {
      const found = `${ours.confirmed[feature]} confirmed, ${ours.rejected[feature]} rejected`;
      if (count === seeds) assert.ok(ours.confirmed[feature] === seeds, `feature ${feature}: ${found}`);
      if (rejected[feature] === seeds) assert.ok(ours.rejected[feature] === seeds, `feature ${feature}: ${found}`);
    });
  });
}
