/** Table -> Dataset: the target becomes class indices, the other columns a finite matrix of features. */
import { UserError } from '../errors.js';
import { takeColumns } from '../matrix/take-columns.js';
import { indexColumnName } from '../read/column-names.js';
import type { Dataset, Table } from '../types.js';
import { checkFinite } from './check-finite.js';
import { count, encodeTarget, quoted } from './encode-target.js';

export interface EncodeOptions {
  /** The column to predict. */
  readonly target: string;
}

export function encodeTable(table: Table, options: EncodeOptions): Dataset {
  const target = encodeTarget(table, options.target);
  const isFeature = (name: string) => name !== target.name && name !== indexColumnName;
  const text = table.text.map((column) => column.name).filter(isFeature);
  if (text.length > 0) {
    throw new UserError(
      'data',
      `${count(text.length, 'column')} of text cannot be used as features: ${quoted(text)}; remove them`,
    );
  }
  const columns = table.numericNames.flatMap((name, column) => (isFeature(name) ? [column] : []));
  if (columns.length === 0) throw new UserError('data', `there is no column besides the target "${target.name}"`);
  const isWhole = columns.length === table.numericNames.length;
  const matrix = isWhole ? table.numeric : takeColumns(table.numeric, columns);
  const featureNames = columns.map((column) => table.numericNames[column]);
  checkFinite(matrix, featureNames);
  return {
    matrix,
    featureNames,
    labels: target.labels,
    classNames: target.classNames,
    targetName: target.name,
    ...(table.imageShape && { imageShape: table.imageShape }),
  };
}
