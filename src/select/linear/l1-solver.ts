/**
 * Multinomial logistic regression under an L1 penalty, at one lambda after the other:
 *
 *   min over b, W of  mean over rows of -log p(class of the row)  +  lambda x sum of |W_jc|,
 *   p(c) = exp(b_c + x W_c) / sum over classes,
 *
 * features standardised, intercepts b free. With two classes W has one column, that of the second class.
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
import type { TrainingSet } from '../../types.js';
import { ClassStep } from './l1-class-step.js';
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
  /** [feature][logit] */
  readonly weights: Float64Array;
  /** [feature][logit]: the mean over rows of feature times residual, at the present weights. */
  readonly gradients: Float64Array;
  readonly intercepts: Float64Array;
  readonly logits: Logits;
  readonly #columns: StandardisedColumns;
  readonly #options: L1SolverOptions;
  readonly #step: ClassStep;
  /** [feature][logit]: 1 where the weight is in play. */
  readonly #isIn: Uint8Array;
  /** The columns of the features with a weight in play. */
  readonly #inPlay = new Map<number, Float64Array>();

  private constructor(columns: StandardisedColumns, logits: Logits, options: L1SolverOptions) {
    const weightCount = columns.featureCount * logits.count;
    this.#columns = columns;
    this.logits = logits;
    this.#options = options;
    this.#step = new ClassStep(logits, options.pacer, options.progress);
    this.weights = new Float64Array(weightCount);
    this.gradients = new Float64Array(weightCount);
    this.#isIn = new Uint8Array(weightCount);
    this.intercepts = new Float64Array(logits.count);
  }

  /** The model without features: every class has the probability of its share of the rows. */
  static async create(training: TrainingSet, options: L1SolverOptions): Promise<L1Solver> {
    const columns = await StandardisedColumns.fit(training, options.pacer);
    const { classes, counts } = numberClasses(training.target.labels, training.target.classNames.length);
    const solver = new L1Solver(columns, new Logits(classes, counts.length), options);
    const base = counts.length === 2 ? counts[0] : classes.length;
    for (let logit = 0; logit < solver.logits.count; logit++) {
      const intercept = log(counts[counts.length === 2 ? 1 : logit] / base);
      solver.intercepts[logit] = intercept;
      solver.logits.move(logit, new Float64Array(classes.length).fill(intercept), 1);
    }
    await solver.#updateGradients();
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
    const members = Array.from({ length: this.logits.count }, (_, logit) => this.#membersOf(logit));
    for (let round = 0; round < mostRounds; round++) {
      this.logits.refresh();
      let most = 0;
      for (let logit = 0; logit < this.logits.count; logit++) {
        most = Math.max(most, await this.#improve(logit, lambda, members[logit]));
      }
      if (most <= this.#options.tolerance) return;
    }
  }

  async #improve(logit: number, lambda: number, features: readonly number[]): Promise<number> {
    const { count } = this.logits;
    const moving = {
      columns: features.map((feature) => this.#inPlay.get(feature)!),
      weights: Float64Array.from(features, (feature) => this.weights[feature * count + logit]),
      intercept: this.intercepts[logit],
    };
    const most = await this.#step.improve(logit, lambda, moving, this.#options.tolerance);
    features.forEach((feature, i) => {
      this.weights[feature * count + logit] = moving.weights[i];
    });
    this.intercepts[logit] = moving.intercept;
    return most;
  }

  #membersOf(logit: number): readonly number[] {
    return [...this.#inPlay.keys()].filter((feature) => this.#isIn[feature * this.logits.count + logit] === 1);
  }

  async #updateGradients(): Promise<void> {
    const { rowCount, featureCount } = this.#columns;
    const { pacer, progress } = this.#options;
    const { count } = this.logits;
    const residuals = Array.from({ length: count }, () => new Float64Array(rowCount));
    residuals.forEach((residual, logit) => {
      this.logits.residuals(logit, residual);
    });
    const totals = Float64Array.from(residuals, (residual) => residual.reduce((sum, value) => sum + value, 0));
    for (let feature = 0; feature < featureCount; feature++) {
      const into = this.gradients.subarray(feature * count, (feature + 1) * count);
      const read = this.#columns.products(feature, residuals, totals, into);
      for (let logit = 0; logit < count; logit++) into[logit] /= rowCount;
      if (pacer.isDue(read * (count + 1) + 100)) await pacer.rest(progress());
    }
  }

  /** Puts the weights that are wanted in play; with `isFresh`, those that are 0 and not wanted leave. True where any came. */
  async #bringIn(isWanted: (place: number) => boolean, isFresh: boolean): Promise<boolean> {
    const { count } = this.logits;
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

/** The classes that occur, numbered without gaps, and how many rows each has. */
function numberClasses(labels: Int32Array, classCount: number) {
  const all = new Int32Array(classCount);
  for (const label of labels) all[label]++;
  const number = new Int32Array(classCount);
  const counts: number[] = [];
  all.forEach((count, label) => {
    number[label] = counts.length;
    if (count > 0) counts.push(count);
  });
  return { classes: labels.map((label) => number[label]), counts };
}
