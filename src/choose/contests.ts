/**
 * A contest for every feature: its score against those of its decoys.
 *
 *   winner = whichever of feature and decoys scores highest
 *   margin = its score less the median of the others
 *
 * A feature that says nothing of the target is no more likely to win than each of its decoys, whatever the margin. With
 * one decoy the margin is |W| of the knockoff filter and the winner its sign.
 *
 * Source: Gimenez and Zou, Improving the stability of the knockoff procedure (AISTATS 2019).
 */

export interface Contests {
  /** At least 0. */
  readonly margins: Float64Array;
  /** 1 where the feature won, 0 where one of its decoys did. */
  readonly isWon: Uint8Array;
  readonly decoyCount: number;
  /** How many times as often a false feature wins as one of its decoys does: 1 where they are alike (trial.ts). */
  readonly advantage: number;
}

/** `scores[member][feature]`, the feature itself first, its decoys after it. Where the highest are equal nobody wins. */
export function holdContests(scores: readonly ArrayLike<number>[]): Contests {
  const featureCount = scores[0].length;
  const margins = new Float64Array(featureCount);
  const isWon = new Uint8Array(featureCount);
  for (let feature = 0; feature < featureCount; feature++) {
    const sorted = scores.map((member) => member[feature]).sort((a, b) => b - a);
    if (sorted[0] === sorted[1]) continue;
    margins[feature] = sorted[0] - medianOfSorted(sorted.slice(1));
    isWon[feature] = Number(scores[0][feature] === sorted[0]);
  }
  return { margins, isWon, decoyCount: scores.length - 1, advantage: 1 };
}

function medianOfSorted(values: readonly number[]): number {
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

export interface Cut {
  /** Contests with at least this margin count. */
  readonly margin: number;
  /** How many of them features won, and how many decoys. */
  readonly won: number;
  readonly lost: number;
}

/**
 * The smallest margin at which the share of false discoveries is estimated to be at most `rate`: among the contests with
 * at least this margin,  advantage * (1 + lost) / decoys <= rate * won  (knockoff+ where there is one decoy and no
 * advantage). Undefined where there is none.
 */
export function findCut({ margins, isWon, decoyCount, advantage }: Contests, rate: number): Cut | undefined {
  const order = [...margins.keys()].filter((feature) => margins[feature] > 0);
  order.sort((a, b) => margins[b] - margins[a]);
  let [won, lost] = [0, 0];
  let cut: Cut | undefined;
  order.forEach((feature, place) => {
    if (isWon[feature]) won++;
    else lost++;
    // Equal margins are in or out together.
    if (margins[order[place + 1]] === margins[feature]) return;
    if ((advantage * (1 + lost)) / decoyCount <= rate * won) cut = { margin: margins[feature], won, lost };
  });
  return cut;
}
