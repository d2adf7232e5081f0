/**
 * What the networks take: the loss follows from the target, survival times become a working response, and a row's weight
 * scales its loss.
 */
export const networkTargets = {
  targets: ['classes', 'values', 'survival'],
  takesSeveral: true,
  takesWeights: true,
} as const;
