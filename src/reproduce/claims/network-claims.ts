/** Claims about the networks themselves: what they cost, what they settle on, and what their settings matter. */
import type { TopologyStart } from '../../experiment/job.js';
import { countOf, listOf } from '../../report/format.js';
import { accuracyBySvm, type Gathered } from '../gather.js';
import { countCosts } from '../network-cost.js';
import { costTable, topologyAccuracies } from '../paper-figures.js';
import { type HyperparameterName, hyperparameterK } from '../plan.js';
import { lassonetFlops } from '../sections/cost.js';
import { neurofsPaper, optionsOf } from '../variants.js';
import { average, type Claim, known, majority, nameOf, rangeOf } from './claim.js';

export function fewestWeights(gathered: Gathered): Claim {
  const { sets } = gathered;
  const costs = sets.map((set) => {
    const { epsilon } = optionsOf(neurofsPaper, set) as { readonly epsilon: number };
    return countCosts({ ...set, epochs: 100, epsilon });
  });
  const paper = sets.flatMap(({ key }) => costTable[key] ?? []);
  const rivals = [
    {
      name: 'a dense network with one hidden layer',
      shares: costs.map((each) => each.sparse.flops / each.dense1.flops),
    },
    { name: 'one with three', shares: costs.map((each) => each.sparse.flops / each.dense3.flops) },
    {
      name: 'LassoNet as it ran here',
      shares: costs.flatMap(({ sparse }, place) => {
        const flops = lassonetFlops(gathered, sets[place]);
        return flops === undefined ? [] : [sparse.flops / flops];
      }),
    },
    { name: "LassoNet by the paper's own counts", shares: paper.map(({ flops }) => flops.sparse / flops.lassoNet) },
  ].filter(({ shares }) => shares.length > 0);
  const all = rivals.flatMap(({ shares }) => shares);
  const agreeing = all.filter((share) => share < 1).length;
  const percent = (share: number) => (100 * share).toFixed(1);
  const told = rivals.map(
    ({ name, shares }) => `${rangeOf(shares, percent)} % of those of ${name} (${countOf(shares.length, 'data set')})`,
  );
  return {
    claim: 'NeuroFS has the fewest parameters and training FLOPs',
    where: 'Table 4',
    verdict: agreeing === all.length && all.length > 0 ? 'holds' : majority(agreeing, all.length),
    evidence: `training FLOPs are ${listOf(told)}; weights are the same share of a dense network's. QuickSelection and RigL train a sparse network of the same size for as many epochs and are level; STG is not counted, nor are growth passes, which the paper leaves out too`,
  };
}

/** The distances between networks of one start, by layer and in the order of the epochs, and their accuracies. */
function networksOf({ results }: Gathered, start: TopologyStart) {
  const rows = results.flatMap(({ planned: { role }, row }) =>
    role.kind === 'topology' && role.start === start && row && !row.error ? [row] : [],
  );
  const distances = rows.flatMap((row) => row.details?.distances ?? []);
  const meansOf = (layer: number) =>
    distances
      .filter((each) => each.layer === layer)
      .map(({ values }) => average(values.flatMap((row, a) => row.slice(a + 1))));
  return { inputs: meansOf(0), hidden: meansOf(1), accuracies: known(rows.map(accuracyBySvm)) };
}

/** Distances between layers are from 0 to 1; less than this is not called a change. */
const clearDistance = 0.1;

export function inputLayersConverge(gathered: Gathered): Claim {
  const { inputs, hidden } = networksOf(gathered, 'different');
  const [first, last, deep] = [inputs[0], inputs.at(-1), hidden.at(-1)];
  const hasAll = inputs.length >= 2 && hidden.length >= 2;
  const isNearer = hasAll && first - last! >= clearDistance;
  const isDeepFurther = hasAll && deep! - last! >= clearDistance;
  return {
    claim:
      'Networks with different first connections end with relatively similar input layers and distant hidden layers',
    where: 'Figure 5',
    verdict: !hasAll
      ? 'too few rows'
      : isNearer && isDeepFurther
        ? 'holds'
        : isNearer || isDeepFurther
          ? 'in part'
          : 'does not hold',
    evidence: hasAll
      ? `mean distance of the input layers ${first.toFixed(2)} at the start and ${last!.toFixed(2)} at the end, of the first hidden layers ${deep!.toFixed(2)} at the end; input layers are to end ${clearDistance} nearer than at the start, and than hidden layers. They are more alike than they were, but far from the same`
      : 'not run',
  };
}

export function sameStartEndsNearer(gathered: Gathered): Claim {
  const [different, same] = (['different', 'same-connections'] as const).map((start) =>
    networksOf(gathered, start).inputs.at(-1),
  );
  const hasBoth = different !== undefined && same !== undefined;
  return {
    claim: 'Networks with the same first connections end with input layers that are more similar still',
    where: 'Figure 5',
    verdict: !hasBoth ? 'too few rows' : same < different ? 'holds' : 'does not hold',
    evidence: hasBoth
      ? `mean distance of the input layers at the end ${same.toFixed(2)}, and ${different.toFixed(2)} with different first connections`
      : 'not run',
  };
}

/** What the paper calls close together is the yardstick: its own accuracies lie as far apart as this. */
export function networksAreAsGood(gathered: Gathered): Claim {
  const apart = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const starts = (['different', 'same-connections'] as const).flatMap((start) => {
    const { accuracies } = networksOf(gathered, start);
    return accuracies.length < 3 ? [] : [{ ours: 100 * apart(accuracies), paper: apart(topologyAccuracies[start]) }];
  });
  // By the digits that are printed: the paper's own have no more.
  const agreeing = starts.filter(({ ours, paper }) => Number(ours.toFixed(1)) <= Number(paper.toFixed(1))).length;
  const [different, same] = starts;
  return {
    claim: 'Networks of different connections select features that are about as good',
    where: 'Table 3',
    verdict:
      starts.length < 2 ? 'too few rows' : agreeing === 2 ? 'holds' : agreeing === 1 ? 'in part' : 'does not hold',
    evidence:
      starts.length < 2
        ? 'not run'
        : `the accuracies of the networks lie within ${different.ours.toFixed(1)} points with different first connections, the paper's within ${different.paper.toFixed(1)}, and within ${same.ours.toFixed(1)} with the same, the paper's within ${same.paper.toFixed(1)}; they are to lie no further apart than its own`,
  };
}

/** Accuracy changes by this much at most where a hyper-parameter is called stable. */
const stableRange = 0.03;

export function stableHyperparameters({ results, sets }: Gathered): Claim {
  const ranges = sets.flatMap((set) =>
    (['alpha', 'epsilon', 'zetaIn'] as const).flatMap((name: HyperparameterName) => {
      const values = results.flatMap(({ planned, row }) => {
        const { role } = planned;
        const isOwn = planned.set === set.key && role.kind === 'hyperparameter' && role.name === name;
        return isOwn ? known([accuracyBySvm(row)]) : [];
      });
      return values.length < 3 ? [] : [{ set, name, range: Math.max(...values) - Math.min(...values) }];
    }),
  );
  const agreeing = ranges.filter(({ range }) => range <= stableRange).length;
  const widest = [...ranges].sort((a, b) => b.range - a.range)[0];
  return {
    claim: 'Results are stable over the hyper-parameters on most data sets',
    where: 'Figure 6',
    verdict: majority(agreeing, ranges.length),
    evidence:
      ranges.length === 0
        ? 'no data set has three values of one'
        : `at K = ${hyperparameterK}, ${agreeing} of ${ranges.length} pairs of data set and hyper-parameter stay within ${stableRange * 100} points over the values tried; the widest is ${widest.name} on ${nameOf(widest)}, ${(100 * widest.range).toFixed(1)} points`,
  };
}
