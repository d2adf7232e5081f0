/** What an epoch of training costs as the NeuroFS paper counts it: 2 FLOPs a weight and row forward, 4 backward. */
export function trainingFlops(weights: number, rows: number): number {
  return 6 * weights * rows;
}
