/**
 * NeuroFS: feature selection with neuron evolution in a sparse network (Atashgahi et al., TMLR 2023).
 *
 * Two presets. `paper` has the paper's settings. `best`, the default, is the winner of the study in `study/` (see
 * docs/quality.md): input neurons go by a geometric schedule, from a network with one hidden layer, strength is how far
 * the weights moved, and weights begin scaled to their fan-in. Few rows are passed over until an epoch has made enough
 * updates, so that the network has learnt before neurons go; it sees the features centred and with one common spread;
 * the more features there are for a row, the longer a neuron's past strength counts; and where features are not alike, their
 * importance in trees and in pairs counts beside it.
 *
 * In both, new connections are ranked by the gradient of the loss; the authors' code differentiates the sum of the
 * softmax outputs, which is constant.
 */
import { UserError } from '../../errors.js';
import { inputForms } from '../../network/even-inputs.js';
import { activations, initialisations } from '../../network/sparse/network.js';
import { type Removal, removals } from '../../network/sparse/schedule.js';
import { strengthMeasures } from '../../network/sparse/strength.js';
import type { AnyMatrix, Scores, Target, TrainingSet } from '../../types.js';
import type { Capability, OptionSpecs, SelectContext, SelectionMethod } from '../contract.js';
import { networkTargets } from './network-targets.js';
import { type Prior, priorChoices } from './priors.js';
import { type EpochHooks, runSparseNetwork, type SparseNetworkOptions, type TopologyRule } from './sparse-network.js';

/** Rows in a batch under `best`. */
const bestBatch = 20;

export const presets = ['best', 'paper'] as const;
export type Preset = (typeof presets)[number];

export interface NeurofsOptions extends SparseNetworkOptions {
  readonly preset: Preset;
  readonly removal: Removal;
  readonly zetaIn: number;
  readonly zetaHidden: number;
  readonly alpha: number;
  readonly growthSamples: number | 'auto';
  readonly prior: Prior;
}

export const sparseNetworkOptions: OptionSpecs<SparseNetworkOptions> = {
  epochs: { type: 'number', integer: true, min: 1, default: 100, help: 'passes over the training rows (t_max)' },
  batchSize: {
    type: 'number',
    integer: true,
    min: 1,
    auto: true,
    default: 'auto',
    help: 'rows in a batch; auto is 100, or 20 if there are at most 200 rows',
  },
  learningRate: { type: 'number', min: 0, default: 0.01, help: 'step size of the gradient descent' },
  momentum: { type: 'number', min: 0, max: 0.9999, default: 0.9, help: 'share of the last step that is kept' },
  weightDecay: { type: 'number', min: 0, default: 1e-5, help: 'L2 penalty on the weights' },
  hidden: { type: 'integers', min: 1, default: [1000, 1000, 1000], help: 'sizes of the hidden layers' },
  epsilon: {
    type: 'number',
    min: 0.001,
    default: 30,
    help: 'density: a sparse layer has epsilon * (inputs + outputs) connections',
  },
  activation: { type: 'choice', choices: activations, default: 'tanh', help: 'activation of the hidden neurons' },
  initialisation: {
    type: 'choice',
    choices: initialisations,
    default: 'hidden',
    help: 'which sparse layers start with weights scaled to their fan-in; dense is plain Glorot, as in the paper',
  },
  strength: {
    type: 'choice',
    choices: strengthMeasures,
    default: 'movement',
    help: 'importance of an input neuron: how far its weights moved, their size, as in the paper, or how much the outputs answer to it',
  },
  epochRows: {
    type: 'number',
    integer: true,
    min: 1,
    default: 1e9,
    help: 'most rows in an epoch; the next epoch continues with the others',
  },
  epochSteps: {
    type: 'number',
    integer: true,
    min: 1,
    auto: true,
    default: 1,
    help: 'fewest updates in an epoch; few rows are passed over several times; auto is 20, or two a class if that is more',
  },
  inputs: {
    type: 'choice',
    choices: inputForms,
    default: 'as-scaled',
    help: 'what the network sees of the features: centred, with one common spread for all data, or as they were scaled',
  },
};

export const growthSamplesOption = {
  type: 'number',
  integer: true,
  min: 1,
  auto: true,
  default: 'auto',
  help: 'training rows whose gradient ranks new connections; auto is 100 to 2,000, depending on the density',
} as const;

const { epochs, batchSize, weightDecay, hidden, epochRows, epochSteps, inputs, activation, initialisation, strength } =
  sparseNetworkOptions;

const neurofsOptions: OptionSpecs<NeurofsOptions> = {
  preset: {
    type: 'choice',
    choices: presets,
    default: 'best',
    help: "the defaults of all other options: the best known, or the paper's",
  },
  ...sparseNetworkOptions,
  epochs: { ...epochs, default: 50, paper: 100 },
  batchSize: {
    ...batchSize,
    help: 'rows in a batch; auto is 20; in the paper 100, or 20 if there are at most 200 rows',
  },
  weightDecay: { ...weightDecay, default: 3e-3, paper: 1e-5 },
  epochRows: { ...epochRows, default: 10_000, paper: 1e9 },
  epochSteps: { ...epochSteps, default: 'auto', paper: 1 },
  inputs: { ...inputs, default: 'even', paper: 'as-scaled' },
  hidden: { ...hidden, default: [500], paper: [1000, 1000, 1000] },
  activation: { ...activation, default: 'relu', paper: 'tanh' },
  initialisation: { ...initialisation, paper: 'dense' },
  strength: { ...strength, paper: 'weight' },
  removal: {
    type: 'choice',
    choices: removals,
    default: 'geometric',
    paper: 'linear',
    help: 'how input neurons are removed: the same share every epoch, down to K and a few more; or the same number every epoch',
  },
  alpha: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.9,
    paper: 0.65,
    help: 'share of the epochs in which neurons are removed',
  },
  zetaIn: {
    type: 'number',
    min: 0,
    max: 0.999,
    default: 0.3,
    paper: 0.2,
    help: 'share of the input layer renewed in an epoch, and kept in addition to the K (zeta_in)',
  },
  zetaHidden: { type: 'number', min: 0, max: 1, default: 0.3, help: 'share of a hidden layer renewed in an epoch' },
  growthSamples: growthSamplesOption,
  prior: {
    type: 'choice',
    choices: priorChoices,
    default: 'trees+pairs',
    paper: 'none',
    help: 'what counts beside the strength where features are not alike: importance in extremely randomised trees, and in pairs',
  },
};

/** What NeuroFS does to the topology, under the given options. */
function neurofsRule(options: NeurofsOptions, growth: TopologyRule['growth']): TopologyRule {
  return {
    growth,
    growthSamples: options.growthSamples,
    hiddenFraction: options.zetaHidden,
    inputFraction: options.zetaIn,
    removal: { kind: options.removal, share: options.alpha },
    prior: options.prior,
  };
}

/** A run of NeuroFS, under hooks where it is studied. */
export function runNeurofs(
  training: TrainingSet<AnyMatrix, Target>,
  k: number,
  options: NeurofsOptions,
  growth: TopologyRule['growth'],
  context: SelectContext,
  hooks?: EpochHooks,
): Promise<Scores> {
  const settled = settle(options);
  return runSparseNetwork(training, k, settled, neurofsRule(settled, growth), context, hooks);
}

function settle<Options extends NeurofsOptions>(options: Options): Options {
  if (options.batchSize !== 'auto' || options.preset === 'paper') return options;
  return { ...options, batchSize: bestBatch };
}

const shared = { ...networkTargets, takesStored: true } as const;

export const neurofs: SelectionMethod<NeurofsOptions, Target, Capability> = {
  name: 'neurofs',
  summary: 'a sparse network whose input neurons are dropped and regrown until the informative ones remain',
  goodFor: 'many columns of which few matter, alone or together; shows how the choice came about',
  options: neurofsOptions,
  ...shared,
  settle,
  select: (training, k, options, context) => runNeurofs(training, k, options, 'gradient', context),
};

export interface RandomGrowthOptions extends NeurofsOptions {
  readonly growth: 'random' | 'rounding';
}

export const neurofsRandomGrowth: SelectionMethod<RandomGrowthOptions, Target, Capability> = {
  name: 'neurofs-random-growth',
  summary: 'NeuroFS with neurons and connections regrown at random (the ablation of the paper)',
  goodFor: 'seeing what growing by gradient adds: NeuroFS without it',
  options: {
    ...neurofsOptions,
    growth: {
      type: 'choice',
      choices: ['random', 'rounding'],
      default: 'random',
      help: "what is grown: anything, or what rounding errors rank first, as in the authors' code (classes alone)",
    },
  },
  ...shared,
  settle,
  select: (training, k, { growth, ...options }, context) => {
    if (growth === 'rounding' && training.target.kind !== 'classes') {
      throw new UserError('usage', 'growth by rounding is for classes, whose outputs sum to 1');
    }
    return runNeurofs(training, k, options, growth, context);
  },
};
