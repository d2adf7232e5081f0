/** A dataset as the page shows it: what became of the columns, the classes, and what can be selected. */

import { describeColumns } from '../report/describe-columns.js';
import { remarksOf } from '../selection-warnings.js';
import { describeTarget, type TargetSummary } from '../target/describe-target.js';
import type { ColumnRecord, Dataset } from '../types.js';
import { pageWording } from './page-wording.js';

export interface DatasetSummary extends TargetSummary {
  readonly targetName: string;
  readonly rowCount: number;
  /** Names of what can be selected: features, or groups of them. */
  readonly names: readonly string[];
  /** Names of the input neurons, where some columns became several of them. */
  readonly inputNames?: readonly string[];
  readonly preparation: readonly string[];
  /** The columns that are not simply numbers used as they are. */
  readonly columns: readonly ColumnRecord[];
  readonly droppedRowCount: number;
  readonly imageShape?: readonly [number, number];
  readonly isSparse: boolean;
}

export function describeDataset(dataset: Dataset, tableRowCount: number): DatasetSummary {
  const { targetName, target, groups, featureNames, columns = [], imageShape, matrix } = dataset;
  return {
    targetName,
    rowCount: matrix.rowCount,
    ...describeTarget(target),
    names: groups?.names ?? featureNames,
    ...(groups && { inputNames: featureNames }),
    preparation: [...(dataset.notes ?? []), ...remarksOf(dataset, pageWording), ...describeColumns(columns)],
    columns,
    droppedRowCount: tableRowCount - matrix.rowCount,
    ...(imageShape && { imageShape }),
    isSparse: matrix.kind === 'sparse',
  };
}
