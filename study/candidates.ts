/**
 * What the study tries: every candidate is the preset `best` with one thing changed, or `paper` with one thing changed
 * towards `best`. Rejected ideas live here alone; what was adopted became the default of an option.
 */
import type { NeurofsOptions } from '../src/select/network/neurofs.js';
import type { EpochHooks } from '../src/select/network/sparse-network.js';
import type { TrainingSet } from '../src/types.js';
import { fewUpdates, freedTrees, untilLearnt, updatesByPairs } from './hooks/few-rows.js';
import { likeness } from './hooks/likeness.js';
import { meanRule, nearestRule, rowsSeenRule } from './hooks/prior.js';
import { clearedVelocity, inputDecay, linearCooling } from './hooks/step.js';
import { accumulated, byDeviation, memory, protectedWhenWoken } from './hooks/strength.js';
import { clipped, fenced, normalScores, ranged, standard, type View } from './hooks/views.js';

export interface Candidate {
  readonly name: string;
  readonly about: string;
  readonly options?: Partial<NeurofsOptions> | ((training: TrainingSet) => Partial<NeurofsOptions>);
  /** Made anew for every run. */
  readonly hooks?: (training: TrainingSet) => EpochHooks;
  /** So many runs of other seeds, their rankings averaged. */
  readonly runs?: number;
  /** Of features with |r| above this, the one with the largest F alone is given to the network. */
  readonly oneOfCopies?: number;
  /** What the network sees of a feature in place of its scaled values. */
  readonly view?: View;
  /** The K are chosen one after the other by what those before have not said. */
  readonly apart?: boolean;
  /** Rankings of other methods that count beside the network's, by place, the less the more rows there are. */
  readonly beside?: readonly (readonly [method: string, weight: number])[];
  /** So many networks that drop the same neurons. */
  readonly committee?: number;
}

const paper = { preset: 'paper' } as const;

/** Rows in a batch under the first default: more of them the more features there are for a row. */
const wideBatch = ({ matrix: { rowCount, columnCount } }: TrainingSet): number =>
  Math.round(Math.max(20, Math.min(100, (20 * columnCount) / rowCount)));

export const candidates: readonly Candidate[] = [
  { name: 'best', about: 'the default' },
  {
    name: 'second best',
    about: 'the default of the second study: the network alone',
    options: { prior: 'none' },
  },
  {
    name: 'third best',
    about: 'the default of the third study: no pairs, and trees count by the mean r² of their choice',
    options: { prior: 'trees' },
    hooks: meanRule,
  },
  {
    name: 'few rows',
    about: 'two updates a class in an epoch, and trees freed of copies count where rows are few',
    options: fewUpdates,
    hooks: freedTrees,
  },
  {
    name: 'until learnt',
    about: "few rows are passed over several times only until the loss is below 0.3 of the first epoch's",
    hooks: untilLearnt(0.3),
  },
  { name: 'few updates', about: 'two updates a class in an epoch alone', options: fewUpdates },
  {
    name: 'pairs of classes',
    about: 'at least four updates in an epoch for every pair of classes, up to what it was',
    options: (training) => ({ epochSteps: updatesByPairs(training) }),
  },
  {
    name: 'pairs of classes, wide batches',
    about: 'and larger batches where there are more features for a row, as long as that many updates are left',
    options: (training) => fewUpdates(training, updatesByPairs(training)),
  },
  ...Object.entries<readonly [about: string, view: View]>({
    clipped: ['no value further from the mean than two deviations', clipped(2)],
    'clipped, ranged': ['the same before features are scaled from 0 to 1', ranged(clipped(2))],
    'clipped, standard': ['the same before features have deviation 1', standard(clipped(2))],
    'clipped twice, ranged': ['the same twice over', ranged((values) => clipped(2)(clipped(2)(values)))],
    'clipped at 1.5, ranged': ['no further than one and a half deviations', ranged(clipped(1.5))],
    'fenced, ranged': ["values beyond Tukey's fences count as the fence", ranged(fenced(1.5))],
    'fenced at 1, ranged': ['the same with narrower fences', ranged(fenced(1))],
    standard: ['features have deviation 1', standard((values) => values)],
    'normal scores': ['ranks as normal quantiles', normalScores],
    'normal scores, ranged': ['the same scaled from 0 to 1', ranged(normalScores)],
  }).map(([name, [about, view]]) => ({ name, about, view })),
  {
    name: 'likeness',
    about: 'a neuron loses up to 0.8 of its strength where a stronger one tells its feature',
    hooks: likeness(0.8),
  },
  {
    name: 'rows seen',
    about: 'trees count as in the third study, times the share of rows they have seen',
    options: { prior: 'trees' },
    hooks: rowsSeenRule,
  },
  {
    name: 'nearest',
    about: 'no pairs, and trees count by what the nearest of their choice says of each',
    options: { prior: 'trees' },
    hooks: nearestRule,
  },
  { name: 'no pairs', about: 'features that act in pairs alone are not looked for', options: { prior: 'trees' } },
  {
    name: 'one of copies',
    about: 'one of every group of features with a correlation beyond ±0.9 is given to the network',
    oneOfCopies: 0.9,
  },
  {
    name: 'one of likenesses',
    about: 'one of every group of features with a correlation beyond ±0.8 is given to the network',
    oneOfCopies: 0.8,
  },
  {
    name: 'joined',
    about: 'recursive elimination and trees count beside the network by place, the less the more rows there are',
    beside: [
      ['rfe', 1],
      ['extra-trees', 0.5],
    ],
  },
  {
    name: 'joined with l1-logistic',
    about: 'the same with l1-logistic in place of recursive elimination',
    beside: [
      ['l1-logistic', 1],
      ['extra-trees', 0.5],
    ],
  },
  { name: 'apart', about: 'the last choice is by strength times what those before have not said', apart: true },
  {
    name: 'first best',
    about:
      'the default of the first study: no prior, features as scaled, one pass an epoch, larger batches on wide data',
    options: (training) => ({ prior: 'none', inputs: 'as-scaled', epochSteps: 1, batchSize: wideBatch(training) }),
  },
  { name: 'as scaled', about: 'the network sees the features as they were scaled', options: { inputs: 'as-scaled' } },
  { name: 'one pass', about: 'an epoch is one pass, however few the rows', options: { epochSteps: 1 } },
  {
    name: 'wide batches',
    about: 'larger batches on wide data, up to 100',
    options: (training) => ({ batchSize: wideBatch(training) }),
  },
  {
    name: 'one pass, wide batches',
    about: 'an epoch is one pass, in larger batches on wide data',
    options: (training) => ({ epochSteps: 1, batchSize: wideBatch(training) }),
  },
  { name: '50 steps', about: 'at least 50 updates an epoch', options: { epochSteps: 50 } },
  { name: 'paper', about: "the paper's settings, true gradient", options: paper },
  {
    name: 'paper, geometric',
    about: 'the paper with neurons removed by the geometric schedule',
    options: { ...paper, removal: 'geometric' },
  },
  {
    name: 'paper, fan-in and movement',
    about: 'the paper with hidden weights scaled to their fan-in and strength by movement',
    options: { ...paper, initialisation: 'hidden', strength: 'movement' },
  },
  { name: 'linear removal', about: "the paper's schedule", options: { removal: 'linear' } },
  { name: 'plain weights', about: 'dense Glorot weights everywhere', options: { initialisation: 'dense' } },
  { name: 'all fan-in', about: 'input weights scaled to their fan-in too', options: { initialisation: 'all' } },
  { name: 'weight', about: 'strength by the size of the weights', options: { strength: 'weight' } },
  { name: 'attribution', about: 'strength by the gradient of the outputs', options: { strength: 'attribution' } },
  { name: 'deviation', about: 'strength weighted by the deviation of the feature', hooks: byDeviation },
  { name: 'accumulated', about: 'strength accumulated over epochs, 0.8 of the last kept', hooks: accumulated(0.8) },
  { name: 'protected', about: 'a woken neuron stays two epochs at least', hooks: protectedWhenWoken(2) },
  { name: 'three layers', about: 'hidden layers 1000, 1000, 1000', options: { hidden: [1000, 1000, 1000] } },
  { name: 'two layers', about: 'hidden layers 300, 300', options: { hidden: [300, 300] } },
  { name: 'wide layer', about: 'a hidden layer of 1000', options: { hidden: [1000] } },
  { name: 'narrow layer', about: 'a hidden layer of 200', options: { hidden: [200] } },
  { name: 'tanh', about: 'tanh in place of ReLU', options: { activation: 'tanh' } },
  { name: '100 epochs', about: 'twice as long', options: { epochs: 100 } },
  { name: '25 epochs', about: 'half as long', options: { epochs: 25 } },
  { name: 'no memory', about: 'only the strength of the last epoch, however wide the data', hooks: memory(0) },
  { name: 'memory 0.95', about: 'strengths of 20 epochs, however narrow the data', hooks: memory(0.95) },
  { name: 'batch 50', about: 'fewer updates', options: { batchSize: 50 } },
  { name: 'batch 100', about: 'fewer yet', options: { batchSize: 100 } },
  { name: 'decay 0.00001', about: "the authors' L2", options: { weightDecay: 1e-5 } },
  { name: 'decay 0.001', about: 'a third of the L2', options: { weightDecay: 1e-3 } },
  { name: 'decay 0.01', about: 'three times the L2', options: { weightDecay: 1e-2 } },
  {
    name: 'batch 100, decay 0.00001',
    about: 'both as the paper has them',
    options: { batchSize: 100, weightDecay: 1e-5 },
  },
  ...[5, 10].map((warmUp) => ({
    name: `warm-up ${warmUp}`,
    about: `no neuron is removed in the first ${warmUp} epochs`,
    hooks: () => ({ warmUp }),
  })),
  { name: 'removal to 65 %', about: 'removal ends early (alpha 0.65)', options: { alpha: 0.65 } },
  { name: 'renewal 0.1', about: 'fewer neurons woken (zeta_in)', options: { zetaIn: 0.1 } },
  { name: 'renewal 0.5', about: 'more neurons woken', options: { zetaIn: 0.5 } },
  { name: 'density 60', about: 'twice the connections (epsilon)', options: { epsilon: 60 } },
  { name: 'growth 400', about: 'gradient over 400 rows', options: { growthSamples: 400 } },
  { name: 'rate 0.003', about: 'a third of the learning rate', options: { learningRate: 0.003 } },
  { name: 'cooling', about: 'the learning rate falls linearly in the second half', hooks: linearCooling },
  { name: 'input decay', about: 'L2 of 0.001 on the input layer', hooks: inputDecay(0.001) },
  { name: 'momentum cut', about: 'velocities cleared when the topology changes', hooks: clearedVelocity },
  { name: 'five short runs', about: 'rankings of five runs of 10 epochs averaged', options: { epochs: 10 }, runs: 5 },
  { name: 'three in step', about: 'three networks that drop the same neurons', committee: 3 },
  { name: 'five runs', about: 'rankings of five full runs averaged', runs: 5 },
];

/** Methods without a network, for scale. */
export const rivals = [
  'random',
  'anova-f',
  'mutual-information',
  'mrmr',
  'relief',
  'extra-trees',
  'l1-logistic',
  'rfe',
] as const;
