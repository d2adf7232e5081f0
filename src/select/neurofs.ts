/**
 * NeuroFS: feature selection with neuron evolution in a sparse network (Atashgahi et al., TMLR 2023).
 *
 * Differences from the paper: new connections are ranked by the gradient of the loss (the authors' code differentiates
 * the sum of the softmax outputs, which is constant); by default the hidden layers begin with fan-in-aware weights and
 * strength is measured by movement; `initialisation: 'dense'` with `strength: 'weight'` gives the paper's choices.
 */
import { activations, initialisations } from '../network/network.js';
import { strengthMeasures } from '../network/strength.js';
import type { OptionSpecs, SelectionMethod } from './contract.js';
import { runSparseNetwork, type SparseNetworkOptions } from './sparse-network.js';

export interface NeurofsOptions extends SparseNetworkOptions {
  readonly zetaIn: number;
  readonly zetaHidden: number;
  readonly alpha: number;
  readonly growthSamples: number | 'auto';
}

export const sparseNetworkOptions: OptionSpecs<SparseNetworkOptions> = {
  epochs: { type: 'number', integer: true, min: 1, default: 100, help: 'passes over the training rows (t_max)' },
  batchSize: {
    type: 'number',
    integer: true,
    min: 1,
    auto: true,
    default: 'auto',
    help: 'rows in a batch; auto is 100, or 20 where there are at most 200 rows',
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
    help: 'which sparse layers begin with weights scaled to their fan-in; dense is plain Glorot, as in the paper',
  },
  strength: {
    type: 'choice',
    choices: strengthMeasures,
    default: 'movement',
    help: 'importance of an input neuron: how far its weights moved, or their size, as in the paper',
  },
};

export const growthSamplesOption = {
  type: 'number',
  integer: true,
  min: 1,
  auto: true,
  default: 'auto',
  help: 'training rows whose gradient ranks new connections; auto is 100 to 2,000 by the density',
} as const;

const neurofsOptions: OptionSpecs<NeurofsOptions> = {
  ...sparseNetworkOptions,
  zetaIn: {
    type: 'number',
    min: 0,
    max: 0.999,
    default: 0.2,
    help: 'share of the input layer renewed in an epoch, and of the features kept beside the K (zeta_in)',
  },
  zetaHidden: { type: 'number', min: 0, max: 1, default: 0.3, help: 'share of a hidden layer renewed in an epoch' },
  alpha: { type: 'number', min: 0, max: 1, default: 0.65, help: 'share of the epochs in which neurons are removed' },
  growthSamples: growthSamplesOption,
};

function neurofsMethod(name: string, summary: string, growth: 'gradient' | 'random'): SelectionMethod<NeurofsOptions> {
  return {
    name,
    summary,
    options: neurofsOptions,
    takesStored: true,
    select: (training, k, options, context) =>
      runSparseNetwork(
        training,
        k,
        options,
        {
          growth,
          growthSamples: options.growthSamples,
          hiddenFraction: options.zetaHidden,
          inputFraction: options.zetaIn,
          removalShare: options.alpha,
        },
        context,
      ),
  };
}

export const neurofs = neurofsMethod(
  'neurofs',
  'a sparse network whose input neurons are dropped and regrown until the informative ones remain',
  'gradient',
);

export const neurofsRandomGrowth = neurofsMethod(
  'neurofs-random-growth',
  'NeuroFS with neurons and connections regrown at random (the ablation of the paper)',
  'random',
);
