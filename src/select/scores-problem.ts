/** What is wrong with the scores of a method, in words; undefined where nothing is. */
import type { Scores } from '../types.js';

export function scoresProblem({ scores, ranking }: Scores, count: number): string | undefined {
  if (!(scores instanceof Float64Array && scores.length === count)) {
    return `there are not ${count} scores in a Float64Array`;
  }
  if (!(ranking instanceof Int32Array && ranking.length === count)) {
    return `there are not ${count} places in an Int32Array`;
  }
  const isRanked = new Uint8Array(count);
  for (const feature of ranking) isRanked[feature] = 1;
  if (isRanked.includes(0)) return 'the ranking does not hold every feature once';
  const unusable = scores.findIndex(Number.isNaN);
  if (unusable >= 0) return `the score of feature ${unusable} is not a number`;
  for (let place = 1; place < count; place++) {
    const [better, worse] = [ranking[place - 1], ranking[place]];
    const isTie = scores[better] === scores[worse];
    if (isTie ? better > worse : scores[better] < scores[worse]) {
      return `place ${place}: scores must fall, and equal ones go by the lower index`;
    }
  }
  return undefined;
}
