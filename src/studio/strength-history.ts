/** The strengths of all features over the epochs, kept for small curves; fewer epochs are kept where they are many. */

export interface StrengthHistory {
  add(epoch: number, strengths: Float32Array): void;
  /** `[feature][kept epoch]`, for the features asked for. */
  seriesOf(features: Int32Array): { readonly epochs: Int32Array; readonly values: Float32Array };
}

export const mostHistoryBytes = 64 * 2 ** 20;

export function createStrengthHistory(mostBytes = mostHistoryBytes): StrengthHistory {
  let kept: { readonly epoch: number; readonly strengths: Float32Array }[] = [];
  let stride = 1;
  return {
    add(epoch, strengths) {
      if (epoch % stride !== 0) return;
      kept.push({ epoch, strengths: strengths.slice() });
      if (kept.length * strengths.byteLength <= mostBytes) return;
      stride *= 2;
      kept = kept.filter((each) => each.epoch % stride === 0);
    },
    seriesOf(features) {
      const values = new Float32Array(features.length * kept.length);
      features.forEach((feature, row) => {
        kept.forEach(({ strengths }, at) => {
          values[row * kept.length + at] = strengths[feature];
        });
      });
      return { epochs: Int32Array.from(kept, ({ epoch }) => epoch), values };
    },
  };
}
