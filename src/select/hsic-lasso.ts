/**
 * HSIC Lasso: the label kernel explained by non-negative multiples of feature kernels, with as few as possible,
 * min over beta >= 0 of |L - sum_j beta_j K_j|^2 / 2 + lambda sum_j beta_j, along the path until K features are in.
 * The selected features are ranked by beta; see `kernel-blocks.ts` for the kernels.
 *
 * Source: Yamada et al. (2014), Climente-Gonzalez et al. (2019), and their package pyHSICLasso, whose numbers this
 * gives where one block holds all rows; with smaller blocks the permutations are drawn by another generator.
 *
 * Two things differ in how, not in what, is computed. Kernels are streamed, never kept. And only candidates have
 * their pairwise products taken: kernels are positive semidefinite and beta >= 0, so a feature's correlation with
 * the residual never exceeds its first one, c_j, and no feature with c_j below the path's current correlation can
 * enter. Candidates are the features of largest c_j; where the path goes below the others' c_j, more are taken in.
 * Where the path ends before K features, the rest is filled by c_j, the features' own HSIC with the labels.
 */
import { UserError } from '../errors.js';
import type { Scores, TrainingSet } from '../types.js';
import { checkTraining } from './check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from './contract.js';
import { KernelBlocks } from './kernel-blocks.js';
import { KernelRegression } from './kernel-regression.js';
import { type LarsState, walkNonnegativeLars } from './nonnegative-lars.js';
import { Pacer } from './pacer.js';
import { rankScores, scoresFromOrder } from './rank-scores.js';

export interface HsicLassoOptions {
  readonly blockSize: number;
  readonly permutations: number;
}

export const blockOptions: OptionSpecs<HsicLassoOptions> = {
  blockSize: {
    type: 'number',
    integer: true,
    min: 0,
    max: 1000,
    default: 20,
    help: 'rows of a block; 0 takes all rows as one block, exact and slow',
  },
  permutations: { type: 'number', integer: true, min: 1, default: 3, help: 'how often the rows are dealt into blocks' },
};

/** More rows than this in one block take kernels of more than 64 MiB. */
const mostRowsInBlock = 5000;
const firstCandidates = 256;
/** Products of all pairs of 8,192 candidates take half a gibibyte. */
const mostCandidates = 8192;

export const hsicLasso: SelectionMethod<HsicLassoOptions> = {
  name: 'hsic-lasso',
  summary: 'non-negative lasso of the label kernel on one Gaussian kernel a feature: non-linear, little redundancy',
  options: blockOptions,
  select: async (training, k, options, context) => {
    checkTraining(training, k);
    const mark = context.engine.memory.mark();
    try {
      return await walkPath(training, k, options, context);
    } finally {
      context.engine.memory.release(mark);
    }
  },
};

/** Deals the rows into blocks. */
export function dealBlocks(training: TrainingSet, options: HsicLassoOptions, context: SelectContext): KernelBlocks {
  const { rowCount } = training.matrix;
  if (options.blockSize === 0 && rowCount > mostRowsInBlock) {
    throw new UserError(
      'usage',
      `blockSize 0 takes all ${rowCount} rows as one block, which is too many (at most ${mostRowsInBlock}); ` +
        'use blocks, such as blockSize 20',
    );
  }
  return new KernelBlocks(rowCount, options.blockSize, options.permutations, context.random.fork('hsic-blocks'));
}

async function walkPath(
  training: TrainingSet,
  k: number,
  options: HsicLassoOptions,
  context: SelectContext,
): Promise<Scores> {
  const featureCount = training.matrix.columnCount;
  const pacer = new Pacer(context);
  const regression = new KernelRegression(training, dealBlocks(training, options, context));
  const related = await regression.relate(pacer, (share) => share / 2);
  const order = rankScores(related).ranking;
  const most = Math.min(featureCount, mostCandidates);
  let count = Math.min(most, Math.max(firstCandidates, 4 * k));
  let done = 0.5;
  while (true) {
    const from = done;
    done = (1 + done) / 2;
    // Ascending indices read the columns of the matrix in their order.
    const candidates = order.slice(0, count).sort();
    const gram = await regression.relatePairs(
      candidates,
      context.engine,
      pacer,
      (share) => from + share * (done - from),
    );
    const pair = (i: number, j: number) => gram.products[i > j ? i * gram.size + j : j * gram.size + i];
    const candidateRelated = Float64Array.from(candidates, (feature) => related[feature]);
    const path = await walkNonnegativeLars({ related: candidateRelated, pair, wanted: k + 1 }, pacer, done);
    gram.release();
    const nextOutside = count < featureCount ? related[order[count]] : Number.NEGATIVE_INFINITY;
    if (path.correlation >= nextOutside || count === most) {
      context.onProgress?.(1);
      return toScores(path, candidates, related, k);
    }
    count = Math.min(most, 2 * count);
  }
}

function toScores(path: LarsState, candidates: Int32Array, related: Float64Array, k: number): Scores {
  // The feature that ended the path has just entered and has no coefficient yet.
  const weighted = path.active.filter((i) => path.beta[i] > 0);
  weighted.sort((a, b) => path.beta[b] - path.beta[a] || candidates[a] - candidates[b]);
  const selected = weighted.slice(0, k).map((i) => candidates[i]);
  return scoresFromOrder(selected, related);
}
