/** Claims about accuracies: NeuroFS with the paper's settings against the others as the paper ran them, by the mean over K. */
import { listOf } from '../../report/format.js';
import type { Gathered } from '../gather.js';
import { paperFigure } from '../paper-figure.js';
import type { ReproductionSet } from '../plan.js';
import { rankedVariants, scoreMethods } from '../sections/ranking.js';
import { deepLassonet, neurofsPaper, type Variant } from '../variants.js';
import {
  average,
  type Claim,
  inBrackets,
  known,
  type Lead,
  majority,
  nameOf,
  points,
  tallyOf,
  tellTally,
} from './claim.js';

/** The means over K of some methods, set by set. */
function means(gathered: Gathered, variants: readonly { readonly name: string }[], sets = gathered.sets) {
  return sets.map((set) => ({
    set,
    values: variants.map(({ name }) => gathered.judged(name, set.key, 'mean')?.mean),
  }));
}

/** How near "very close to the best" is. */
const close = 0.02;
/** What the paper has: the best on 6 of 11. */
const paperShare = 6 / 11;

export function bestOnMost(gathered: Gathered): Claim {
  const ranked = rankedVariants(gathered);
  const ownPlace = ranked.indexOf(neurofsPaper);
  const rows = means(gathered, ranked).flatMap(({ set, values }) => {
    const own = values[ownPlace];
    const others = ranked.flatMap((variant, place) =>
      place === ownPlace || values[place] === undefined ? [] : [{ variant, value: values[place] }],
    );
    if (own === undefined || others.length === 0 || others.length + 1 < ranked.length / 2) return [];
    const next = others.reduce((a, b) => (b.value > a.value ? b : a));
    return [{ set, values, ahead: own - next.value, next: next.variant.name }];
  });
  const { above, level } = tallyOf(rows);
  const isMostlyBest = above.length + level.length / 2 >= paperShare * rows.length;
  const far = rows.filter(({ ahead }) => ahead <= -close);
  const fewer = ranked.flatMap(({ name }, place) => {
    const count = known(rows.map(({ values }) => values[place])).length;
    return count < rows.length ? [`${name} on ${count}`] : [];
  });
  const verdict = isMostlyBest
    ? far.length === 0
      ? 'holds'
      : 'in part'
    : far.length === 0
      ? 'in part'
      : 'does not hold';
  return {
    claim:
      'NeuroFS is the best of eight on 6 of 11 data sets in the mean over K, and very close to the best on the others',
    where: 'Table 2, Section 4.2',
    verdict: rows.length < 3 ? 'too few rows' : verdict,
    evidence:
      rows.length === 0
        ? 'no data set has at least half of the eight'
        : `of ${rows.length} data sets alone the best on ${above.length}${inBrackets(above.map(nameOf))} and level with the best of the others on ${level.length}${inBrackets(level.map(nameOf))}, which is to be six elevenths, a level one counting half; ${close * 100} points or more behind the best on ${far.length}${inBrackets(far.map((row) => `${nameOf(row)} ${points(row.ahead)}, ${row.next}`))}, which is to be none; ${fewer.length === 0 ? 'all eight have been run on each' : `run on fewer of the ${rows.length}: ${listOf(fewer)}`}`,
  };
}

export function highestRank(gathered: Gathered, title: string, sets: readonly ReproductionSet[]): Claim {
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
  const first = sorted.slice(0, 3).map(({ variant, ours }) => `${variant.name} ${ours.toFixed(1)}`);
  return {
    claim: `NeuroFS has the highest average ranking score on ${title.toLowerCase()} data`,
    where: 'Figure 3',
    verdict: !hasOwn ? 'too few rows' : place === 0 ? 'holds' : 'does not hold',
    evidence: hasOwn
      ? `over ${pairCount} pairs of data set and K${compared.length > 0 ? inBrackets(compared.map((set) => nameOf({ set }))) : ''}, of the ${sorted.length} methods that have all of them: ${first.join(', ')}${place > 2 ? `; neurofs is number ${place + 1}` : ''}${left.length > 0 ? `; without ${listOf(left)}, of which results are missing` : ''}`
      : `${pairCount} pairs of data set and K have at least half of the eight methods; ${sorted.length} methods have all of them`,
  };
}

const networks = [neurofsPaper.name, 'lassonet', 'stg', 'quickselection'];
const filters = ['fisher', 'cife', 'icap'].map((name) => `${name}, paper settings`);

/** On the data sets that have all of them; RFS takes part where the paper has it. */
export function networksAboveClassical(gathered: Gathered): Claim {
  const pick = (names: readonly string[]) => gathered.variants.filter(({ name }) => names.includes(name));
  const [own, classical] = [pick(networks), pick([...filters, 'rfs'])];
  const leads = gathered.sets.flatMap((set): Lead[] => {
    const valuesOf = (variants: readonly Variant[]) =>
      variants
        .filter((variant) => paperFigure(gathered, variant, set, 'mean') !== undefined)
        .map(({ name }) => gathered.judged(name, set.key, 'mean')?.mean);
    const [a, b] = [valuesOf(own), valuesOf(classical)];
    if (a.length === 0 || b.length === 0 || a.includes(undefined) || b.includes(undefined)) return [];
    return [{ set, ahead: average(known(a)) - average(known(b)) }];
  });
  const tally = tallyOf(leads);
  return {
    claim: 'Selection by networks is above classical methods in most cases',
    where: 'Section 4.2',
    verdict: tally.verdict,
    evidence:
      leads.length === 0
        ? 'no data set has all of them'
        : `the mean of the four networks is ${tellTally(tally)}, beside that of Fisher score, CIFE, ICAP and RFS`,
  };
}

interface ComparedLead extends Lead {
  /** What was compared where one of the two has no mean over K: each K that both have. */
  readonly ks?: readonly number[];
}

/** How far NeuroFS is ahead of a rival in the mean over K, or over the K that both have. */
function leadOn(gathered: Gathered, set: ReproductionSet, rival: string): ComparedLead[] {
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
export function above(gathered: Gathered, claim: string, where: string, rival: string): Claim {
  const leads = gathered.sets.flatMap((set) => leadOn(gathered, set, rival));
  const tally = tallyOf(leads);
  return {
    claim,
    where,
    verdict: tally.verdict,
    evidence:
      leads.length === 0
        ? 'no data set has both'
        : `${tellTally(tally)}; ${points(average(leads.map(({ ahead }) => ahead)))} points${leads.length > 1 ? ' on average' : ''}${withoutMean(leads)}`,
  };
}

/** Says which leads are not of the mean over K. */
function withoutMean(leads: readonly ComparedLead[]): string {
  const byKs = new Map<string, string[]>();
  for (const lead of leads) {
    if (lead.ks) byKs.set(listOf(lead.ks), [...(byKs.get(listOf(lead.ks)) ?? []), nameOf(lead)]);
  }
  const parts = [...byKs].map(([ks, names]) => `at K = ${ks} on ${listOf(names)}`);
  return parts.length === 0 ? '' : `; compared ${parts.join(', ')}, all that both have there, not in the mean over K`;
}

/** Means over K closer than this are called alike. */
const alike = 0.01;

export function deepLassonetIsAlike(gathered: Gathered): Claim {
  const leads = means(gathered, [{ name: 'lassonet' }, deepLassonet]).flatMap(
    ({ set, values: [one, three] }): Lead[] =>
      one === undefined || three === undefined ? [] : [{ set, ahead: three - one }],
  );
  const others = leads.filter(({ ahead }) => Math.abs(ahead) > alike);
  return {
    claim: 'LassoNet with three hidden layers gives results like those with one',
    where: 'Section 4.1',
    verdict: majority(leads.length - others.length, leads.length),
    evidence:
      leads.length === 0
        ? 'no data set has both'
        : `within ${alike * 100} point on ${leads.length - others.length} of ${leads.length} data sets; further apart on ${others.length}${inBrackets(others.map((lead) => `${nameOf(lead)} ${points(lead.ahead)}`))}; ${points(average(leads.map(({ ahead }) => ahead)))} points on average`,
  };
}
