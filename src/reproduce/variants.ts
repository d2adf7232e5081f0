/** The methods that are compared, each under the name it has in tables, with the options it is given. */

import type { PaperSettings } from '../catalogue/catalogue.js';
import { allFeatures } from '../experiment/result-row.js';
import { withPaperSettings } from '../select/paper-settings.js';
import { findMethod } from '../select/registry.js';
import { resolveOptions } from '../select/resolve-options.js';

export interface Variant {
  readonly name: string;
  readonly method: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** The row of the paper's tables to set beside it. */
  readonly paperMethod: string;
  /** How long a run takes, roughly: what is quick is run first. */
  readonly pace: 'quick' | 'light' | 'sparse' | 'slow';
}

const variant = (name: string, pace: Variant['pace'], change: Partial<Variant> = {}): Variant => ({
  name,
  method: name,
  given: {},
  paperMethod: name,
  pace,
  ...change,
});

const asInPaper = { preset: 'paper' };

export const neurofsBest = variant('neurofs', 'light');
export const neurofsPaper = variant('neurofs, paper settings', 'sparse', {
  method: 'neurofs',
  given: asInPaper,
  paperMethod: 'neurofs',
});
export const neurofsVariants = [neurofsBest, neurofsPaper] as const;
export const randomGrowth = variant('random growth, paper settings', 'sparse', {
  method: 'neurofs-random-growth',
  given: asInPaper,
});
export const rigl = variant('rigl', 'sparse');
export const baseline = variant(allFeatures, 'quick');
export const hsicVariants = [variant('hsic-lasso', 'slow'), variant('hsic-lasso-vi', 'slow')] as const;

/** All that the table of accuracies shows: the paper's methods, and what users reach for first today. */
export const comparedVariants: readonly Variant[] = [
  ...neurofsVariants,
  variant('lassonet', 'slow'),
  variant('stg', 'slow'),
  variant('quickselection', 'sparse'),
  ...['fisher', 'cife', 'icap'].map((name) => variant(name, 'quick')),
  variant('rfs', 'slow'),
  ...['anova-f', 'mutual-information', 'mrmr', 'random'].map((name) => variant(name, 'quick')),
];

/** A data set as far as options depend on it: the paper's settings for it, and its shape. */
interface OptionSet {
  readonly settings: PaperSettings;
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
