/** Logarithms of whole counts, tabled once: entropies are sums of them. */
import { log } from '../../maths/deterministic-math.js';

export class EntropyTerms {
  /** p ln p with p = count / rowCount; 0 for the counts 0 and rowCount. */
  readonly shareLog: Float64Array;
  /** count * log2(count). */
  readonly countLog: Float64Array;

  constructor(rowCount: number) {
    this.shareLog = new Float64Array(rowCount + 1);
    this.countLog = new Float64Array(rowCount + 1);
    for (let count = 1; count <= rowCount; count++) {
      const share = count / rowCount;
      this.shareLog[count] = count === rowCount ? 0 : share * log(share);
      this.countLog[count] = (count * log(count)) / Math.LN2;
    }
  }
}
