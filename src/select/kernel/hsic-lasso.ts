/**
 * HSIC Lasso: the kernel of the labels (of a number: Gaussian, as those of the features) explained by non-negative multiples of feature kernels, with as few as possible,
 * min over beta >= 0 of |L - sum_j beta_j K_j|^2 / 2 + lambda sum_j beta_j, along the path until K features are in.
 * The selected features are ranked by beta; see `kernel-blocks.ts` for the kernels.
 *
 * Source: Yamada et al. (2014), Climente-Gonzalez et al. (2019), and their package pyHSICLasso, whose numbers this
 * gives where one block holds all rows; with smaller blocks the permutations are drawn by another generator.
 *
 * Two things differ in how, not in what, is computed. Kernels are streamed, never kept. And in wide data the path is
 * first walked among the candidates of largest c_j; then the correlations of all other features with the residual are
 * checked at every breakpoint of the path, and those that should have entered become candidates, until none is left.
 * A feature's correlation never exceeds c_j, because kernels are positive semidefinite and beta >= 0, so features with
 * c_j below the end of the path need no check.
 * Where the path ends before K features, the rest is filled by c_j, the features' own HSIC with the labels, or, as the
 * package does it, left out (`fill`).
 */

import { Pacer } from '../../compute/pacer.js';
import { UserError } from '../../errors.js';
import type { ClassTarget, Matrix, Scores, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores, scoresFromOrder } from '../rank-scores.js';
import { KernelBlocks } from './kernel-blocks.js';
import { KernelRegression } from './kernel-regression.js';
import { type Breakpoint, type LarsState, walkNonnegativeLars } from './nonnegative-lars.js';

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
    help: 'rows in a block; 0 uses one block of all rows, exact and slow',
  },
  permutations: { type: 'number', integer: true, min: 1, default: 3, help: 'how often the rows are dealt into blocks' },
};

/** More rows than this in one block take kernels of more than 64 MiB. */
const mostRowsInBlock = 5000;
/** Up to this many features, all are candidates from the start. */
const fewFeatures = 1024;
const firstCandidates = 256;
/** Candidates taken in at once, those furthest above the path first. */
const candidatesPerRound = 256;
/** Products of all pairs of 8,192 candidates take half a gibibyte. */
const mostCandidates = 8192;
/** Products are sums of single precision numbers: a correlation counts as above the path by more than this. */
const slack = 1e-6;

export interface PathOptions extends HsicLassoOptions {
  readonly fill: 'hsic' | 'none';
}

const pathOptions: OptionSpecs<PathOptions> = {
  ...blockOptions,
  fill: {
    type: 'choice',
    choices: ['hsic', 'none'],
    default: 'hsic',
    help: 'where the path ends before K features: fill up by HSIC with the labels, or select fewer, as the package does',
  },
};

export const hsicLasso: SelectionMethod<PathOptions, ClassTarget | ValueTarget> = {
  name: 'hsic-lasso',
  summary: 'non-negative lasso of the label kernel on one Gaussian kernel a feature: non-linear, little redundancy',
  goodFor: 'a short list without repeats where effects are curved, and some thousand rows at most',
  options: pathOptions,
  targets: ['classes', 'values'],
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
export function dealBlocks(
  { matrix: { rowCount } }: Pick<TrainingSet, 'matrix'>,
  options: HsicLassoOptions,
  context: SelectContext,
): KernelBlocks {
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
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  k: number,
  options: PathOptions,
  context: SelectContext,
): Promise<Scores> {
  const featureCount = training.matrix.columnCount;
  const pacer = new Pacer(context);
  const regression = new KernelRegression(training, dealBlocks(training, options, context), context.engine);
  const related = await regression.relate(pacer, (share) => share / 4);
  const order = rankScores(related).ranking;
  const count = featureCount <= fewFeatures ? featureCount : Math.max(firstCandidates, 2 * k);
  let candidates = order.slice(0, count).sort();
  let done = 0.25;
  while (true) {
    // How many rounds there will be is unknown: each takes half of what is left.
    const from = done;
    done = (1 + done) / 2;
    const share = (part: number) => from + part * (done - from);
    const gram = await regression.relatePairs(candidates, 'float32', pacer, (part) => share(part / 2));
    const pair = (i: number, j: number) => gram.products[i > j ? i * gram.size + j : j * gram.size + i];
    const candidateRelated = Float64Array.from(candidates, (feature) => related[feature]);
    const state = await walkNonnegativeLars({ related: candidateRelated, pair, wanted: k + 1 }, pacer, share(0.5));
    gram.release();
    const round = { regression, related, candidates, path: state.path };
    const missed = await findMissed(round, pacer, (part) => share(0.5 + part / 2));
    if (missed.length === 0 || candidates.length + missed.length > mostCandidates) {
      context.onProgress?.(1);
      return toScores(state, candidates, related, k, options.fill);
    }
    candidates = Int32Array.from([...candidates, ...missed]).sort();
  }
}

interface Round {
  readonly regression: KernelRegression;
  readonly related: Float64Array;
  readonly candidates: Int32Array;
  readonly path: readonly Breakpoint[];
}

/** The features outside the candidates whose correlation rises above the path somewhere, the furthest first. */
async function findMissed(round: Round, pacer: Pacer, done: (share: number) => number): Promise<number[]> {
  const { regression, related, candidates, path } = round;
  const inside = new Set(candidates);
  const lowest = path.at(-1)?.correlation ?? 0;
  const outside = Array.from(related.keys()).filter((f) => !inside.has(f) && related[f] > lowest + slack);
  if (outside.length === 0) return [];
  const members = [...new Set(path.flatMap((point) => point.members))];
  const place = new Map(members.map((member, i) => [member, i]));
  const products = await regression.relateTo(
    Int32Array.from(outside),
    Int32Array.from(members, (member) => candidates[member]),
    pacer,
    done,
  );
  const excess = new Float64Array(outside.length).fill(Number.NEGATIVE_INFINITY);
  for (const { members: active, beta, correlation } of path) {
    const places = active.map((member) => place.get(member)!);
    for (let i = 0; i < outside.length; i++) {
      let own = related[outside[i]];
      for (let a = 0; a < places.length; a++) own -= beta[a] * products[i * members.length + places[a]];
      excess[i] = Math.max(excess[i], own - correlation);
    }
    if (pacer.isDue(outside.length * places.length * 2)) await pacer.rest(done(1));
  }
  const missed = outside.filter((_, i) => excess[i] > slack);
  const excessOf = new Map(outside.map((feature, i) => [feature, excess[i]]));
  return missed.sort((a, b) => excessOf.get(b)! - excessOf.get(a)! || a - b).slice(0, candidatesPerRound);
}

function toScores(
  state: LarsState,
  candidates: Int32Array,
  related: Float64Array,
  k: number,
  fill: PathOptions['fill'],
): Scores {
  // The feature that ended the path has just entered and has no coefficient yet.
  const weighted = state.active.filter((i) => state.beta[i] > 0);
  weighted.sort((a, b) => state.beta[b] - state.beta[a] || candidates[a] - candidates[b]);
  const selected = weighted.slice(0, k).map((i) => candidates[i]);
  const scores = scoresFromOrder(selected, related);
  return fill === 'none' ? { ...scores, foundCount: selected.length } : scores;
}
