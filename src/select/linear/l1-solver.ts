/**
 * A linear model under an L1 penalty, at one lambda after the other:
 *
 *   min over b, W of  mean over rows of loss(b + x W)  +  lambda x sum of |W_jc|,
 *
 * features standardised, intercepts b free, the mean over the rows as they count. The loss of classes is -log p(class of
 * the row), p(c) = exp(b_c + x W_c) / sum over classes: multinomial logistic regression; with two classes W has one column,
 * that of the second class. The loss of numbers is (y - b - x W)^2 / 2, summed over the numbers of a row: the lasso.
 *
 * Source: Friedman, Hastie and Tibshirani, Regularization Paths for Generalized Linear Models via Coordinate Descent
 * (Journal of Statistical Software 33, 2010): coordinate descent on quadratic approximations, class after class, each
 * lambda starting from the solution of the one before. Added is a search along every step, as in Yuan, Ho and Lin (JMLR
 * 13, 2012), so that the objective never rises. In play are the weights of the strong rule (Tibshirani et al., JRSS B 74,
 * 2012), |gradient at the lambda before| >= 2 lambda - lambda before. All others are held against the optimality
 * conditions, and those that break them are brought in, so the rule saves time and changes nothing.
 */
import type { Pacer } from '../../compute/pacer.js';
import { log } from '../../maths/deterministic-math.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { FittedValues } from './fitted-values.js';
import { OutputStep } from './l1-output-step.js';
import type { LinearOutputs } from './linear-outputs.js';
import { Logits } from './logits.js';
import { StandardisedColumns } from './standardised.js';

/** A gradient above lambda by this share of it breaks the optimality conditions; less is rounding. */
const slack = 1e-6;
const mostRounds = 500;

export interface L1SolverOptions {
  /** Solved when no weight can lower the approximation of the mean loss by more than this. */
  readonly tolerance: number;
  readonly pacer: Pacer;
  /** The share of all work done, asked whenever the event loop gets its turn. */
  readonly progress: () => number;
}

export class L1Solver {
  /** [feature][output] */
  readonly weights: Float64Array;
  /** [feature][output]: the mean over rows of feature times residual, at the present weights. */
  readonly gradients: Float64Array;
  readonly intercepts: Float64Array;
  readonly outputs: LinearOutputs;
  readonly #columns: StandardisedColumns;
  readonly #options: L1SolverOptions;
  readonly #step: OutputStep;
  /** [feature][output]: 1 where the weight is in play. */
  readonly #isIn: Uint8Array;
  /** The columns of the features with a weight in play. */
  readonly #inPlay = new Map<number, Float64Array>();

  private constructor(columns: StandardisedColumns, outputs: LinearOutputs, options: L1SolverOptions) {
    const weightCount = columns.featureCount * outputs.count;
    this.#columns = columns;
    this.outputs = outputs;
    this.#options = options;
    this.#step = new OutputStep(outputs, options.pacer, options.progress);
    this.weights = new Float64Array(weightCount);
    this.gradients = new Float64Array(weightCount);
    this.#isIn = new Uint8Array(weightCount);
    this.intercepts = new Float64Array(outputs.count);
  }

  /** The model without features. Weights of rows are of mean 1, and numbers of mean 0. */
  static async create(
    training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
    options: L1SolverOptions,
  ): Promise<L1Solver> {
    const { target, weights } = training;
    const columns = await StandardisedColumns.fit(training, options.pacer);
    const solver =
      target.kind === 'classes'
        ? L1Solver.#ofClasses(columns, target, weights, options)
        : new L1Solver(columns, new FittedValues(target, weights), options);
    await solver.#updateGradients();
    return solver;
  }

  /** Every class has the probability of its share of the rows. */
  static #ofClasses(
    columns: StandardisedColumns,
    target: ClassTarget,
    weights: Float64Array | undefined,
    options: L1SolverOptions,
  ): L1Solver {
    const { classes, counts } = numberClasses(target, weights);
    const solver = new L1Solver(columns, new Logits(classes, counts.length, weights), options);
    const isPair = counts.length === 2;
    const base = isPair ? counts[0] : counts.reduce((sum, count) => sum + count, 0);
    for (let output = 0; output < solver.outputs.count; output++) {
      const intercept = log(counts[isPair ? 1 : output] / base);
      solver.intercepts[output] = intercept;
      solver.outputs.move(output, new Float64Array(classes.length).fill(intercept), 1);
    }
    return solver;
  }

  /** The largest size of a gradient; right after `create`, the smallest lambda at which all weights are 0. */
  largestGradient(): number {
    return this.gradients.reduce((most, gradient) => Math.max(most, Math.abs(gradient)), 0);
  }

  /** Solves at lambda, going on from the solution at `before`. */
  async solve(lambda: number, before: number): Promise<void> {
    await this.#bringIn((place) => Math.abs(this.gradients[place]) >= 2 * lambda - before, true);
    do {
      await this.#descend(lambda);
      await this.#updateGradients();
    } while (await this.#bringIn((place) => Math.abs(this.gradients[place]) > lambda * (1 + slack), false));
  }

  /** Class after class, until no weight gains more than the tolerance. */
  async #descend(lambda: number): Promise<void> {
    const members = Array.from({ length: this.outputs.count }, (_, output) => this.#membersOf(output));
    for (let round = 0; round < mostRounds; round++) {
      this.outputs.refresh();
      let most = 0;
      for (let output = 0; output < this.outputs.count; output++) {
        most = Math.max(most, await this.#improve(output, lambda, members[output]));
      }
      if (most <= this.#options.tolerance) return;
    }
  }

  async #improve(output: number, lambda: number, features: readonly number[]): Promise<number> {
    const { count } = this.outputs;
    const moving = {
      columns: features.map((feature) => this.#inPlay.get(feature)!),
      weights: Float64Array.from(features, (feature) => this.weights[feature * count + output]),
      intercept: this.intercepts[output],
    };
    const most = await this.#step.improve(output, lambda, moving, this.#options.tolerance);
    features.forEach((feature, i) => {
      this.weights[feature * count + output] = moving.weights[i];
    });
    this.intercepts[output] = moving.intercept;
    return most;
  }

  #membersOf(output: number): readonly number[] {
    return [...this.#inPlay.keys()].filter((feature) => this.#isIn[feature * this.outputs.count + output] === 1);
  }

  async #updateGradients(): Promise<void> {
    const { rowCount, featureCount } = this.#columns;
    const { pacer, progress } = this.#options;
    const { count } = this.outputs;
    const residuals = Array.from({ length: count }, () => new Float64Array(rowCount));
    residuals.forEach((residual, output) => {
      this.outputs.residuals(output, residual);
    });
    const totals = Float64Array.from(residuals, (residual) => residual.reduce((sum, value) => sum + value, 0));
    for (let feature = 0; feature < featureCount; feature++) {
      const into = this.gradients.subarray(feature * count, (feature + 1) * count);
      const read = this.#columns.products(feature, residuals, totals, into);
      for (let output = 0; output < count; output++) into[output] /= rowCount;
      if (pacer.isDue(read * (count + 1) + 100)) await pacer.rest(progress());
    }
  }

  /** Puts the weights that are wanted in play; with `isFresh`, those that are 0 and not wanted leave. True where any came. */
  async #bringIn(isWanted: (place: number) => boolean, isFresh: boolean): Promise<boolean> {
    const { count } = this.outputs;
    const { pacer, progress } = this.#options;
    let hasCome = false;
    for (let feature = 0; feature < this.#columns.featureCount; feature++) {
      let isIn = false;
      for (let place = feature * count; place < (feature + 1) * count; place++) {
        const stays = this.#isIn[place] === 1 && (!isFresh || this.weights[place] !== 0);
        const comes = !stays && isWanted(place);
        this.#isIn[place] = stays || comes ? 1 : 0;
        hasCome ||= comes;
        isIn ||= stays || comes;
      }
      if (!isIn) this.#inPlay.delete(feature);
      if (!isIn || this.#inPlay.has(feature)) continue;
      const column = new Float64Array(this.#columns.rowCount);
      this.#columns.read(feature, column);
      this.#inPlay.set(feature, column);
      if (pacer.isDue(100 * column.length)) await pacer.rest(progress());
    }
    return hasCome;
  }
}

/** The classes that occur, numbered without gaps, and how many rows each has, as they count. */
function numberClasses({ labels, classNames }: ClassTarget, weights: Float64Array | undefined) {
  const all = new Float64Array(classNames.length);
  labels.forEach((label, row) => {
    all[label] += weights === undefined ? 1 : weights[row];
  });
  const number = new Int32Array(classNames.length);
  const counts: number[] = [];
  all.forEach((count, label) => {
    number[label] = counts.length;
    if (count > 0) counts.push(count);
  });
  // Rows of a class that does not count do not count either, whatever class they are given.
  return { classes: labels.map((label) => (all[label] > 0 ? number[label] : 0)), counts };
}
