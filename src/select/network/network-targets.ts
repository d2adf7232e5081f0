/** What every network method takes: the loss follows from the target, and a row's weight scales its loss. */
export const networkTargets = {
  targets: ['classes', 'values'],
  takesSeveral: true,
  takesWeights: true,
} as const;
