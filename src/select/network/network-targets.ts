/** What the networks take: the loss follows from the target, and a row's weight scales its loss. */
export const denseNetworkTargets = {
  targets: ['classes', 'values'],
  takesSeveral: true,
  takesWeights: true,
} as const;

/** The sparse ones learn survival times too, by a working response. */
export const networkTargets = { ...denseNetworkTargets, targets: ['classes', 'values', 'survival'] } as const;
