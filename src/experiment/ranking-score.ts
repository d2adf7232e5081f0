/**
 * The paper's ranking score: at one K the worst method gets 0, the best the number of methods minus one. Methods of
 * equal accuracy share the mean of their places, and so do those without a result, below all others.
 */

/** The score of each place; undefined stands for "no result". */
export function rankingScores(accuracies: readonly (number | undefined)[]): number[] {
  const value = (accuracy: number | undefined) => accuracy ?? Number.NEGATIVE_INFINITY;
  return accuracies.map((accuracy) => {
    const own = value(accuracy);
    const worse = accuracies.filter((other) => value(other) < own).length;
    const equal = accuracies.filter((other) => value(other) === own).length;
    return worse + (equal - 1) / 2;
  });
}
