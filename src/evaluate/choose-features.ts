/** Turns what a user asks for (all features, names, numbers, or so many at random) into feature numbers. */
import { guardFormula } from '../cells/formula-guard.js';
import { UserError } from '../errors.js';
import { type Random, shuffle } from '../maths/random.js';
import { didYouMeanHint } from '../suggest.js';
import type { Dataset, FeatureGroups, Redundant } from '../types.js';

export type FeatureChoice =
  | 'all'
  | { readonly random: number }
  | { readonly names: readonly string[] }
  | ArrayLike<number>;

/**
 * Matrix columns: of names in the order asked for, of random features ascending. A name, and a random draw, means a
 * column of the file, which may stand for several columns of the matrix; numbers are columns of the matrix themselves.
 */
export function chooseFeatures(
  choice: FeatureChoice,
  dataset: Pick<Dataset, 'featureNames' | 'columnNames' | 'groups'>,
  redundant: Redundant | undefined,
  random: Random,
): Int32Array {
  const { featureNames, groups } = dataset;
  const names = groups?.names ?? featureNames;
  const count = featureNames.length;
  if (choice === 'all') return Int32Array.from({ length: count }, (_, feature) => feature);
  if ('random' in choice)
    return columnsOf(drawFeatures(choice.random, names.length, lastOf(dataset, redundant), random), groups);
  if ('names' in choice) return columnsOf(findFeatures(choice.names, names, dataset), groups);
  const features = Array.from(choice);
  const outside = features.find((feature) => !Number.isInteger(feature) || feature < 0 || feature >= count);
  if (outside !== undefined) {
    throw new UserError('usage', `expected feature numbers from 0 to ${count - 1}, got ${outside}`);
  }
  return checkDistinct(features, featureNames);
}

function columnsOf(features: Int32Array, groups: FeatureGroups | undefined): Int32Array {
  if (groups === undefined) return features;
  const columns: number[][] = groups.names.map(() => []);
  groups.groupOf.forEach((group, column) => {
    columns[group].push(column);
  });
  return Int32Array.from([...features].flatMap((feature) => columns[feature]));
}

/** The columns of the file that no method would choose: constant ones, and repeats of another. */
function lastOf(
  { featureNames, groups }: Pick<Dataset, 'featureNames' | 'groups'>,
  redundant: Redundant | undefined,
): Set<number> {
  const groupOf = groups?.groupOf ?? Int32Array.from(featureNames, (_, feature) => feature);
  const last = new Set(redundant && [...redundant.constant, ...redundant.repeats.keys()]);
  const useful = new Set(groupOf.filter((_, feature) => !last.has(feature)));
  return new Set(groupOf.filter((group) => !useful.has(group)));
}

/** Draws among the useful columns; the others come in only where there are not enough of those. */
function drawFeatures(wanted: number, count: number, last: ReadonlySet<number>, random: Random): Int32Array {
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > count) {
    throw new UserError('usage', `expected 1 to ${count} random features (the data have ${count}), got ${wanted}`);
  }
  const all = Int32Array.from({ length: count }, (_, feature) => feature);
  const drawn = shuffle(all, random.fork('random features'));
  return Int32Array.from([...drawn.filter((feature) => !last.has(feature)), ...last].slice(0, wanted)).sort();
}

function findFeatures(
  names: readonly string[],
  featureNames: readonly string[],
  { columnNames = [], groups }: Pick<Dataset, 'columnNames' | 'groups'>,
): Int32Array {
  // A column of two categories became one feature, `er=positive`; the file calls it `er`.
  const numberOf = new Map(columnNames.map((name, column) => [name, groups?.groupOf[column] ?? column]));
  featureNames.forEach((name, feature) => {
    numberOf.set(name, feature);
  });
  const find = (name: string) => numberOf.get(name) ?? numberOf.get(guardFormula(name));
  const missing = names.filter((name) => find(name) === undefined);
  if (missing.length > 0) {
    const more =
      missing.length > 1 ? ` (and ${missing.length - 1} more of the ${names.length} features asked for)` : '';
    throw new UserError(
      'data',
      `feature "${missing[0]}" is not in the data${more}${didYouMeanHint(missing[0], featureNames) || ';'} ` +
        `the data have ${featureNames.length} features`,
    );
  }
  return checkDistinct(
    names.map((name) => find(name)!),
    featureNames,
  );
}

function checkDistinct(features: readonly number[], featureNames: readonly string[]): Int32Array {
  const seen = new Set<number>();
  for (const feature of features) {
    if (seen.has(feature)) throw new UserError('usage', `feature "${featureNames[feature]}" is asked for twice`);
    seen.add(feature);
  }
  if (features.length === 0) throw new UserError('usage', 'expected at least one feature, got none');
  return Int32Array.from(features);
}
