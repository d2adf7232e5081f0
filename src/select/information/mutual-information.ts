/**
 * Mutual information of every feature with the class, or with a number to be told, in nats.
 *
 * `neighbours`: Ross's estimator for a continuous feature and a discrete class,
 *   I = psi(n) + mean psi(k_i) - mean psi(n_class(i)) - mean psi(m_i),
 * where r_i is the distance from row i to its k-th nearest row of its class and m_i counts all rows closer than r_i,
 * itself included. Where r_i is 0 the rows are tied: then k_i and m_i count all ties, in the class and in all, after
 * Gao et al.; scikit-learn adds random noise to break ties instead, so this needs no seed and agrees with it on
 * data without ties. Negative estimates count as 0.
 * For a number: Kraskov's estimator (`value-information.ts`), or Ross's with the values of the feature as classes.
 * `symbols`: every distinct value is a symbol, I = sum p(f,y) ln(p(f,y) / (p(f) p(y))).
 * Like scikit-learn, `auto` takes neighbours for dense data and symbols for sparse data.
 *
 * Source: Ross, Mutual Information between Discrete and Continuous Data Sets (PLoS ONE 2014);
 * Gao et al., Estimating Mutual Information for Discrete-Continuous Mixtures (NIPS 2017).
 */

import { Pacer, type PacerContext } from '../../compute/pacer.js';
import type { ClassTarget, Matrix, Scores, TrainingSet, ValueTarget } from '../../types.js';
import { checkTraining } from '../check-training.js';
import { createColumnReader, spreadColumn } from '../columns.js';
import type { OptionSpecs, SelectionMethod } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { discretise, type SymbolColumns } from './discretise.js';
import { Information } from './information.js';
import { NeighbourInformation } from './neighbour-information.js';
import { ValueInformation } from './value-information.js';

export interface MutualInformationOptions {
  readonly estimator: 'auto' | 'neighbours' | 'symbols';
  readonly neighbours: number;
}

const options: OptionSpecs<MutualInformationOptions> = {
  estimator: {
    type: 'choice',
    choices: ['auto', 'neighbours', 'symbols'],
    default: 'auto',
    help: 'neighbours for continuous features, symbols for counts and categories, auto by dense or sparse data',
  },
  neighbours: {
    type: 'number',
    integer: true,
    min: 1,
    default: 3,
    help: 'neighbours (in the class, where the target is classes) that set the radius',
  },
};

export const mutualInformation: SelectionMethod<MutualInformationOptions, ClassTarget | ValueTarget> = {
  name: 'mutual-information',
  summary:
    'mutual information with the target, feature by feature, as mutual_info_classif and mutual_info_regression of scikit-learn',
  goodFor: 'columns that tell alone in any shape, also where the means are equal',
  options,
  targets: ['classes', 'values'],
  kChanges: 'nothing',
  isDeterministic: true,
  select: async (training, k, chosen, context) => {
    checkTraining(training, k);
    const isAuto = chosen.estimator === 'auto';
    const asSymbols = isAuto ? training.matrix.kind === 'sparse' : chosen.estimator === 'symbols';
    return asSymbols
      ? fromSymbols(training, chosen.neighbours, context)
      : fromNeighbours(training, chosen.neighbours, context);
  },
};

type Training = TrainingSet<Matrix, ClassTarget | ValueTarget>;

async function fromSymbols(training: Training, neighbours: number, context: PacerContext): Promise<Scores> {
  const pacer = new Pacer(context);
  const columns = await discretise(training, { discretise: 'none', bins: 2 }, pacer);
  const { target } = training;
  if (target.kind === 'values') return ofSymbols(columns, target, neighbours, pacer, context);
  const information = new Information(columns, target.labels, target.classNames.length, false);
  await information.measureRelevance(pacer);
  context.onProgress?.(1);
  return rankScores(information.relevance.map((bits) => Math.max(0, bits * Math.LN2)));
}

/** Ross's estimator with the two sides changed: the symbols of a feature are the classes, and the target is measured. */
async function ofSymbols(
  columns: SymbolColumns,
  { values }: ValueTarget,
  neighbours: number,
  pacer: Pacer,
  context: PacerContext,
): Promise<Scores> {
  const { featureCount, rowCount, symbolCount, start, symbol, row, restSymbol } = columns;
  const scores = new Float64Array(featureCount);
  for (let feature = 0; feature < featureCount; feature++) {
    const labels = new Int32Array(rowCount).fill(restSymbol[feature]);
    const first = start[feature];
    for (let i = first; i < start[feature + 1]; i++) labels[row === undefined ? i - first : row[i]] = symbol[i];
    scores[feature] = new NeighbourInformation(labels, symbolCount[feature], neighbours).measure(values);
    if (pacer.isDue(60 * rowCount)) await pacer.rest(feature / featureCount);
  }
  context.onProgress?.(1);
  return rankScores(scores);
}

async function fromNeighbours(training: Training, neighbours: number, context: PacerContext): Promise<Scores> {
  const { rowCount, columnCount } = training.matrix;
  const pacer = new Pacer(context);
  const reader = createColumnReader(training);
  const { target } = training;
  const estimator =
    target.kind === 'classes'
      ? new NeighbourInformation(target.labels, target.classNames.length, neighbours)
      : new ValueInformation(target.values, neighbours);
  const values = new Float64Array(rowCount);
  const scores = new Float64Array(columnCount);
  for (let feature = 0; feature < columnCount; feature++) {
    spreadColumn(reader.read(feature), values);
    scores[feature] = estimator.measure(values);
    if (pacer.isDue(60 * rowCount)) await pacer.rest(feature / columnCount);
  }
  context.onProgress?.(1);
  return rankScores(scores);
}
