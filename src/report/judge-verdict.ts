/** What repeated cross-validation says, in words. */
import { judgeTitle } from '../evaluate/registry.js';
import type { Gain, Verdict } from '../evaluate/verdict.js';
import type { Finding } from './finding.js';
import { countOf, formatCount } from './format.js';
import { type MeasureText, measureText } from './measure-text.js';

export function judgeVerdict(verdict: Verdict | undefined, featureCount: number): Finding[] {
  if (verdict === undefined) return [];
  const { judge, measure, folds, repeats, counts, sets, gains } = verdict;
  const text = measureText(measure);
  const [own] = sets;
  const times = `${countOf(folds, 'fold')}${repeats > 1 ? `, ${formatCount(repeats)} times over,` : ''} with the features selected anew in each`;
  const range = `${text.value(own.mean)} (95\u00a0% interval ${own.interval.map(text.bare).join(' to ')})`;
  const many = counts[0] === counts[1] ? '' : `, with ${formatCount(counts[0])} to ${formatCount(counts[1])} features`;
  const statement = `By cross-validation over ${times} the ${text.title} of ${judgeTitle(judge)} is ${range}${many}`;
  const told = gains.map((gain) => gainText(gain, text, featureCount));
  return [{ level: levelOf(gains), text: `${[statement, ...told].join('; ')}.` }];
}

/** Good where it is proven to be better than chance, a warning where it is proven not to be worth it, or nothing is. */
function levelOf(gains: readonly Gain[]): Finding['level'] {
  const overRandom = gains.find(({ over }) => over === 'random');
  if (overRandom?.is === 'better') return gains.some(({ is }) => is === 'worse') ? 'note' : 'good';
  return 'warning';
}

export function gainText({ over, mean, interval, is }: Gain, text: MeasureText, featureCount: number): string {
  const other = over === 'all' ? `all ${formatCount(featureCount)}` : 'as many random features';
  const margin = `±\u00a0${text.change((interval[1] - interval[0]) / 2)}`;
  if (is === 'cannot tell')
    return `whether that is better than ${other} it cannot tell (${signed(mean, text)}, ${margin})`;
  if (is === 'as good') return `as good as ${other} (${signed(mean, text)}, ${margin})`;
  return `${is} than ${other} by ${text.change(Math.abs(mean))} (${margin})`;
}

function signed(change: number, text: MeasureText): string {
  return `${change < 0 ? '−' : '+'}${text.change(Math.abs(change))}`;
}
