/**
 * Wilson's score interval of a share, 95 %: (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n). Unlike p +- 2
 * standard errors it stays inside 0 .. 1 and has a width where all rows are right.
 */
import type { Interval } from './contract.js';

/** The normal quantile of 97.5 %. */
const z95 = 1.959963984540054;

export function wilsonInterval(share: number, count: number): Interval {
  const scale = 1 + z95 ** 2 / count;
  const middle = (share + z95 ** 2 / (2 * count)) / scale;
  const half = (z95 * Math.sqrt((share * (1 - share)) / count + z95 ** 2 / (4 * count ** 2))) / scale;
  // At the ends rounding may leave the interval a hair short of 0 or 1.
  return [share === 0 ? 0 : middle - half, share === 1 ? 1 : middle + half];
}
