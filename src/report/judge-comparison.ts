/**
 * What a comparison shows, in plain words, and where it could mislead.
 *
 * Two methods are told apart where their means differ by more than the spread over seeds (the larger of their two
 * standard deviations) and by more than the test rows can tell (evaluate/measures/difference.ts). Where there are several
 * splits, they are told apart where the corrected resampled interval of their differences, split by split, leaves out 0.
 */
import { difference, type Estimate } from '../evaluate/measures/difference.js';
import { findMeasure } from '../evaluate/measures/registry.js';
import { resampledMean } from '../evaluate/measures/resampled.js';
import { judgeTitle } from '../evaluate/registry.js';
import type { ComparisonSummary, MeasuredSpread, MethodSummary } from '../experiment/summarise.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { type Finding, good, note, warning } from './finding.js';
import { countOf, formatCount, listOf } from './format.js';
import { rareClassText, smallTestSet } from './judge-selection.js';
import { type MeasureText, measureText } from './measure-text.js';

type Input = Pick<ComparisonReportInput, 'summary' | 'dataset' | 'seeds' | 'splitCount' | 'warnings'>;

/** What `select` runs where no method is named, and what that is where rows are many: the first that takes part. */
const defaultMethods = ['auto', 'neurofs'];
/** Below this, two seeds, or splits, of a method share less than half of what either of them chose. */
const lowStability = 1 / 3;

/** Findings in the order to read them. */
export function judgeComparison(input: Input): readonly Finding[] {
  const { summary } = input;
  return [
    ...summary.judges.flatMap((judge) => [
      ...judgeAgainstRandom(input, judge),
      ...judgeAgainstAll(input, judge),
      ...judgeLead(input, judge),
      ...judgeDefault(input, judge),
    ]),
    ...(summary.deciding.rareClass === undefined ? [] : [note(rareClassText(summary.deciding.rareClass))]),
    ...summary.methods.flatMap(judgeTaken),
    ...judgeTestSize(input),
    ...judgeSeeds(input),
    ...judgeFailures(summary),
    ...input.warnings.map((text) => ({ level: 'warning', text }) as const),
  ];
}

interface Measured {
  readonly method: MethodSummary;
  readonly spread: MeasuredSpread;
}

/** Methods with a result at the K of this place, the best first. */
export function rankedAt(summary: ComparisonSummary, judge: string, place: number): Measured[] {
  const measured = summary.methods.flatMap((method) => {
    const spread = method.byK[place].value[judge];
    return spread === undefined ? [] : [{ method, spread }];
  });
  const { isHighestBest } = measureText(summary.deciding.measure);
  return measured.sort((a, b) => (isHighestBest ? 1 : -1) * (b.spread.mean - a.spread.mean));
}

function judgeAgainstRandom(input: Input, judge: string): Finding[] {
  const better: string[] = [];
  const no: number[] = [];
  input.summary.ks.forEach((k, place) => {
    const ranked = rankedAt(input.summary, judge, place);
    const random = ranked.find(({ method }) => method.method === 'random');
    const best = ranked.find((each) => each !== random);
    if (random === undefined || best === undefined) return;
    const gain = Math.abs(best.spread.mean - random.spread.mean);
    if (best === ranked[0] && isTold(input, best.spread, random.spread)) {
      better.push(`${best.method.method} by ${text(input).change(gain)} at ${atK([k])}`);
    } else no.push(k);
  });
  const name = judgeTitle(judge);
  return [
    ...(better.length > 0 ? [good(`${name}: the best method beats random features: ${listOf(better)}.`)] : []),
    ...(no.length > 0 ? [warning(`${name}: at ${atK(no)} no method is clearly better than random features.`)] : []),
  ];
}

function judgeAgainstAll(input: Input, judge: string): Finding[] {
  const { summary, dataset } = input;
  const all = summary.baseline[judge];
  if (all === undefined) return [];
  const { value, isHighestBest } = text(input);
  const isAsGood = (one: MeasuredSpread, other: MeasuredSpread) =>
    isHighestBest ? one.mean >= other.mean : one.mean <= other.mean;
  const bests = summary.ks.flatMap((_, place) => rankedAt(summary, judge, place).slice(0, 1));
  const enough = summary.ks.findIndex((_, place) => {
    const [best] = rankedAt(summary, judge, place);
    return best !== undefined && isAsGood(best.spread, all);
  });
  const name = `${judgeTitle(judge)}: all ${formatCount(dataset.featureCount)} features give ${value(all.mean)}`;
  if (enough < 0) {
    if (bests.length === 0) return [];
    const best = bests.reduce((a, b) => (isAsGood(b.spread, a.spread) ? b : a)).spread;
    if (isTold(input, { ...best, deviation: 0 }, all)) return [note(`${name}, better than any selection here.`)];
    return [
      note(`${name}, the best selection ${value(best.mean)}: ${testRows(input)} are too few to tell them apart.`),
    ];
  }
  const { spread } = rankedAt(summary, judge, enough)[0];
  const count = formatCount(summary.ks[enough]);
  if (isTold(input, spread, all)) {
    return [note(`${name}; ${count} well-chosen ones do better, with ${value(spread.mean)}.`)];
  }
  return [note(`${name}; ${count} well-chosen ones do as well, as far as ${testRows(input)} can show.`)];
}

function judgeLead(input: Input, judge: string): Finding[] {
  const draws = input.summary.ks.filter((_, place) => {
    const [best, second] = rankedAt(input.summary, judge, place);
    return second !== undefined && !isTold(input, best.spread, second.spread);
  });
  if (draws.length === 0) return [];
  const name = judgeTitle(judge);
  return [
    warning(
      `${name}: at ${atK(draws)} the two best methods differ by less than ${isResampled(input) ? '' : 'the spread over seeds, or by less than '}${testRows(input)} can show. Call it a draw.`,
    ),
  ];
}

/** Where another method is the better choice for this data than the one that is run when none is named. */
function judgeDefault(input: Input, judge: string): Finding[] {
  const isThere = (name: string): boolean =>
    input.summary.methods.some(({ method, byK }) => method === name && byK.some(({ value }) => value[judge]));
  const defaultMethod = defaultMethods.find(isThere);
  const better = input.summary.ks.flatMap((k, place) => {
    const ranked = rankedAt(input.summary, judge, place);
    const own = ranked.find(({ method }) => method.method === defaultMethod);
    const [best] = ranked;
    if (own === undefined || best === own || !isTold(input, best.spread, own.spread)) return [];
    const lead = text(input).change(Math.abs(best.spread.mean - own.spread.mean));
    return [`${best.method.method} by ${lead} at ${atK([k])}`];
  });
  if (better.length === 0) return [];
  const name = judgeTitle(judge);
  return [
    warning(`${name}: on this data another method than ${defaultMethod} is the better choice: ${listOf(better)}.`),
  ];
}

/** Which methods one that stands for several took. */
function judgeTaken({ method, taken = [] }: MethodSummary): Finding[] {
  if (taken.length === 0) return [];
  const all = taken.reduce((sum, { runs }) => sum + runs, 0);
  const each = taken.map((one) => `${one.method} in ${formatCount(one.runs)}`);
  return [note(`In ${countOf(all, 'selection')} ${method} took ${listOf(each)}.`)];
}

function isTold(input: Input, a: MeasuredSpread, b: MeasuredSpread): boolean {
  const { testShare } = input.summary;
  if (testShare !== undefined && a.bySeed && b.bySeed) return differsOverSplits(a.bySeed, b.bySeed, testShare);
  const [own, other] = [estimateOf(input, a), estimateOf(input, b)];
  if (own === undefined || other === undefined) return false;
  const { low, high } = difference(own, other);
  const spread = Math.max(a.deviation ?? 0, b.deviation ?? 0);
  return Math.abs(a.mean - b.mean) > spread && (low > 0 || high < 0);
}

/** On the same splits, by the interval that takes into account that splits share rows (evaluate/measures/resampled.ts). */
function differsOverSplits(a: BySeed, b: BySeed, testShare: number): boolean {
  const shared = Object.keys(a)
    .map(Number)
    .filter((seed) => seed in b);
  if (shared.length < 2) return false;
  const [low, high] = resampledMean(
    shared.map((seed) => a[seed] - b[seed]),
    testShare,
  ).interval;
  return low > 0 || high < 0;
}

type BySeed = NonNullable<MeasuredSpread['bySeed']>;

/** Rows of earlier versions have no interval; accuracy has a formula for it. */
function estimateOf({ summary, dataset }: Input, { mean, interval }: MeasuredSpread): Estimate | undefined {
  const found = interval ?? findMeasure(summary.deciding.measure).intervalOf?.(mean, dataset.testRowCount ?? 1);
  return found && { value: mean, interval: found };
}

function isResampled({ splitCount = 1 }: Input): boolean {
  return splitCount > 1;
}

function judgeTestSize(input: Input): Finding[] {
  const { summary, dataset } = input;
  const bests = summary.ks.flatMap((_, place) => rankedAt(summary, summary.judges[0], place).slice(0, 1));
  const margins = bests.flatMap(({ spread }) => {
    const own = estimateOf(input, spread);
    return own ? [difference(own, own).margin] : [];
  });
  const findings = isResampled(input)
    ? []
    : smallTestSet(text(input), 'methods', dataset.testRowCount ?? 1, Math.max(...margins));
  if (summary.methods.length <= 2) return findings;
  return [
    ...findings,
    note(
      `The best of ${countOf(summary.methods.length, 'method')} was picked on these ${testRows(input)}, so its ${text(input).title} is partly luck. Confirm it on rows that were not used here.`,
    ),
  ];
}

function text({ summary }: Input): MeasureText {
  return measureText(summary.deciding.measure);
}

function judgeSeeds(input: Input): Finding[] {
  const { summary, seeds } = input;
  if (seeds.length === 1) return [note('Only one seed was run, so the spread over seeds is unknown.')];
  const unstable = summary.methods.filter(({ method, byK }) => {
    const found = byK.map((one) => one.stability).filter((value) => value !== undefined);
    return method !== 'random' && found.length > 0 && Math.max(...found) < lowStability;
  });
  if (unstable.length === 0) return [];
  const names = listOf(unstable.map(({ method }) => method));
  return [
    note(
      `${names}: another ${isResampled(input) ? 'split' : 'seed'} selects mostly other features. Do not read meaning into individual features chosen by ${unstable.length === 1 ? 'it' : 'them'}.`,
    ),
  ];
}

function judgeFailures({ methods }: ComparisonSummary): Finding[] {
  return methods
    .filter(({ failures }) => failures.length > 0)
    .map(({ method, failures }) => {
      const first = failures[0];
      const where = `${atK([first.k])}, seed ${first.seed}`;
      return warning(`${method} has ${countOf(failures.length, 'result')} missing. ${where}: ${first.message}.`);
    });
}

function atK(ks: readonly number[]): string {
  return `K\u00a0=\u00a0${listOf(ks.map(formatCount))}`;
}

function testRows({ dataset, splitCount = 1 }: Input): string {
  if (splitCount > 1) return countOf(splitCount, 'split');
  return countOf(dataset.testRowCount ?? 0, 'test row');
}
