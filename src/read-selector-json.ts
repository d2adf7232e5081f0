/** What a fitted selector is made of, from a selection file or from what version 0.1 called a selector. */

import { constraintNames } from './choose/constraints.js';
import type { SizeReport } from './choose/size.js';
import type { TriedMethods } from './choose/tried-methods.js';
import { UserError } from './errors.js';
import type { NamedRedundant } from './rank/named-redundant.js';
import { type Fields, isFields } from './report/read-selection.js';
import { readTrust } from './report/read-trust.js';
import { fromJsonNumber, selectionFormat } from './report/selection-json.js';
import { findMethod, isBuiltIn } from './select/registry.js';
import { showValue } from './show-value.js';
import type { ScalingMethod } from './types.js';

export interface SelectorState {
  readonly k: number;
  readonly size: SizeReport;
  readonly tried?: TriedMethods;
  readonly method: string;
  readonly seed: number;
  readonly scaling: ScalingMethod;
  readonly options: Fields;
  readonly featureNames: readonly string[];
  readonly scores: Float64Array;
  readonly ranking: Int32Array;
  readonly rowCount: number;
  readonly redundant: NamedRedundant;
}

/** The constructor of the selector checks k, seed, scaling and options. */
export function readSelectorJson(json: unknown): SelectorState {
  const fields = isFields(json) ? json : {};
  const isOlder = fields.format === 'neurofs-selector' && fields.version === 1;
  if (!isOlder && fields.format !== selectionFormat) {
    throw new UserError('data', `expected a selection written by neurofs, got ${showValue(json)}`);
  }
  if (fields.scores === undefined) {
    throw new UserError('data', 'the selection has no scores of all features: it was written by an older version', {
      advice: ['select again'],
    });
  }
  const { scaling, options } = isOlder ? (fields as { scaling: unknown; options: Fields }) : settingsOf(fields);
  const { tried } = readTrust(fields);
  const data = isFields(fields.data) ? fields.data : {};
  return {
    k: fields.k as number,
    size: isFields(fields.size) ? fields.size : {},
    ...(tried && { tried }),
    method: String(fields.method),
    seed: fields.seed as number,
    scaling: scaling as ScalingMethod,
    options,
    ...readOrder(fields),
    featureNames: fields.featureNames as readonly string[],
    rowCount: typeof data.rowCount === 'number' ? data.rowCount : 0,
    redundant: (fields.redundant as NamedRedundant | undefined) ?? { constant: [], repeats: [] },
  };
}

/** A selection file has the scaling, the options of the method and those of the command in one list. */
function settingsOf({ method, parameters }: Fields): { readonly scaling: unknown; readonly options: Fields } {
  const { scaling, ...others } = isFields(parameters) ? parameters : {};
  const name = String(method);
  const known = isBuiltIn(name) ? findMethod(name).options : others;
  const options = Object.entries(others).filter(
    ([option]) => Object.hasOwn(known, option) && !constraintNames.some((name) => name === option),
  );
  return { scaling, options: Object.fromEntries(options) };
}

/** Every feature must be ranked once. */
function readOrder({ scores, ranking }: Fields): Pick<SelectorState, 'scores' | 'ranking'> {
  const given = Array.isArray(scores) ? scores.map(fromJsonNumber) : [];
  const places = new Set(Array.isArray(ranking) ? ranking : []);
  const isWhole =
    Array.isArray(ranking) &&
    ranking.length === given.length &&
    given.every((score, feature) => score !== undefined && places.has(feature));
  if (!isWhole) {
    throw new UserError(
      'data',
      `expected scores and a ranking of ${given.length} features, each once, got ${places.size} places`,
    );
  }
  return { scores: Float64Array.from(given as number[]), ranking: Int32Array.from(ranking) };
}
