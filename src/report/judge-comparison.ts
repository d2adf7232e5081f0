/**
 * What a comparison shows, in plain words, and where it could mislead.
 *
 * Two methods are told apart where their means differ by more than the spread over seeds (the larger of their two
 * standard deviations) and by more than the test rows can tell (the interval of `judge-selection.ts`).
 */
import type { ClassifierName, ComparisonSummary, MethodSummary, Spread } from '../experiment/summarise.js';
import { classifierName } from './classifier-name.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { countOf, formatCount, formatPercent, listOf } from './format.js';
import { difference, type Finding, inPoints, widestUsefulMargin } from './judge-selection.js';

type Input = Pick<ComparisonReportInput, 'summary' | 'dataset' | 'seeds' | 'warnings'>;

/** Below this, two seeds of a method share less than half of what either of them chose. */
const lowStability = 1 / 3;

/** Findings in the order to read them. */
export function judgeComparison(input: Input): readonly Finding[] {
  const { summary } = input;
  return [
    ...summary.classifiers.flatMap((classifier) => [
      ...judgeAgainstRandom(input, classifier),
      ...judgeAgainstAll(input, classifier),
      ...judgeLead(input, classifier),
    ]),
    ...judgeTestSize(input),
    ...judgeSeeds(input),
    ...judgeFailures(summary),
    ...input.warnings.map((text) => ({ level: 'warning', text }) as const),
  ];
}

interface Measured {
  readonly method: MethodSummary;
  readonly spread: Spread;
}

/** Methods with a result at the K of this place, the most accurate first. */
export function rankedAt(summary: ComparisonSummary, classifier: ClassifierName, place: number): Measured[] {
  const measured = summary.methods.flatMap((method) => {
    const spread = method.byK[place].accuracy[classifier];
    return spread === undefined ? [] : [{ method, spread }];
  });
  return measured.sort((a, b) => b.spread.mean - a.spread.mean);
}

function judgeAgainstRandom(input: Input, classifier: ClassifierName): Finding[] {
  const better: string[] = [];
  const no: number[] = [];
  input.summary.ks.forEach((k, place) => {
    const ranked = rankedAt(input.summary, classifier, place);
    const random = ranked.find(({ method }) => method.method === 'random');
    const best = ranked.find((each) => each !== random);
    if (random === undefined || best === undefined) return;
    const gain = best.spread.mean - random.spread.mean;
    if (gain > 0 && isTold(input, best.spread, random.spread)) {
      better.push(`${best.method.method} by ${inPoints(gain)} at ${atK([k])}`);
    } else no.push(k);
  });
  const name = classifierName(classifier);
  return [
    ...(better.length > 0 ? [good(`${name}: the best method beats random features: ${listOf(better)}.`)] : []),
    ...(no.length > 0 ? [warning(`${name}: at ${atK(no)} no method is clearly better than random features.`)] : []),
  ];
}

function judgeAgainstAll(input: Input, classifier: ClassifierName): Finding[] {
  const { summary, dataset } = input;
  const mean = summary.baseline[classifier];
  if (mean === undefined) return [];
  const all = { mean, count: 1 };
  const enough = summary.ks.find((_, place) => {
    const best = rankedAt(summary, classifier, place)[0];
    return best !== undefined && best.spread.mean >= mean;
  });
  const name = `${classifierName(classifier)}: all ${formatCount(dataset.featureCount)} features give ${formatPercent(mean)}`;
  if (enough === undefined) {
    const best = Math.max(...summary.ks.map((_, place) => rankedAt(summary, classifier, place)[0]?.spread.mean ?? 0));
    const isBetter = isTold(input, { mean: best, count: 1 }, all);
    if (isBetter) return [note(`${name}, better than any selection here.`)];
    return [
      note(`${name}, the best selection ${formatPercent(best)}: ${testRows(input)} are too few to tell them apart.`),
    ];
  }
  const { spread } = rankedAt(summary, classifier, summary.ks.indexOf(enough))[0];
  if (isTold(input, spread, all)) {
    return [note(`${name}; ${formatCount(enough)} well-chosen ones do better, with ${formatPercent(spread.mean)}.`)];
  }
  return [note(`${name}; ${formatCount(enough)} well-chosen ones do as well, as far as ${testRows(input)} can show.`)];
}

function judgeLead(input: Input, classifier: ClassifierName): Finding[] {
  const draws = input.summary.ks.filter((_, place) => {
    const [best, second] = rankedAt(input.summary, classifier, place);
    return second !== undefined && !isTold(input, best.spread, second.spread);
  });
  if (draws.length === 0) return [];
  const name = classifierName(classifier);
  return [
    warning(
      `${name}: at ${atK(draws)} the two best methods differ by less than the spread over seeds, or by less than ${testRows(input)} can show. Call it a draw.`,
    ),
  ];
}

function isTold({ dataset }: Input, a: Spread, b: Spread): boolean {
  const testRowCount = dataset.testRowCount ?? 1;
  const measured = (spread: Spread) => ({ accuracy: spread.mean, testRowCount });
  const { low, high } = difference(measured(a), measured(b));
  const spread = Math.max(a.deviation ?? 0, b.deviation ?? 0);
  return Math.abs(a.mean - b.mean) > spread && (low > 0 || high < 0);
}

function judgeTestSize(input: Input): Finding[] {
  const { summary, dataset } = input;
  const testRowCount = dataset.testRowCount ?? 1;
  const bests = summary.ks.flatMap((_, place) => rankedAt(summary, summary.classifiers[0], place).slice(0, 1));
  const margins = bests.map(({ spread }) => {
    const one = { accuracy: spread.mean, testRowCount };
    return difference(one, one).margin;
  });
  const margin = Math.max(...margins);
  const findings: Finding[] = [];
  if (margin > widestUsefulMargin) {
    findings.push(
      warning(
        `The test set is small: one of its ${countOf(testRowCount, 'row')} is ${inPoints(1 / testRowCount)}, and two methods must differ by about ${inPoints(margin)} before the test can tell them apart.`,
      ),
    );
  }
  if (summary.methods.length > 2) {
    findings.push(
      note(
        `The best of ${countOf(summary.methods.length, 'method')} was picked on these ${testRows(input)}, so its accuracy is partly luck. Confirm it on rows that were not used here.`,
      ),
    );
  }
  return findings;
}

function judgeSeeds({ summary, seeds }: Input): Finding[] {
  if (seeds.length === 1) return [note('Only one seed was run, so the spread over seeds is unknown.')];
  const unstable = summary.methods.filter(({ method, byK }) => {
    const found = byK.map((one) => one.stability).filter((value) => value !== undefined);
    return method !== 'random' && found.length > 0 && Math.max(...found) < lowStability;
  });
  if (unstable.length === 0) return [];
  const names = listOf(unstable.map(({ method }) => method));
  return [
    note(
      `${names}: another seed selects mostly other features. Do not read meaning into individual features chosen by ${unstable.length === 1 ? 'it' : 'them'}.`,
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

function testRows({ dataset }: Input): string {
  return countOf(dataset.testRowCount ?? 0, 'test row');
}

function good(text: string): Finding {
  return { level: 'good', text };
}

function note(text: string): Finding {
  return { level: 'note', text };
}

function warning(text: string): Finding {
  return { level: 'warning', text };
}
