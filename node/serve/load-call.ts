/** The call `load`: a file of any format, or a data set of the catalogue by its name, as a dataset's parts. */
import { type EncodeOptions, encodeInTurns } from '../../src/encode/encode-table.js';
import { refuseUnknown } from '../../src/refuse-unknown.js';
import type { CallContext } from '../../src/serve/call-context.js';
import type { GivenData } from '../../src/serve/given-data.js';
import { givenSplit } from '../../src/split/given-rows.js';
import type { ScalingMethod } from '../../src/types.js';
import type { LoadOptions } from '../files/load-file.js';
import { loadTable } from '../files/load-table.js';
import { targetOf } from '../files/target-of.js';

export interface LoadSettings extends Partial<EncodeOptions> {
  /** The format, where it is not to be found out from the content. */
  readonly format?: NonNullable<LoadOptions['format']>;
  /** What to read from a file that holds several matrices. */
  readonly x?: string;
}

export interface LoadedData extends GivenData {
  readonly notes: readonly string[];
  /** The paper's scaling, where a data set of the catalogue was named. */
  readonly scaling?: ScalingMethod;
}

const settingNames: readonly (keyof LoadSettings)[] = [
  'target',
  'task',
  'event',
  'weights',
  'classWeights',
  'format',
  'x',
  'missing',
  'groupBy',
  'leaveOut',
  'keep',
  'mostCategories',
];

export async function loadCall(
  { signal, tell }: CallContext,
  path: string,
  settings: LoadSettings = {},
): Promise<LoadedData> {
  refuseUnknown(settings, settingNames);
  const { format, x, ...encoding } = settings;
  tell.stage('read');
  const { table, file, set } = await loadTable(path, {
    signal,
    ...(encoding.target !== undefined && { target: encoding.target }),
    ...(encoding.event !== undefined && { event: encoding.event }),
    ...(encoding.weights !== undefined && { weights: encoding.weights }),
    ...(encoding.groupBy !== undefined && { groupBy: encoding.groupBy }),
    ...(format !== undefined && { format }),
    ...(x !== undefined && { x }),
    onProgress: ({ fraction }) => fraction !== undefined && tell.progress(fraction),
  });
  const target = targetOf(encoding.target, { table, format: file.format, set });
  const dataset = await encodeInTurns(table, { ...encoding, target }, signal);
  const { rowNumbers } = dataset;
  const split =
    set?.split === undefined
      ? undefined
      : givenSplit(set.split, { rowCount: table.rowCount, rowNumbers, sourceName: 'the split of the data set' });
  const { matrix, featureNames, targetName, weights, missing, groups, groupOfRow, imageShape, notes = [] } = dataset;
  return {
    name: path,
    matrix,
    target: dataset.target,
    featureNames,
    targetName,
    notes,
    ...(weights && { weights }),
    ...(missing && { missing }),
    ...(groups && { groups }),
    ...(groupOfRow && { groupOfRow }),
    ...(imageShape && { imageShape }),
    ...(split && { split }),
    ...(set?.set.settings && { scaling: set.set.settings.scaling }),
  };
}
