/**
 * The logarithm of the gamma function for x > 0: shifted up by Gamma(x) = Gamma(x + 1) / x until Stirling's series
 * with five terms has an error below 1e-13.
 */
import { log } from './deterministic-math.js';

export function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < 12) {
    shift += log(z);
    z += 1;
  }
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (z - 0.5) * log(z) - z + 0.5 * log(2 * Math.PI) + series - shift;
}
