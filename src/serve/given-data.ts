/** Data as another language hands it over, and the dataset it is. */
import { unnamedFeature } from '../cells/column-names.js';
import { UserError } from '../errors.js';
import { refuseUnknown } from '../refuse-unknown.js';
import type { Dataset, FeatureGroups, Matrix, Split, Target } from '../types.js';

export interface GivenData {
  readonly matrix: Matrix;
  readonly target: Target;
  /** How much every row counts; all alike where it is absent. */
  readonly weights?: Float64Array;
  readonly featureNames?: readonly string[];
  readonly targetName?: string;
  /** What reports call the data. */
  readonly name?: string;
  /** How NaN cells are filled, from training rows; they are refused where it is absent. */
  readonly missing?: 'mean' | 'median';
  /** Features that are ranked as one. */
  readonly groups?: FeatureGroups;
  /** The group every row belongs to, where rows are to be split by group. */
  readonly groupOfRow?: Int32Array;
  /** Height and width where every row is an image. */
  readonly imageShape?: readonly [number, number];
  /** Train and test rows, in place of a random split. */
  readonly split?: Split;
}

const partNames: readonly (keyof GivenData)[] = [
  'matrix',
  'target',
  'weights',
  'featureNames',
  'targetName',
  'name',
  'missing',
  'groups',
  'groupOfRow',
  'imageShape',
  'split',
];

/** Whether cells, labels and names fit together is for `checkDataset` to say, as of every dataset. */
export function toDataset(given: GivenData): Dataset {
  refuseUnknown(given, partNames);
  const { name: _, split: __, targetName = 'y', matrix, target, ...rest } = given;
  if (matrix?.kind !== 'dense' && matrix?.kind !== 'sparse') {
    throw new UserError('usage', 'expected a matrix of the kind dense or sparse');
  }
  checkArrays(target);
  const featureNames =
    given.featureNames ?? Array.from({ length: matrix.columnCount }, (_, feature) => unnamedFeature(feature));
  return { ...rest, matrix, target, featureNames, targetName };
}

/** What came over a wire may be anything: an ordinary list of numbers, for one. */
function checkArrays(target: Target | undefined): void {
  const isWhole =
    (target?.kind === 'classes' && target.labels instanceof Int32Array && Array.isArray(target.classNames)) ||
    (target?.kind === 'values' && target.values instanceof Float64Array) ||
    (target?.kind === 'survival' && target.times instanceof Float64Array && target.events instanceof Uint8Array);
  if (isWhole) return;
  throw new UserError(
    'usage',
    'expected a target of classes (labels as int32, classNames), values (float64) or survival (times as float64, ' +
      'events as uint8)',
  );
}
