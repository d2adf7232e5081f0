/** The methods that are compared, each under the name it has in tables, with the options it is given. */

import type { PaperSettings } from '../catalogue/catalogue.js';
import { allFeatures } from '../experiment/result-row.js';
import { withPaperSettings } from '../select/paper-settings.js';
import { type AnyMethod, findMethod } from '../select/registry.js';
import { resolveOptions } from '../select/resolve-options.js';

export interface Variant {
  readonly name: string;
  readonly method: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** The row of the paper's tables to set beside it; none for what the paper did not run. */
  readonly paperMethod?: string;
  /** How long a run takes, roughly: what is quick is run first. */
  readonly pace: 'quick' | 'light' | 'sparse' | 'slow';
  /** Whether the rows are scaled and judged as the paper did where that is not what its text says (paper-setup.ts). */
  readonly setUp?: 'paper';
}

/** What is compared, and what it is held against. */
export interface Compared {
  readonly variants: readonly Variant[];
  readonly baselines: readonly Variant[];
}

const variant = (name: string, pace: Variant['pace'], change: Partial<Variant> = {}): Variant => ({
  name,
  method: name,
  given: {},
  pace,
  ...change,
});

/** A method as the paper ran it, beside the form that this project has by default. */
const asInPaper = (method: string, pace: Variant['pace'], given: Variant['given'], change: Partial<Variant> = {}) =>
  variant(`${method}, paper settings`, pace, { method, given, paperMethod: method, ...change });

/** A method that is run in one form alone, the paper's. */
const inPaper = (name: string, pace: Variant['pace'], given: Variant['given'] = {}, change: Partial<Variant> = {}) =>
  variant(name, pace, { given, paperMethod: name, ...change });

const paperPreset = { preset: 'paper' };
/** As the network of NeuroFS under the paper's settings begins, which stands beside them. */
const denseStart = { initialisation: 'dense' };

export const neurofsBest = variant('neurofs', 'light', { paperMethod: 'neurofs' });
export const neurofsPaper = asInPaper('neurofs', 'sparse', paperPreset);
export const neurofsVariants = [neurofsBest, neurofsPaper] as const;
export const randomGrowth = variant('random growth, paper settings', 'sparse', {
  method: 'neurofs-random-growth',
  given: paperPreset,
});
/** The paper's own runs, as far as its code tells: what it grew was ranked by rounding errors. */
export const roundingGrowth = variant("growth as in the authors' code", 'sparse', {
  method: 'neurofs-random-growth',
  given: { ...paperPreset, growth: 'rounding' },
  paperMethod: 'neurofs',
});
export const rigl = inPaper('rigl', 'sparse', denseStart);
export const baseline = variant(allFeatures, 'quick');
/** All features: scaled as the networks get them, and as the paper's baseline was. */
export const baselines = [baseline, asInPaper(allFeatures, 'quick', {}, { setUp: 'paper' })] as const;
/** The package returns fewer features where its path ends before K. */
export const hsicVariants = [
  inPaper('hsic-lasso', 'slow', { fill: 'none' }),
  inPaper('hsic-lasso-vi', 'slow'),
] as const;

/** What the paper tried besides, and says makes no clear difference. */
export const deepLassonet = variant('lassonet, 3 layers', 'slow', { method: 'lassonet', given: { layers: 3 } });

/** The paper's other seven as it ran them: its filters are those of scikit-feature. */
const paperRivals: readonly Variant[] = [
  inPaper('lassonet', 'slow'),
  inPaper('stg', 'slow'),
  inPaper('quickselection', 'sparse', denseStart),
  asInPaper('fisher', 'quick', {}, { setUp: 'paper' }),
  asInPaper('cife', 'quick', { discretise: 'none' }, { setUp: 'paper' }),
  asInPaper('icap', 'quick', { discretise: 'none', icapForm: 'max' }, { setUp: 'paper' }),
  inPaper('rfs', 'slow', { relativeTolerance: 0 }, { setUp: 'paper' }),
];

/** The eight methods of the paper's tables and figures. */
export const paperEight: readonly Variant[] = [neurofsPaper, ...paperRivals];

/** All that the table of accuracies shows: the paper's methods, and what users reach for first today. */
export const comparedVariants: readonly Variant[] = [
  neurofsBest,
  ...paperEight,
  ...['fisher', 'cife', 'icap', 'anova-f', 'mutual-information', 'mrmr', 'random'].map((name) =>
    variant(name, 'quick'),
  ),
];

/** Methods in the form that this project gives them. */
export function defaultForms(names: readonly string[]): Compared {
  const paceOf = ({ isSlow, isDeterministic }: AnyMethod) => (isSlow ? 'slow' : isDeterministic ? 'quick' : 'light');
  return { variants: names.map((name) => variant(name, paceOf(findMethod(name)))), baselines: [baseline] };
}

/** A data set as far as options depend on it: the paper's settings for it, and its shape. */
interface OptionSet {
  readonly settings?: PaperSettings | undefined;
  readonly trainRowCount: number;
  readonly featureCount: number;
}

/** Every option of the variant on a data set. */
export function optionsOf(
  { method, given }: Variant,
  { settings, trainRowCount: rowCount, featureCount: columnCount }: OptionSet,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  if (method === allFeatures) return {};
  const found = findMethod(method);
  const options = resolveOptions(found, withPaperSettings(found, settings, { ...given, ...more }));
  return (found.settle?.(options, { rowCount, columnCount }) ?? options) as Record<string, unknown>;
}
