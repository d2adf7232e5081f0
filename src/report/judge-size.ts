/** What there is to say of the number of features where it was found and not given. */
import type { AutoSize, PromiseReport } from '../choose/size.js';
import { judgeTitle } from '../evaluate/registry.js';
import { type Finding, note, warning } from './finding.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { measureText } from './measure-text.js';
import type { SelectionReportInput } from './selection-report-input.js';

type JudgedSelection = Pick<SelectionReportInput, 'size' | 'k' | 'dataset'>;

export function judgeSize(input: JudgedSelection): Finding[] {
  const { auto, promise } = input.size ?? {};
  return [
    ...(promise ? [...judgePromise(promise, input), ...judgeTrial(promise), ...judgePairs(promise, input)] : []),
    ...(auto ? judgeAuto(auto) : []),
  ];
}

/** What was found of the decoys, where that cost something. */
function judgeTrial({ advantage = 1 }: PromiseReport): Finding[] {
  const said = advantage.toFixed(1);
  if (said === '1.0') return [];
  return [
    note(
      `These columns repeat each other so closely that decoys can be told from features: on a target made from them, of which the truth is known, features that say nothing won ${said} times as often as each of their decoys. The promise allows for that and names fewer features than it would otherwise. With one column of every block that repeats itself, decoys would serve better.`,
    ),
  ];
}

/** What a promise could not have found. */
function judgePairs({ pairsAmong }: PromiseReport, { dataset }: JudgedSelection): Finding[] {
  if (pairsAmong !== 0) return [];
  const why =
    dataset.task === 'classes'
      ? 'there are too many pairs to try, or too few rows of a class. With fewer columns they are looked for.'
      : 'that is done for classes alone.';
  return [note(`Features that matter only together with another one were not looked for: ${why}`)];
}

function judgePromise(
  { falseDiscovery, count, rowCount, advantage = 1, atRates }: PromiseReport,
  { k, dataset }: JudgedSelection,
): Finding[] {
  const { featureCount, trainRowCount = dataset.rowCount } = dataset;
  const isSample = rowCount < trainRowCount;
  const looked = isSample
    ? `a sample of ${formatCount(rowCount)} of the ${countOf(trainRowCount, 'training row')}`
    : countOf(rowCount, 'training row');
  const share = formatPercent(falseDiscovery, 0);
  if (count === 0) {
    const larger = atRates.find((each) => each.count > 0);
    const needed = Math.ceil((2 * advantage) / (3 * falseDiscovery));
    if (featureCount < needed) {
      return [
        warning(
          `No feature can be promised: that at most ${share} are false takes at least ${formatCount(needed)} features that stand out, and there are ${countOf(featureCount, 'feature')} in all. Ask for a larger share, or for the number of features that accuracy needs.`,
        ),
      ];
    }
    const bolder =
      larger === undefined
        ? 'Not even at a larger share would any be named.'
        : `At ${formatPercent(larger.rate, 0)} there would be ${countOf(larger.count, 'feature')}.`;
    const text = `No feature can be promised: none stands out from its decoys clearly enough for at most ${share} of those named to be false. ${bolder} ${isSample ? 'More rows would not help' : 'More rows would help'}: it was learnt from ${looked}${isSample ? ', as many as can be looked at' : ''}.`;
    return [{ level: 'warning', text }];
  }
  const best = k < count ? `; the best ${formatCount(k)} are named` : '';
  const text = `${countOf(count, 'feature')} can be promised${best}: on average at most ${share} of them are false. A false one says nothing of the target that the other features do not say. Each was held against decoys of its own on ${looked}.`;
  return [{ level: 'good', text }];
}

function judgeAuto({ judge, measure, folds, points, bestK, parsimoniousK }: AutoSize): Finding[] {
  const { title, value, change } = measureText(measure);
  const at = (k: number) => points.find((point) => point.k === k)!;
  const enough = `${countOf(parsimoniousK, 'feature')} ${parsimoniousK === 1 ? 'is' : 'are'} enough: in cross-validation of the training rows over ${countOf(folds, 'fold')} the mean ${title} of ${judgeTitle(judge)} is ${value(at(parsimoniousK).mean)}`;
  const best = at(bestK);
  const beside =
    bestK === parsimoniousK
      ? 'and no other number that was tried does better'
      : `within one standard error (${change(best.standardError)}) of the best, ${value(best.mean)} with ${formatCount(bestK)}`;
  const findings: Finding[] = [{ level: 'note', text: `${enough}, ${beside}.` }];
  const last = points[points.length - 1].k;
  if (parsimoniousK === last && last > 1) {
    findings.push({
      level: 'warning',
      text: `${countOf(last, 'feature')} is the largest number that was tried, so more may do better: give a larger number.`,
    });
  }
  return findings;
}
