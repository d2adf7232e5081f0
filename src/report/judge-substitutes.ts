/** What there is to say of the features that could stand in for the selected ones. */
import type { SubstitutesReport } from '../choose/substitutes.js';
import { judgeTitle } from '../evaluate/registry.js';
import type { Finding } from './finding.js';
import { countOf, formatCount, formatNumber } from './format.js';
import { measureText } from './measure-text.js';

export function judgeSubstitutes(report: SubstitutesReport | undefined): Finding[] {
  if (report === undefined) return [];
  const { features, level, judged } = report;
  const having = features.filter(({ substitutes }) => substitutes.length > 0).length;
  if (having === 0) {
    const none = `No selected feature has a substitute: none of the others has a correlation of ${formatNumber(level)} or more with one.`;
    return [{ level: 'note', text: none }];
  }
  const blocks = features.filter(({ standsFor }) => standsFor.length > 0);
  const others = new Set(blocks.flatMap(({ standsFor }) => standsFor)).size;
  const standing =
    others === 0
      ? ''
      : `, and ${formatCount(blocks.length)} of them ${blocks.length === 1 ? 'stands' : 'stand'} for ${countOf(others, 'other')} with a correlation of 0.8 or more`;
  const text = `${formatCount(having)} of ${countOf(features.length, 'selected feature')} ${having === 1 ? 'has' : 'have'} a substitute that was not selected${standing}`;
  const values = features.flatMap(({ substitutes }) =>
    substitutes.flatMap(({ exchanged }) => (exchanged === undefined ? [] : [exchanged])),
  );
  if (judged === undefined || values.length === 0) return [{ level: 'note', text: `${text}.` }];
  const { value, title } = measureText(judged.measure);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = value(low) === value(high) ? value(low) : `${value(low)} to ${value(high)}`;
  const cost = `with one of them exchanged the ${title} of ${judgeTitle(judged.judge)} is ${range}, in place of ${value(judged.value)}, in folds of the training rows`;
  return [{ level: 'note', text: `${text}; ${cost}.` }];
}
