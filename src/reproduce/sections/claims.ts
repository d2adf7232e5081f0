/** What the paper claims, and what holds here: each claim beside what the rows at hand say of it. */
import { countOf, listOf } from '../../report/format.js';
import { accuracyBySvm, type Gathered } from '../gather.js';
import { countCosts } from '../network-cost.js';
import { paperFigure } from '../paper-figure.js';
import { costTable } from '../paper-figures.js';
import type { Finding, Section } from '../piece.js';
import { type HyperparameterName, hyperparameterK, mainK, paperJudges, type ReproductionSet } from '../plan.js';
import { deepLassonet, hsicVariants, neurofsPaper, optionsOf, randomGrowth, rigl, type Variant } from '../variants.js';
import { lassonetFlops } from './cost.js';
import { dimensionGroups, rankedVariants, scoreMethods } from './ranking.js';

export type Verdict = 'holds' | 'does not hold' | 'in part' | 'too few rows';

const kinds: Readonly<Record<Verdict, Finding['kind']>> = {
  holds: 'good',
  'in part': 'note',
  'too few rows': 'note',
  'does not hold': 'warning',
};

export interface Claim {
  readonly claim: string;
  readonly where: string;
  readonly verdict: Verdict;
  readonly evidence: string;
}

export function claimsSection(gathered: Gathered): Section {
  const claims = claimsOf(gathered);
  return {
    id: 'claims',
    title: 'What the paper claims, and what holds here',
    pieces: [
      {
        kind: 'text',
        text: `Each claim beside the rows at hand. NeuroFS is meant with the paper's settings, and rivals as the paper ran them. A claim about most cases holds where more than half of those that can be compared agree, a level one (${levelApart}) counting half, and holds in part from a third on; with fewer than three there are too few rows to say. None of this is a test of significance: the section on ranks has one.`,
      },
      {
        kind: 'findings',
        findings: claims.map(({ claim, where, verdict, evidence }) => ({
          kind: kinds[verdict],
          verdict,
          statement: `${claim} (${where})`,
          evidence: `${evidence[0].toUpperCase()}${evidence.slice(1)}`,
        })),
      },
    ],
  };
}

export function claimsOf(gathered: Gathered): readonly Claim[] {
  return [
    bestOnMost(gathered),
    ...dimensionGroups(gathered).map(({ title, sets }) => highestRank(gathered, title, sets)),
    networksAboveFilters(gathered),
    above(gathered, 'NeuroFS is above LassoNet', 'Section 4.2', 'lassonet'),
    above(gathered, 'NeuroFS is above STG', 'Section 4.2', 'stg'),
    above(gathered, 'NeuroFS is above QuickSelection', 'Section 4.2', 'quickselection'),
    deepLassonetIsAlike(gathered),
    above(gathered, 'Growth by gradient is above growth at random', 'Appendix A', randomGrowth.name),
    above(gathered, 'NeuroFS is above HSIC Lasso', 'Appendix B', hsicLasso.name),
    above(gathered, 'NeuroFS is above variational HSIC Lasso', 'Appendix B', variationalHsicLasso.name),
    above(gathered, 'NeuroFS is above RigL', 'Appendix D', rigl.name),
    sameForOtherJudges(gathered),
    fewestWeights(gathered),
    topologies(gathered),
    stableHyperparameters(gathered),
  ];
}

const [hsicLasso, variationalHsicLasso] = hsicVariants;

/** Accuracies closer than this are level: half of the last digit that is printed. */
const level = 5e-4;

/** Sets on which the mean over K can be compared. */
function means(gathered: Gathered, variants: readonly { readonly name: string }[], sets = gathered.sets) {
  return sets.map((set) => ({
    set,
    values: variants.map(({ name }) => gathered.judged(name, set.key, 'mean')?.mean),
  }));
}

/** The verdict on a claim about most cases. */
function majority(agreeing: number, compared: number): Verdict {
  if (compared < 3) return 'too few rows';
  return agreeing > compared / 2 ? 'holds' : agreeing >= compared / 3 ? 'in part' : 'does not hold';
}

const points = (share: number) => `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`;
const levelApart = `less than ${level * 100} points apart`;

function bestOnMost(gathered: Gathered): Claim {
  const ranked = rankedVariants(gathered);
  const ownPlace = ranked.indexOf(neurofsPaper);
  const rows = means(gathered, ranked).flatMap(({ set, values }) => {
    const own = values[ownPlace];
    const others = known(values.filter((_, place) => place !== ownPlace));
    return own === undefined || others.length === 0 || others.length + 1 < ranked.length / 2
      ? []
      : [{ set, values, ahead: own - Math.max(...others) }];
  });
  const best = rows.filter(({ ahead }) => ahead > level);
  const tied = rows.filter(({ ahead }) => Math.abs(ahead) <= level);
  const near = rows.filter(({ ahead }) => ahead > -0.02);
  const fewer = ranked.flatMap(({ name }, place) => {
    const count = known(rows.map(({ values }) => values[place])).length;
    return count < rows.length ? [`${name} on ${count}`] : [];
  });
  return {
    claim: 'NeuroFS is the best of eight on 6 of 11 data sets in the mean over K, and close to the best on the others',
    where: 'Table 2, Section 4.2',
    verdict: majority(best.length + tied.length / 2, rows.length),
    evidence:
      rows.length === 0
        ? 'no data set has at least half of the eight'
        : `of ${rows.length} data sets that have at least half of the eight, alone the best on ${best.length}${namesOf(best)} and level with the best of the others, ${levelApart}, on ${tied.length}${namesOf(tied)}; less than 2 points below it, level or above on ${near.length}; ${fewer.length === 0 ? 'all eight have been run on each' : `run on fewer of the ${rows.length}: ${listOf(fewer)}`}`,
  };
}

function highestRank(gathered: Gathered, title: string, sets: readonly ReproductionSet[]): Claim {
  const ranked = rankedVariants(gathered);
  // Sets on which all that the paper has there have been run, where there are any: those that are begun would leave others out.
  const compared = means(gathered, ranked, sets)
    .filter(({ set, values }) =>
      ranked.every(
        (variant, place) => values[place] !== undefined || paperFigure(gathered, variant, set, 'mean') === undefined,
      ),
    )
    .map(({ set }) => set);
  const { scored, pairCount } = scoreMethods(gathered, ranked, compared.length > 0 ? compared : sets);
  // A mean over a few pairs alone would be one of other data.
  const onAll = scored.filter((each) => each.pairCount === pairCount);
  const sorted = onAll.sort((a, b) => b.ours - a.ours);
  const place = sorted.findIndex(({ variant }) => variant === neurofsPaper);
  const left = ranked.filter((variant) => !onAll.some((each) => each.variant === variant)).map(({ name }) => name);
  const hasOwn = pairCount >= 3 && place >= 0 && sorted.length > ranked.length / 2;
  return {
    claim: `NeuroFS has the highest average ranking score on ${title.toLowerCase()} data`,
    where: 'Figure 3',
    verdict: !hasOwn ? 'too few rows' : place === 0 ? 'holds' : 'does not hold',
    evidence: hasOwn
      ? `over ${pairCount} pairs of data set and K, of the ${sorted.length} methods that have all of them: ${sorted
          .slice(0, 3)
          .map(({ variant, ours }) => `${variant.name} ${ours.toFixed(1)}`)
          .join(
            ', ',
          )}${place > 2 ? `; neurofs is number ${place + 1}` : ''}${left.length > 0 ? `; without ${listOf(left)}, of which results are missing` : ''}`
      : `${pairCount} pairs of data set and K have at least half of the eight methods; ${sorted.length} methods have all of them`,
  };
}

const networks = [neurofsPaper.name, 'lassonet', 'stg', 'quickselection'];
const filters = ['fisher', 'cife', 'icap'].map((name) => `${name}, paper settings`);

function networksAboveFilters(gathered: Gathered): Claim {
  const pick = (names: readonly string[]) => gathered.variants.filter(({ name }) => names.includes(name));
  const [ours, theirs] = [means(gathered, pick(networks)), means(gathered, pick(filters))];
  const rows = ours.flatMap(({ set, values }, place) => {
    const [a, b] = [known(values), known(theirs[place].values)];
    return a.length > 0 && b.length > 0 ? [{ set, isAbove: average(a) > average(b) }] : [];
  });
  const agreeing = rows.filter(({ isAbove }) => isAbove);
  return {
    claim: 'Selection by networks is above filters in most cases',
    where: 'Section 4.2',
    verdict: majority(agreeing.length, rows.length),
    evidence: `the mean of the networks that were run is above that of the paper's filters on ${agreeing.length} of ${rows.length} data sets${namesOf(agreeing)}`,
  };
}

interface Lead {
  readonly set: ReproductionSet;
  readonly ahead: number;
  /** What was compared where one of the two has no mean over K: each K that both have. */
  readonly ks?: readonly number[];
}

/** How far NeuroFS is ahead of a rival in the mean over K, or over the K that both have. */
function leadOn(gathered: Gathered, set: ReproductionSet, rival: string): Lead[] {
  const apart = (k: number | 'mean') => {
    const [own, other] = [neurofsPaper.name, rival].map((name) => gathered.judged(name, set.key, k)?.mean);
    return own === undefined || other === undefined ? undefined : own - other;
  };
  const whole = apart('mean');
  if (whole !== undefined) return [{ set, ahead: whole }];
  const ks = gathered.scale.ks.filter((k) => apart(k) !== undefined);
  return ks.length === 0 ? [] : [{ set, ahead: average(known(ks.map(apart))), ks }];
}

/** NeuroFS against one rival, data set by data set. */
function above(gathered: Gathered, claim: string, where: string, rival: string): Claim {
  const rows = gathered.sets.flatMap((set) => leadOn(gathered, set, rival));
  const leads = rows.map(({ ahead }) => ahead);
  const agreeing = rows.filter(({ ahead }) => ahead > level);
  const tied = rows.filter(({ ahead }) => Math.abs(ahead) <= level);
  return {
    claim,
    where,
    verdict: majority(agreeing.length + tied.length / 2, rows.length),
    evidence:
      rows.length === 0
        ? 'no data set has both'
        : `above on ${agreeing.length} of ${countOf(rows.length, 'data set')} that ${rows.length === 1 ? 'has' : 'have'} both, level on ${tied.length}; ${points(average(leads))} points${rangeOf(leads)}${withoutMean(rows)}`,
  };
}

function rangeOf(leads: readonly number[]): string {
  if (leads.length === 1) return '';
  return ` on average, from ${points(Math.min(...leads))} to ${points(Math.max(...leads))}`;
}

/** Says which leads are not of the mean over K. */
function withoutMean(rows: readonly Lead[]): string {
  const byKs = new Map<string, string[]>();
  for (const { set, ks } of rows) {
    if (ks) byKs.set(listOf(ks), [...(byKs.get(listOf(ks)) ?? []), set.data.name]);
  }
  const parts = [...byKs].map(([ks, names]) => `at K = ${ks} on ${listOf(names)}`);
  return parts.length === 0 ? '' : `; compared ${parts.join(', ')}, all that both have there, not in the mean over K`;
}

/** Means over K closer than this are called alike. */
const alike = 0.01;

function deepLassonetIsAlike(gathered: Gathered): Claim {
  const apart = means(gathered, [{ name: 'lassonet' }, deepLassonet]).flatMap(({ values: [one, three] }) =>
    one === undefined || three === undefined ? [] : [three - one],
  );
  const agreeing = apart.filter((each) => Math.abs(each) <= alike).length;
  return {
    claim: 'LassoNet with three hidden layers does not give clearly other results than with one',
    where: 'Section 4.1',
    verdict: majority(agreeing, apart.length),
    evidence:
      apart.length === 0
        ? 'no data set has both'
        : `within ${alike * 100} point on ${agreeing} of ${apart.length} data sets, ${points(average(apart))} points on average`,
  };
}

function sameForOtherJudges(gathered: Gathered): Claim {
  const value = (variant: Variant, set: ReproductionSet, judge: string) =>
    gathered.judged(variant.name, set.key, mainK, judge)?.mean;
  const correlations = gathered.sets.flatMap((set) =>
    paperJudges.slice(1).flatMap((judge) => {
      const pairs = gathered.variants.flatMap((variant) => {
        const [a, b] = [value(variant, set, 'svm'), value(variant, set, judge)];
        return a === undefined || b === undefined ? [] : [[a, b] as const];
      });
      return pairs.length < 5 ? [] : [rankCorrelation(pairs)];
    }),
  );
  const agreeing = correlations.filter((each) => each > 0.5).length;
  return {
    claim: 'The methods compare the same way whatever the classifier',
    where: 'Appendix C',
    verdict: majority(agreeing, correlations.length),
    evidence:
      correlations.length === 0
        ? `no data set has five methods judged by three classifiers at K = ${mainK}`
        : `rank correlation of the methods by the SVM and by another classifier at K = ${mainK}: above 0.5 in ${agreeing} of ${correlations.length} cases, ${average(correlations).toFixed(2)} on average`,
  };
}

function fewestWeights(gathered: Gathered): Claim {
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
    ({ name, shares }) =>
      `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} % of those of ${name} (${countOf(shares.length, 'data set')})`,
  );
  return {
    claim: 'NeuroFS has the fewest parameters and training FLOPs',
    where: 'Table 4',
    verdict: agreeing === all.length && all.length > 0 ? 'holds' : majority(agreeing, all.length),
    evidence: `training FLOPs are ${listOf(told)}; weights are the same share of a dense network's. QuickSelection and RigL train a sparse network of the same size for as many epochs and are level; STG is not counted, nor are growth passes, which the paper leaves out too`,
  };
}

function topologies({ results }: Gathered): Claim {
  const distances = results.flatMap(({ planned: { role }, row }) =>
    role.kind === 'topology' && role.start === 'different' ? (row?.details?.distances ?? []) : [],
  );
  const at = (layer: number) => distances.filter((each) => each.layer === layer);
  const meanOf = ({ values }: (typeof distances)[number]) => average(values.flatMap((row, a) => row.slice(a + 1)));
  const [inputs, hidden] = [at(0), at(1)];
  const hasAll = inputs.length >= 2 && hidden.length >= 2;
  const [first, last, deep] = hasAll
    ? [inputs[0], inputs[inputs.length - 1], hidden[hidden.length - 1]].map(meanOf)
    : [0, 0, 0];
  return {
    claim: 'Networks with different first connections end with similar input layers and distant hidden layers',
    where: 'Figure 5',
    verdict: !hasAll ? 'too few rows' : last < first - 0.05 && deep > last ? 'holds' : 'does not hold',
    evidence: hasAll
      ? `mean distance of the input layers ${first.toFixed(2)} at the start and ${last.toFixed(2)} at the end; of the first hidden layers ${deep.toFixed(2)} at the end`
      : 'not run',
  };
}

/** Accuracy changes by this much at most where a hyper-parameter is called stable. */
const stableRange = 0.03;

function stableHyperparameters({ results, sets }: Gathered): Claim {
  const ranges = sets.flatMap((set) =>
    (['alpha', 'epsilon', 'zetaIn'] as const).flatMap((name: HyperparameterName) => {
      const values = results.flatMap(({ planned, row }) => {
        const { role } = planned;
        const isOwn = planned.set === set.key && role.kind === 'hyperparameter' && role.name === name;
        return isOwn ? known([accuracyBySvm(row)]) : [];
      });
      return values.length < 3 ? [] : [Math.max(...values) - Math.min(...values)];
    }),
  );
  const agreeing = ranges.filter((range) => range <= stableRange).length;
  return {
    claim: 'Results are stable over the hyper-parameters on most data sets',
    where: 'Figure 6',
    verdict: majority(agreeing, ranges.length),
    evidence:
      ranges.length === 0
        ? 'no data set has three values of one'
        : `at K = ${hyperparameterK}, ${agreeing} of ${ranges.length} data sets and hyper-parameters stay within ${stableRange * 100} points over the values tried`,
  };
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function namesOf(rows: readonly { readonly set: ReproductionSet }[]): string {
  return rows.length === 0 ? '' : ` (${rows.map(({ set }) => set.data.name).join(', ')})`;
}

/** Spearman's, ties sharing the mean of their ranks. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranks = ([0, 1] as const).map((side) => {
    const values = pairs.map((pair) => pair[side]);
    return values.map(
      (own) => values.filter((value) => value < own).length + (values.filter((value) => value === own).length + 1) / 2,
    );
  });
  const [a, b] = ranks.map((each) => each.map((rank) => rank - average(each)));
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * y[i], 0);
  const size = Math.sqrt(product(a, a) * product(b, b));
  return size === 0 ? 1 : product(a, b) / size;
}
