/** Tails of the binomial distribution with probability 1/2, from + * / alone, so that every engine gives the same bits. */

/** The probability of at most `hits` heads in `throws` throws of a fair coin; up to 1,000 throws. */
export function atMostHeads(hits: number, throws: number): number {
  if (throws > 1000) throw new RangeError(`throws must be at most 1000. Got ${throws} instead`);
  let term = 1;
  for (let i = 0; i < throws; i++) term /= 2;
  let sum = 0;
  for (let heads = 0; heads <= Math.min(hits, throws); heads++) {
    sum += term;
    term *= (throws - heads) / (heads + 1);
  }
  return sum;
}

/** The probability of at least `hits` heads in `throws` throws, which is that of at most as many tails as are left. */
export function atLeastHeads(hits: number, throws: number): number {
  return atMostHeads(throws - hits, throws);
}
