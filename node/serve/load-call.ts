/** The call `load`: a file of any format, or a data set of the catalogue by its name, as a dataset's parts. */
import { type EncodeOptions, encodeInTurns, encodeOptionNames } from '../../src/encode/encode-table.js';
import { pickGiven } from '../../src/pick-options.js';
import { type ReadOptions, readOptionNames } from '../../src/read/read-table.js';
import { refuseUnknown } from '../../src/refuse-unknown.js';
import type { CallContext } from '../../src/serve/call-context.js';
import type { GivenData } from '../../src/serve/given-data.js';
import { givenSplit } from '../../src/split/given-rows.js';
import type { ScalingMethod } from '../../src/types.js';
import { loadTable } from '../files/load-table.js';
import { targetOf } from '../files/target-of.js';

/** All that says how a table is read and encoded. */
export type LoadSettings = Pick<ReadOptions, (typeof readOptionNames)[number]> & Partial<EncodeOptions>;

export interface LoadedData extends GivenData {
  readonly notes: readonly string[];
  /** The paper's scaling, where a data set of the catalogue was named. */
  readonly scaling?: ScalingMethod;
}

export async function loadCall(
  { signal, tell }: CallContext,
  path: string,
  settings: LoadSettings = {},
): Promise<LoadedData> {
  refuseUnknown(settings, [...readOptionNames, ...encodeOptionNames]);
  tell.stage('read');
  const { table, file, set } = await loadTable(path, {
    ...pickGiven(settings, readOptionNames),
    signal,
    onProgress: ({ fraction }) => fraction !== undefined && tell.progress(fraction),
  });
  const target = targetOf(settings.target, { table, format: file.format, set });
  const dataset = await encodeInTurns(table, { ...pickGiven(settings, encodeOptionNames), target }, signal);
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
