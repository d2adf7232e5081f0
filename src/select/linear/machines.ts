/**
 * Linear support vector machines, one for two classes and one for each class against all others for more, on fewer and
 * fewer features: every training goes on from the solution before. See dual-svm.ts and dual-forms.ts.
 */
import type { ClassTarget } from '../../types.js';
import { type DualForm, type Pace, ProductForm, RowForm } from './dual-forms.js';
import { type DualSvmOptions, solveDualSvm } from './dual-svm.js';
import type { StandardisedColumns } from './standardised.js';

/**
 * Up to so many rows for each machine, the products of all pairs cost less than the passes they save; above 4,000 rows
 * they would take too much memory.
 */
const productRowsPerMachine = 400;
const mostProductRows = 4000;

/** For every machine the side of every row: one machine for two classes, one a class for more. */
export function machineSigns({ labels, classNames }: ClassTarget): readonly Int8Array[] {
  const counts = new Int32Array(classNames.length);
  for (const label of labels) counts[label]++;
  const present = [...counts.keys()].filter((label) => counts[label] > 0);
  return (present.length === 2 ? present.slice(1) : present).map((label) =>
    Int8Array.from(labels, (each) => (each === label ? 1 : -1)),
  );
}

/** The machines of all classes, trained again and again as features go. */
export class Machines {
  readonly #columns: StandardisedColumns;
  readonly #signs: readonly Int8Array[];
  readonly #alphas: readonly Float64Array[];
  readonly #options: DualSvmOptions;
  readonly #weights: Float64Array | undefined;
  readonly #pace: Pace;
  #products: ProductForm | undefined;

  constructor(
    columns: StandardisedColumns,
    { signs, weights }: { readonly signs: readonly Int8Array[]; readonly weights?: Float64Array | undefined },
    chosen: DualSvmOptions,
    pace: Pace,
  ) {
    this.#columns = columns;
    this.#signs = signs;
    this.#alphas = signs.map((sign) => new Float64Array(sign.length));
    this.#options = chosen;
    this.#weights = weights;
    this.#pace = pace;
  }

  /** Trains on the features; the sum over machines of the squared weight of each. */
  async squaredWeights(features: Int32Array): Promise<Float64Array> {
    const weights = await this.weights(features);
    return weights[0].map((_, place) => weights.reduce((sum, each) => sum + each[place] * each[place], 0));
  }

  /** Trains on the features; the weights of every machine, in the features' order. */
  async weights(features: Int32Array, by = this.#quickerForm(features)): Promise<readonly Float64Array[]> {
    const { pacer, progress } = this.#pace;
    const form = await this.#makeForm(features, by);
    const stepsPerRow = form instanceof ProductForm ? this.#columns.rowCount / 2 : 2 * features.length + 10;
    for (const [machine, sign] of this.#signs.entries()) {
      const pace = { pacer, progress, stepsPerRow };
      await solveDualSvm(form, { sign, weights: this.#weights }, this.#alphas[machine], this.#options, pace);
    }
    return this.#weightsOf(features);
  }

  /** Takes features out that will not be asked for again. */
  async drop(features: Int32Array): Promise<void> {
    await this.#products?.remove(this.#columns, features, this.#pace);
  }

  /** By products of rows while there are more features than rows, by weights after. */
  #quickerForm(features: Int32Array): 'rows' | 'products' {
    const { rowCount } = this.#columns;
    const mostRows = Math.min(mostProductRows, productRowsPerMachine * this.#signs.length);
    return features.length <= rowCount || rowCount > mostRows ? 'rows' : 'products';
  }

  async #makeForm(features: Int32Array, by: 'rows' | 'products'): Promise<DualForm> {
    if (by === 'rows') {
      this.#products = undefined;
      return RowForm.gather(this.#columns, features, this.#pace);
    }
    this.#products ??= await ProductForm.gather(this.#columns, features, this.#pace);
    return this.#products;
  }

  /** w_j = sum over rows of alpha y x_j. */
  async #weightsOf(features: Int32Array): Promise<readonly Float64Array[]> {
    const { pacer, progress } = this.#pace;
    const betas = this.#alphas.map((alpha, machine) => alpha.map((value, row) => value * this.#signs[machine][row]));
    const totals = Float64Array.from(betas, (beta) => beta.reduce((sum, value) => sum + value, 0));
    const weights = betas.map(() => new Float64Array(features.length));
    const into = new Float64Array(betas.length);
    for (let place = 0; place < features.length; place++) {
      const read = this.#columns.products(features[place], betas, totals, into);
      weights.forEach((ofMachine, machine) => {
        ofMachine[place] = into[machine];
      });
      if (pacer.isDue(read * (betas.length + 5) + 500)) await pacer.rest(progress());
    }
    return weights;
  }
}
