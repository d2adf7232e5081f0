/**
 * ReliefF and, for numbers, RReliefF. Of classes, a feature is good if it differs between a row and its neighbours of other classes, and agrees with those of
 * its own class. With diff(f, a, b) = |a_f - b_f| / range of f,
 *
 *   score(f) = mean over rows r of  - mean over the k nearest rows h of r's class of diff(f, r, h)
 *              + sum over other classes c of  P(c) / (1 - P(class of r)) x mean over the k nearest rows m of c of diff(f, r, m),
 *
 * near by the sum of diff over all features, ties by the lower row. Of numbers, a feature is good if it differs between
 * near rows whose numbers differ: with E the mean over rows r and their k nearest rows h, and D the difference of the
 * numbers of r and h, over their range,
 *
 *   score(f) = E[D x diff(f, r, h)] / E[D]  -  E[(1 - D) x diff(f, r, h)] / (1 - E[D]).
 *
 * Source: Kononenko, Estimating Attributes: Analysis and Extensions of RELIEF (ECML 1994); Robnik-Sikonja and Kononenko,
 * Theoretical and Empirical Analysis of ReliefF and RReliefF (Machine Learning 53, 2003). All k neighbours
 * count alike. A class with fewer than k other rows gives those it has. Beyond `rows` training rows, r goes over so many of them, drawn at random; neighbours are
 * always looked for among all.
 */
import { Pacer } from '../../compute/pacer.js';
import { type Random, shuffle } from '../../maths/random.js';
import type { ClassTarget, Matrix, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { ClassDifferences, ValueDifferences } from './differences.js';
import { distance, gatherRangeRows } from './range-rows.js';

export interface ReliefOptions {
  readonly neighbours: number;
  readonly rows: number;
}

const options: OptionSpecs<ReliefOptions> = {
  neighbours: {
    type: 'number',
    integer: true,
    min: 1,
    default: 10,
    help: 'k: nearest rows, of every class where there are classes',
  },
  rows: {
    type: 'number',
    integer: true,
    min: 1,
    default: 1000,
    help: 'rows whose neighbours are looked at; with more training rows, so many are drawn at random',
  },
};

export const relief: SelectionMethod<ReliefOptions, ClassTarget | ValueTarget> = {
  name: 'relief',
  summary: 'ReliefF and RReliefF: features that differ between near rows as far as the target does',
  goodFor: 'columns that tell only beside others, without a model; some thousand rows at most',
  options,
  targets: ['classes', 'values'],
  kChanges: 'nothing',
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const scores = await scoreByNeighbours(training, chosen, context);
    context.onProgress?.(1);
    return rankScores(scores);
  },
};

async function scoreByNeighbours(
  training: TrainingSet<Matrix, ClassTarget | ValueTarget>,
  chosen: ReliefOptions,
  context: SelectContext,
): Promise<Float64Array> {
  const pacer = new Pacer(context);
  const { target } = training;
  const rows = await gatherRangeRows(training, pacer);
  const { rowCount, featureCount } = rows;
  const looked = drawRows(rowCount, chosen.rows, context.random);
  const differences =
    target.kind === 'classes'
      ? new ClassDifferences(rows, target, chosen.neighbours)
      : new ValueDifferences(rows, target, chosen.neighbours);
  for (let i = 0; i < looked.length; i++) {
    const row = looked[i];
    differences.clear();
    for (let other = 0; other < rowCount; other++) {
      if (pacer.isDue(featureCount)) await pacer.rest(i / looked.length);
      if (other !== row) differences.offer(other, distance(rows, row, other));
    }
    differences.add(row, looked.length);
  }
  return differences.scores();
}

/** All rows in order, or as many as wanted, drawn without repetition and then in order. */
function drawRows(rowCount: number, wanted: number, random: Random): Int32Array {
  const all = Int32Array.from({ length: rowCount }, (_, row) => row);
  return rowCount <= wanted ? all : shuffle(all, random).slice(0, wanted).sort();
}
