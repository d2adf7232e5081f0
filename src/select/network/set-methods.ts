/**
 * Sparse networks that keep all input neurons and renew connections alone, ranked by input strength.
 *
 * QuickSelection (Atashgahi et al., 2021): connections regrown at random, as in SET; supervised here, with the network
 * of NeuroFS in place of an autoencoder, as the NeuroFS paper does.
 * RigL (Evci et al., 2020): connections regrown by gradient.
 */
import type { Target } from '../../types.js';
import type { Capability, OptionSpec, OptionSpecs, SelectionMethod } from '../contract.js';
import { networkTargets } from './network-targets.js';
import { growthSamplesOption, sparseNetworkOptions } from './neurofs.js';
import { runSparseNetwork, type SparseNetworkOptions } from './sparse-network.js';

export interface QuickSelectionOptions extends SparseNetworkOptions {
  readonly zeta: number;
}

export interface RiglOptions extends QuickSelectionOptions {
  readonly growthSamples: number | 'auto';
}

const zetaOption = (value: number): OptionSpec<number> => ({
  type: 'number',
  min: 0,
  max: 1,
  default: value,
  help: 'share of every sparse layer renewed in an epoch',
});

/** Both articles rank by the size of the weights, so that is the default here. */
const strengthOption = { ...sparseNetworkOptions.strength, default: 'weight' } as const;

const quickSelectionOptions: OptionSpecs<QuickSelectionOptions> = {
  ...sparseNetworkOptions,
  strength: strengthOption,
  zeta: zetaOption(0.3),
};

const riglOptions: OptionSpecs<RiglOptions> = {
  ...sparseNetworkOptions,
  strength: strengthOption,
  zeta: zetaOption(0.2),
  growthSamples: growthSamplesOption,
};

const renewOnly = { removal: undefined, prior: 'none' } as const;

export const quickSelection: SelectionMethod<QuickSelectionOptions, Target, Capability> = {
  name: 'quickselection',
  summary: 'a sparse network trained with random regrowth, ranked by input strength',
  goodFor: 'a quick order of very many columns by a network',
  options: quickSelectionOptions,
  ...networkTargets,
  kChanges: 'nothing',
  takesStored: true,
  select: (training, k, options, context) => {
    const { zeta } = options;
    const rule = {
      growth: 'random',
      growthSamples: 1,
      hiddenFraction: zeta,
      inputFraction: zeta,
      ...renewOnly,
    } as const;
    return runSparseNetwork(training, k, options, rule, context);
  },
};

export const rigl: SelectionMethod<RiglOptions, Target, Capability> = {
  name: 'rigl',
  summary: 'a sparse network regrown by gradient, ranked by input strength',
  goodFor: 'a sparse network that removes no inputs, to hold NeuroFS against',
  options: riglOptions,
  ...networkTargets,
  kChanges: 'nothing',
  takesStored: true,
  select: (training, k, options, context) => {
    const { zeta, growthSamples } = options;
    const rule = {
      growth: 'gradient',
      growthSamples,
      hiddenFraction: zeta,
      inputFraction: zeta,
      ...renewOnly,
    } as const;
    return runSparseNetwork(training, k, options, rule, context);
  },
};
