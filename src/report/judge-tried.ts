/** What there is to say of the method where it was chosen and not given. */
import type { TriedMethods } from '../choose/tried-methods.js';
import { judgeTitle } from '../evaluate/registry.js';
import { type Finding, note } from './finding.js';
import { countOf } from './format.js';
import { measureText } from './measure-text.js';

export function judgeTried(tried: TriedMethods | undefined): Finding[] {
  if (tried === undefined) return [];
  const { judge, measure, rowCount, methods, taken } = tried;
  const { title, value } = measureText(measure);
  const at = (method: string) => methods.find((each) => each.method === method)!;
  const [first] = methods;
  const { mean, folds, firstMean } = at(taken);
  const how = `in ${countOf(folds, 'fold')} of the ${countOf(rowCount, 'training row')} the mean ${title} of ${judgeTitle(judge)} was ${value(mean)} with its features`;
  if (taken !== first.method) {
    return [
      note(
        `The features are those of ${taken}, not of ${first.method}: ${how}, and ${value(firstMean)} with those of ${first.method}.`,
      ),
    ];
  }
  const rivals = methods.slice(1);
  const longest = Math.max(...rivals.map((each) => each.folds));
  const next = rivals.filter((each) => each.folds === longest).reduce((a, b) => (b.mean > a.mean ? b : a));
  return [
    note(
      `${countOf(methods.length, 'method')} were tried and ${taken} was taken: ${how}; the best of the others, ${next.method}, had ${value(next.mean)}${next.mean > mean ? ', not more than two points more' : ''}.`,
    ),
  ];
}
