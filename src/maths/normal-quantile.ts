/**
 * The quantile of the standard normal distribution by Acklam's rational approximation (2003), with a relative error
 * below 1.2e-9. From + - * /, Math.sqrt and our own log alone, so that every engine gives the same bits.
 */
import { log } from './deterministic-math.js';

const middleTop = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716];
const middleBottom = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const tailTop = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968];
const tailBottom = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
const lowTail = 0.02425;

/** The number below which a standard normal draw falls with this probability, 0 < probability < 1. */
export function normalQuantile(probability: number): number {
  if (probability > 1 - lowTail) return -normalQuantile(1 - probability);
  if (probability < lowTail) {
    const q = Math.sqrt(-2 * log(probability));
    return polynomial([...tailTop, 2.938163982698783], q) / polynomial([...tailBottom, 1], q);
  }
  const q = probability - 0.5;
  const r = q * q;
  return (polynomial([...middleTop, 2.506628277459239], r) * q) / polynomial([...middleBottom, 1], r);
}

/** Highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}
