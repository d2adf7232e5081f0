/**
 * Entropies and mutual information, in bits, of symbol columns s and f and the class y:
 * I(f;y) = H(f) + H(y) - H(f,y),  I(s;f) = H(s) + H(f) - H(s,f),
 * I(s;f|y) = H(f,y) + H(s,y) - H(s,f,y) - H(y).
 *
 * H(f), H(f,y) and I(f;y) are computed once. For one selected s and every f only H(s,f) and H(s,f,y) are left, from
 * one contingency table. The sums are taken in the order in which scikit-feature's Python takes them, so that
 * features whose scores are equal on paper come out in its order: see `joint-entropy.ts`.
 */

import type { Pacer } from '../../compute/pacer.js';
import { createJointEntropy } from './create-joint-entropy.js';
import type { SymbolColumns } from './discretise.js';
import { EntropyTerms } from './entropy-terms.js';
import type { JointEntropy } from './joint-entropy.js';

export interface PairInformation {
  /** I(s;f). */
  readonly shared: number;
  /** I(s;f|y). */
  readonly sharedInClass: number;
}

export class Information {
  readonly #columns: SymbolColumns;
  readonly #joint: JointEntropy;
  readonly #labelEntropy: number;
  /** H(f), H(f,y) and I(f;y) of every feature. */
  readonly #entropy: Float64Array;
  readonly #entropyWithLabel: Float64Array;
  readonly relevance: Float64Array;
  #selected = -1;

  /** `exactOrder` sums in row order, which takes longer but reproduces scikit-feature to the last bit. */
  constructor(columns: SymbolColumns, labels: Int32Array, classCount: number, exactOrder: boolean) {
    this.#columns = columns;
    const terms = new EntropyTerms(columns.rowCount);
    this.#joint = createJointEntropy(columns, labels, classCount, terms, exactOrder);
    this.#labelEntropy = this.#joint.labelEntropy;
    this.#entropy = new Float64Array(columns.featureCount);
    this.#entropyWithLabel = new Float64Array(columns.featureCount);
    this.relevance = new Float64Array(columns.featureCount);
  }

  /** Fills I(f;y) for every feature. */
  async measureRelevance(pacer: Pacer): Promise<void> {
    const { featureCount, rowCount } = this.#columns;
    this.#joint.fixNothing();
    for (let f = 0; f < featureCount; f++) {
      const { alone, withLabel } = this.#joint.measure(f);
      this.#entropy[f] = alone;
      this.#entropyWithLabel[f] = withLabel;
      this.relevance[f] = -withLabel + alone + this.#labelEntropy;
      if (pacer.isDue(6 * rowCount)) await pacer.rest(0);
    }
  }

  /** Makes `feature` the s of the following pairs. */
  select(feature: number): void {
    this.#selected = feature;
    this.#joint.fix(feature);
  }

  /** I(s;f) and I(s;f|y) of the selected s and this f. */
  pairWith(f: number): PairInformation {
    const s = this.#selected;
    const { alone: both, withLabel: bothWithLabel } = this.#joint.measure(f);
    return {
      shared: -both + this.#entropy[s] + this.#entropy[f],
      sharedInClass: this.#entropyWithLabel[f] + this.#entropyWithLabel[s] - bothWithLabel - this.#labelEntropy,
    };
  }
}
