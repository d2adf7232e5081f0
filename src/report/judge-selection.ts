/**
 * What the figures of a selection mean, in plain words, and where they could mislead.
 *
 * Two accuracies on n test rows are called different where the 95 % interval of their difference leaves out 0. The
 * interval is Agresti and Caffo's (2000): one success and one failure are added to each side, then the normal
 * interval is taken. Both sets are tested on the same rows, which makes the interval too wide rather than too narrow.
 */
import { classifierName } from './classifier-name.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { judgeSize } from './judge-size.js';
import type { AccuracyRow, FeatureSet, SelectionReportInput } from './selection-report-input.js';

export interface Finding {
  readonly level: 'good' | 'note' | 'warning';
  readonly text: string;
}

/** A test that cannot tell accuracies this far apart says little: about 100 rows where most are right, 200 where half are. */
export const widestUsefulMargin = 0.1;
/** A class with fewer rows than this can hardly be learnt or tested. */
const fewestRowsPerClass = 10;
/** A loss that has lost less than this share of its first value has not really fallen. */
const smallestLossFall = 0.05;

/** Findings in the order to read them: accuracy first, then training, then the data. */
export function judgeSelection(input: SelectionReportInput): readonly Finding[] {
  return [
    ...judgeSize(input.size, input.k),
    ...judgeAccuracy(input),
    ...judgeLoss(input),
    ...judgeScores(input),
    ...judgeData(input),
    ...input.warnings.map((text) => ({ level: 'warning', text }) as const),
  ];
}

function judgeAccuracy(input: SelectionReportInput): Finding[] {
  const rows = input.accuracies ?? [];
  if (input.k === 0) return [];
  if (!rows.some((row) => row.features === 'selected')) {
    return [note('Accuracy was not measured, so nothing here shows how good the chosen features are.')];
  }
  const classifiers = [...new Set(rows.map((row) => row.classifier))];
  const findings = classifiers.flatMap((classifier) => {
    const find = (features: FeatureSet) =>
      rows.find((row) => row.classifier === classifier && row.features === features);
    const selected = find('selected');
    return selected === undefined ? [] : compareSets(input, selected, find('all'), find('random'));
  });
  return [...findings, ...judgeTestSize(rows)];
}

function compareSets(
  input: SelectionReportInput,
  selected: AccuracyRow,
  all: AccuracyRow | undefined,
  random: AccuracyRow | undefined,
): Finding[] {
  const classifier = classifierName(selected.classifier);
  const { accuracy } = selected;
  const findings: Finding[] = [];
  const beside = random && compareWithRandom(input, difference(selected, random));
  const parts = [beside?.text, all && compareWithAll(input, difference(selected, all))].filter((part) => part);
  if (parts.length > 0) {
    findings.push({ level: beside?.level ?? 'note', text: `${classifier}: ${parts.join('; ')}.` });
  }
  const guess = largestClassShare(input.dataset.classCounts);
  if (guess !== undefined && accuracy <= guess) {
    findings.push(
      warning(
        `${classifier}: ${formatPercent(accuracy)} is no better than always guessing the most frequent class (${formatPercent(guess)}).`,
      ),
    );
  }
  return findings;
}

function compareWithRandom({ k }: SelectionReportInput, gain: Difference): Finding {
  const text = `${points(gain.mean)} than ${countOf(k, 'random feature')}`;
  if (gain.low > 0) return good(text);
  if (gain.high < 0) return warning(`${text}: worse than choosing at random`);
  if (isEven(gain.mean)) return warning(`no better than ${countOf(k, 'random feature')}`);
  return warning(`${text}, but chance alone gives ±\u00a0${inPoints(gain.margin)}, so no gain is proven`);
}

function compareWithAll({ dataset }: SelectionReportInput, loss: Difference): string {
  const all = `all ${formatCount(dataset.featureCount)}`;
  if (loss.low > 0 || loss.high < 0) return `${points(loss.mean)} than ${all}`;
  const margin = `±\u00a0${inPoints(loss.margin)}`;
  if (loss.margin > widestUsefulMargin)
    return `the test rows are too few to tell whether it is as good as ${all} (${margin})`;
  return `as good as ${all}, as far as the test rows can tell (${margin})`;
}

function judgeTestSize(rows: readonly AccuracyRow[]): Finding[] {
  const selected = rows.filter((row) => row.features === 'selected');
  const testRowCount = Math.min(...selected.map((row) => row.testRowCount));
  const margin = Math.max(...selected.map((row) => difference(row, row).margin));
  if (!(margin > widestUsefulMargin)) return [];
  return [
    warning(
      `The test set is small: one of its ${countOf(testRowCount, 'row')} is ${inPoints(1 / testRowCount)}, and two feature sets must differ by about ${inPoints(margin)} before the test can tell them apart.`,
    ),
  ];
}

export interface Difference {
  readonly mean: number;
  readonly margin: number;
  readonly low: number;
  readonly high: number;
}

/** An accuracy and the number of test rows it was measured on. */
export type Measured = Pick<AccuracyRow, 'accuracy' | 'testRowCount'>;

/** a - b with the interval described in the head of this file. */
export function difference(a: Measured, b: Measured): Difference {
  const [pa, na] = adjust(a);
  const [pb, nb] = adjust(b);
  const margin = 1.96 * Math.sqrt((pa * (1 - pa)) / na + (pb * (1 - pb)) / nb);
  return { mean: a.accuracy - b.accuracy, margin, low: pa - pb - margin, high: pa - pb + margin };
}

function adjust(row: Measured): [share: number, count: number] {
  const count = row.testRowCount + 2;
  return [(row.accuracy * row.testRowCount + 1) / count, count];
}

function largestClassShare(classCounts: readonly number[]): number | undefined {
  const total = classCounts.reduce((sum, count) => sum + count, 0);
  return total > 0 ? Math.max(...classCounts) / total : undefined;
}

/**
 * The loss is judged while at least K inputs are active: some methods go on until none is left, and their loss rises
 * because inputs are taken away. For the same reason it is said to rise or to fall only since their number last changed.
 */
function judgeLoss({ history, k }: SelectionReportInput): Finding[] {
  const judged = history.filter(({ loss, activeCount }) => loss !== undefined && activeCount >= k);
  const losses = judged.map(({ loss }) => loss!);
  if (losses.length < 2) return [];
  const first = losses[0];
  const lowest = Math.min(...losses);
  if (!(lowest < first * (1 - smallestLossFall))) {
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
  const smallest = Math.min(...dataset.classCounts);
  if (smallest < fewestRowsPerClass) {
    const name = dataset.classNames[dataset.classCounts.indexOf(smallest)];
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

/** Differences that would be written as 0.0 points. */
function isEven(change: number): boolean {
  return Math.abs(change) < 0.0005;
}

function points(change: number): string {
  return `${inPoints(Math.abs(change))} ${change > 0 ? 'better' : 'worse'}`;
}

export function inPoints(share: number): string {
  return `${(share * 100).toFixed(1)}\u00a0points`;
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
