/** The strengths of all features over the epochs, kept for small curves; fewer epochs are kept where they are many. */

/** Plain values, so that they can be sent and stored. */
export interface KeptStrengths {
  readonly epochs: readonly number[];
  /** `[kept epoch][feature]` */
  readonly strengths: readonly Float32Array[];
}

export interface StrengthHistory {
  add(epoch: number, strengths: Float32Array): void;
  kept(): KeptStrengths;
}

export const mostHistoryBytes = 16 * 2 ** 20;

export function createStrengthHistory(mostBytes = mostHistoryBytes): StrengthHistory {
  let kept: { readonly epoch: number; readonly strengths: Float32Array }[] = [];
  let stride = 1;
  return {
    add(epoch, strengths) {
      if (epoch % stride !== 0) return;
      kept.push({ epoch, strengths: strengths.slice() });
      while (kept.length > 1 && kept.length * strengths.byteLength > mostBytes) {
        stride *= 2;
        kept = kept.filter((each) => each.epoch % stride === 0);
      }
    },
    kept: () => ({ epochs: kept.map(({ epoch }) => epoch), strengths: kept.map(({ strengths }) => strengths) }),
  };
}

/** The strength of one feature over the kept epochs. */
export function strengthsOf({ strengths }: KeptStrengths, feature: number): Float32Array {
  return Float32Array.from(strengths, (each) => each[feature]);
}
