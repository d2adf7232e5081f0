/**
 * How far the decoys of a column may be from it. Decoys that are made of all columns together have the correlations of
 * their columns, but with their own column the correlation 1 - s, which is free within bounds: with m decoys a column,
 *
 *   (1 + 1 / m) * correlations - diagonal(s)   must not be negative definite in any direction.
 *
 * The s are those that leave the least of a feature to be told from everything else, its decoys included: the smallest
 * trace of the inverse of all correlations, m^2 * sum of 1 / s + trace of the inverse of the matrix above (a constant
 * factor aside). One s after the other is put where it is best, which has a closed form; a few rounds are enough.
 *
 * Source: Spector and Janson, Powerful knockoffs via minimizing reconstructability (Annals of Statistics 50, 2022), MVR
 * knockoffs, for several decoys at once.
 */
import type { Engine } from '../compute/engine.js';
import { invertPositive } from '../compute/linear-algebra.js';
import type { Pacer } from '../compute/pacer.js';

const rounds = 6;
/** How much of the way to a bound an s may go in one step. */
const mostOfTheWay = 0.99;

/** `correlations` are [column][column], positive definite; `least` is a number below their smallest eigenvalue. */
export async function decoyDistances(
  correlations: Float64Array,
  least: number,
  copies: number,
  { engine, pacer }: { readonly engine: Engine; readonly pacer: Pacer },
): Promise<Float64Array> {
  const count = Math.sqrt(correlations.length);
  const distances = new Float64Array(count).fill(least);
  const room = correlations.map((correlation) => (1 + 1 / copies) * correlation);
  for (let column = 0; column < count; column++) room[column * count + column] -= least;
  const inverse = await invertPositive(engine, room, count, pacer);
  for (let round = 0; round < rounds; round++) {
    for (let column = 0; column < count; column++) {
      const own = inverse.slice(column * count, (column + 1) * count);
      const bend = Math.sqrt(own.reduce((sum, each) => sum + each * each, 0));
      const best = (copies - bend * distances[column]) / (bend + copies * own[column]);
      const step = Math.min(
        mostOfTheWay / own[column],
        Math.max(-mostOfTheWay * distances[column], best),
        1 - distances[column],
      );
      distances[column] += step;
      const factor = step / (1 - step * own[column]);
      for (let i = 0; i < count; i++) {
        const times = factor * own[i];
        for (let j = 0; j < count; j++) inverse[i * count + j] += times * own[j];
      }
      if (pacer.isDue(count * count)) await pacer.rest(0);
    }
  }
  return distances;
}
