/**
 * What the figures of a selection mean, in plain words, and where they could mislead. Two values are called different
 * where the 95 % interval of their difference leaves out 0: on the same rows (evaluate/measures/paired-gain.ts) or,
 * for files that do not hold it, from the intervals of both (difference.ts). There is no other threshold.
 */

import { type Difference, difference, type Estimate } from '../evaluate/measures/difference.js';
import { judgeTitle } from '../evaluate/registry.js';
import { type Finding, good, note, warning } from './finding.js';
import { countOf, formatCount } from './format.js';
import { guessOf } from './guess.js';
import { judgeSize } from './judge-size.js';
import { judgeStability } from './judge-stability.js';
import { judgeSubstitutes } from './judge-substitutes.js';
import { judgeTried } from './judge-tried.js';
import { judgeVerdict } from './judge-verdict.js';
import { inPoints, type MeasureText, measureText } from './measure-text.js';
import { decidingValue, estimateOf, measureOf } from './reported-set.js';
import type { FeatureSet, ReportedSet, SelectionReportInput } from './selection-report-input.js';

/** A test that cannot tell shares this far apart says little: about 100 rows where most are right, 200 where half are. */
export const widestUsefulMargin = 0.1;
/** A loss of this share against all features is what fewer features may cost. */
const littleWorse = 0.05;
/** A class with fewer rows than this can hardly be learnt or tested. */
const fewestRowsPerClass = 10;
/**
 * A loss that has lost less than this share of its first value has not really fallen. Most of a partial likelihood is the
 * same whatever is learnt: risks that put 68 of 100 pairs in order take a thirtieth off.
 */
const smallestLossFall = 0.05;
const smallestLikelihoodFall = 0.005;

/** Findings in the order to read them: how good it is first, then training, then the data. */
export function judgeSelection(input: SelectionReportInput): readonly Finding[] {
  const leaks = input.leaks ?? [];
  const isLeak = (text: string) => leaks.some(({ statement }) => text.startsWith(statement));
  return [
    ...input.warnings.filter(isLeak).map(warning),
    ...judgeVerdict(input.verdict, input.dataset.featureCount),
    ...judgeTried(input.tried),
    ...judgeSize(input),
    ...judgeStability(input.stability),
    ...(leaks.length > 0 ? judgeMeasured(input).map(doubted) : judgeMeasured(input)),
    ...judgeSubstitutes(input.substitutes),
    ...judgeLoss(input),
    ...judgeScores(input),
    ...judgeData(input),
    ...input.warnings.filter((text) => !isLeak(text)).map(warning),
  ];
}

/** What the data gives away is no merit of the selection. */
function doubted(finding: Finding): Finding {
  if (finding.level !== 'good') return finding;
  return note(`${finding.text.replace(/\.$/, '')}, but that says little while the data gives the answer away.`);
}

function judgeMeasured(input: SelectionReportInput): Finding[] {
  const rows = input.measured ?? [];
  if (input.k === 0) return [];
  if (!rows.some((row) => row.features === 'selected')) {
    return [note('Nothing was measured on test rows, so nothing here shows how good the chosen features are.')];
  }
  const judges = [...new Set(rows.map((row) => row.judge))];
  const findings = judges.flatMap((judge) => {
    const find = (features: FeatureSet) => rows.find((row) => row.judge === judge && row.features === features);
    const selected = find('selected');
    return selected === undefined ? [] : compareSets(input, selected, find('all'), find('random'));
  });
  return [...findings, ...explainMeasure(input), ...judgeTestSize(input, rows)];
}

function compareSets(
  input: SelectionReportInput,
  selected: ReportedSet,
  all: ReportedSet | undefined,
  random: ReportedSet | undefined,
): Finding[] {
  const judge = judgeTitle(selected.judge);
  const own = estimateOf(input, selected);
  if (own === undefined) return [note(`${judge}: gives nothing that ${text(input).title} could be measured by.`)];
  const gainOver = (other: ReportedSet | undefined) => {
    const beside = other && estimateOf(input, other);
    return other?.gain ?? (beside && gainOf(input, own, beside));
  };
  const [overRandom, overAll] = [gainOver(random), gainOver(all)];
  const beside = overRandom && compareWithRandom(input, overRandom);
  const parts = [beside?.text, overAll && compareWithAll(input, overAll)].filter((part) => part);
  const findings: Finding[] =
    parts.length > 0 ? [{ level: beside?.level ?? 'note', text: `${judge}: ${parts.join('; ')}.` }] : [];
  return [...findings, ...compareWithGuess(input, judge, own)];
}

/** By how much the selection is better: above 0 where it is, whatever the direction of the measure. */
function gainOf(input: SelectionReportInput, own: Estimate, other: Estimate): Difference {
  return text(input).isHighestBest ? difference(own, other) : difference(other, own);
}

/** What is told without looking at the features at all. */
function compareWithGuess(input: SelectionReportInput, judge: string, { value }: Estimate): Finding[] {
  const words = text(input);
  const guess = guessOf(measureOf(input), input.dataset);
  if (guess === undefined || value > guess.value) return [];
  return [warning(`${judge}: ${words.value(value)} is no better than ${guess.how} (${words.value(guess.value)}).`)];
}

function compareWithRandom(input: SelectionReportInput, gain: Difference): Finding {
  const random = countOf(input.k, 'random feature');
  const told = `${better(input, gain.mean)} than ${random}`;
  if (gain.low > 0) return good(told);
  if (gain.high < 0) return warning(`${told}: worse than choosing at random`);
  const isEven = text(input).isEven(gain.mean);
  return warning(
    `${isEven ? `no better than ${random}` : told}, and no gain is proven: it may be ${range(input, gain)}`,
  );
}

/** As good only where more than a little worse can be ruled out. */
function compareWithAll(input: SelectionReportInput, gain: Difference): string {
  const all = `all ${formatCount(input.dataset.featureCount)}`;
  if (gain.low > 0 || gain.high < 0) return `${better(input, gain.mean)} than ${all}`;
  if (text(input).isBounded && gain.low >= -littleWorse) {
    return `as good as ${all}: at most ${text(input).change(-gain.low)} worse`;
  }
  return `cannot be told apart from ${all} on these rows: ${range(input, gain)}`;
}

/** The 95 % interval where it holds 0: `between 2.1 points worse and 4.0 points better`. */
function range(input: SelectionReportInput, { low, high }: Difference): string {
  const { change } = text(input);
  return `between ${change(-low)} worse and ${change(high)} better`;
}

/** Why it is not accuracy that decides, where nobody asked for that. */
function explainMeasure({ deciding }: SelectionReportInput): Finding[] {
  return deciding?.rareClass === undefined ? [] : [note(rareClassText(deciding.rareClass))];
}

export function rareClassText(rareClass: string): string {
  return `Balanced accuracy decides, because class “${rareClass}” has less than a quarter of an even share of the rows: accuracy would hardly notice whether it is found.`;
}

function judgeTestSize(input: SelectionReportInput, rows: readonly ReportedSet[]): Finding[] {
  const selected = rows.filter((row) => row.features === 'selected' && decidingValue(input, row));
  const testRowCount = Math.min(...selected.map((row) => row.testRowCount));
  const paired = rows.flatMap(({ gain }) => (gain ? [gain.margin] : []));
  const unpaired = selected.flatMap((row) => {
    const own = estimateOf(input, row);
    return own ? [difference(own, own).margin] : [];
  });
  const margins = paired.length > 0 ? paired : unpaired;
  return smallTestSet(text(input), 'feature sets', testRowCount, Math.max(...margins));
}

/** Says by how much two of `what` must differ, where that is much. */
export function smallTestSet(words: MeasureText, what: string, testRowCount: number, margin: number): Finding[] {
  if (!words.isBounded || !(margin > widestUsefulMargin)) return [];
  const rows = countOf(testRowCount, 'row');
  const share = testRowCount === 1 ? 'its only row' : `one of its ${rows}`;
  const small = words.title === 'accuracy' ? `${share} is ${inPoints(1 / testRowCount)}, and` : `with its ${rows},`;
  return [
    warning(
      `The test set is small: ${small} two ${what} must differ by about ${words.change(margin)} before the test can tell them apart.`,
    ),
  ];
}

function text(input: SelectionReportInput): MeasureText {
  return measureText(measureOf(input));
}

/**
 * The loss is judged while at least K inputs are active: some methods go on until none is left, and their loss rises
 * because inputs are taken away. For the same reason it is said to rise or to fall only since their number last changed.
 */
function judgeLoss({ history, k, dataset }: SelectionReportInput): Finding[] {
  const judged = history.filter(({ loss, activeCount }) => loss !== undefined && activeCount >= k);
  const losses = judged.map(({ loss }) => loss!);
  if (losses.length < 2) return [];
  const first = losses[0];
  const lowest = Math.min(...losses);
  const smallest = dataset.task === 'survival' ? smallestLikelihoodFall : smallestLossFall;
  if (!(lowest < first * (1 - smallest))) {
    return [
      warning(
        'The training loss did not fall: the network has not learnt anything. Try another learning rate or scaling.',
      ),
    ];
  }
  const last = losses[losses.length - 1];
  const { activeCount } = judged[judged.length - 1];
  const settled = losses.slice(judged.findLastIndex((epoch) => epoch.activeCount !== activeCount) + 1);
  const lowestSettled = Math.min(...settled);
  if (last - lowestSettled > (first - lowestSettled) / 2) {
    return [warning('The training loss rose again towards the end. Try a lower learning rate or fewer epochs.')];
  }
  const recent = losses[Math.max(0, Math.floor(losses.length * 0.9) - 1)];
  const isLowest = last <= lowest + (first - lowest) * smallestLossFall;
  if (losses.length >= 10 && isLowest && recent - last > (first - last) * 0.1) {
    return [note('The training loss was still falling at the end: more epochs may choose better features.')];
  }
  return [];
}

function judgeScores(input: SelectionReportInput): Finding[] {
  const empty = input.features.filter((feature) => feature.score === 0).length;
  if (empty === 0) return [];
  return [
    warning(`${countOf(empty, 'selected feature')} scored 0: the method found no use for them. A smaller K would do.`),
  ];
}

function judgeData({ dataset, k }: SelectionReportInput): Finding[] {
  const findings: Finding[] = [];
  if (k >= dataset.featureCount) findings.push(note('K equals the number of features: nothing was left out.'));
  const { classNames = [], classCounts = [] } = dataset;
  const smallest = Math.min(...classCounts);
  if (smallest < fewestRowsPerClass) {
    const name = classNames[classCounts.indexOf(smallest)];
    findings.push(warning(`Class “${name}” has only ${countOf(smallest, 'row')}; too few to learn or test it well.`));
  }
  if (dataset.rowCount * 10 < dataset.featureCount) {
    findings.push(
      note(
        `There are far fewer rows (${formatCount(dataset.rowCount)}) than features (${formatCount(dataset.featureCount)}): another seed may choose other features that do just as well. Compare several seeds before reading meaning into individual features.`,
      ),
    );
  }
  return findings;
}

function better(input: SelectionReportInput, gain: number): string {
  return `${text(input).change(Math.abs(gain))} ${gain > 0 ? 'better' : 'worse'}`;
}
