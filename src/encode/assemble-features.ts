/**
 * Builds the matrix of features from the plan, in the file's order. Where every column of the block is a feature and
 * nothing is added, the block itself is the matrix and no cell is copied.
 */

import { ValueRange } from '../cells/numeric-block.js';
import { copyRow } from '../matrix/copy-row.js';
import { rowChunks } from '../matrix/stored-rows.js';
import { takeColumns } from '../matrix/take-columns.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, FeatureGroups, Matrix, NumericArray, SparseMatrix, StoredMatrix, Table } from '../types.js';
import { expandTextColumn } from './expand-text-column.js';
import type { PlannedColumn } from './plan-columns.js';

/** A feature: a column of the block, or values made here (one per row). */
export type Feature =
  | { readonly name: string; readonly group: string; readonly column: number }
  | { readonly name: string; readonly group: string; readonly values: Uint8Array | Float64Array };

export interface Assembled {
  readonly matrix: AnyMatrix;
  readonly names: readonly string[];
  readonly groups: FeatureGroups | undefined;
  /** The column behind every feature, where some are named otherwise and there are no groups. */
  readonly columnNames: readonly string[] | undefined;
}

/** `withIndicator` names the columns that get a second feature saying where they are missing. */
export function* listFeatures(
  table: Table<AnyMatrix>,
  plan: readonly PlannedColumn[],
  withIndicator: ReadonlySet<string>,
): Steps<Feature[]> {
  const features: Feature[] = [];
  for (const planned of plan) {
    const group = planned.name;
    if (planned.kind === 'numeric') {
      features.push({ name: group, group, column: planned.column });
      if (withIndicator.has(group)) {
        features.push({ name: `${group} (missing)`, group, values: missingMarks(table.numeric, planned.column) });
        yield table.rowCount;
      }
    } else if (planned.kind === 'text') {
      const made = expandTextColumn(planned.text, planned.plan, withIndicator.has(group));
      features.push(...made);
      yield made.length * table.rowCount;
    }
  }
  return features;
}

export function* assembleFeatures(table: Table<AnyMatrix>, features: readonly Feature[]): Steps<Assembled> {
  const names = features.map((feature) => feature.name);
  const groups = groupFeatures(features);
  const isRenamed = groups === undefined && features.some(({ name, group }) => name !== group);
  const columnNames = isRenamed ? features.map(({ group }) => group) : undefined;
  const matrix = yield* assembleMatrix(table.numeric, features);
  return { matrix, names, groups, columnNames };
}

function* assembleMatrix(block: AnyMatrix, features: readonly Feature[]): Steps<AnyMatrix> {
  if (features.every((feature) => 'column' in feature)) {
    const columns = features.map((feature) => feature.column);
    const isWhole = columns.length === block.columnCount && columns.every((column, at) => column === at);
    if (isWhole) return block;
    if (block.kind !== 'stored') return takeColumns(block, columns);
  }
  if (block.kind === 'stored') return yield* assembleStored(block, features);
  return yield* block.kind === 'dense' ? assembleDense(block, features) : assembleSparse(block, features);
}

/** Rows that are put together at once: few enough for the cache. */
const rowsAtOnce = 64;

function* assembleDense(block: Matrix & { kind: 'dense' }, features: readonly Feature[]): Steps<Matrix> {
  const { rowCount } = block;
  const values = newCells(block.values, features, rowCount * features.length);
  for (let rowFrom = 0; rowFrom < rowCount; rowFrom += rowsAtOnce) {
    const rowTo = Math.min(rowCount, rowFrom + rowsAtOnce);
    features.forEach((feature, place) => {
      const isColumn = 'column' in feature;
      const from: NumericArray = isColumn ? block.values : feature.values;
      const step = isColumn ? block.columnCount : 1;
      let at = rowFrom * step + (isColumn ? feature.column : 0);
      for (let row = rowFrom; row < rowTo; row++, at += step) values[row * features.length + place] = from[at];
    });
    yield (rowTo - rowFrom) * features.length;
  }
  return { kind: 'dense', rowCount, columnCount: features.length, values };
}

/** Writes the features as another stored matrix, row by row. */
function* assembleStored(block: StoredMatrix, features: readonly Feature[]): Steps<AnyMatrix> {
  const collected = block.store.collect(features.length);
  const row = new Float64Array(block.columnCount);
  const made = new Float64Array(features.length);
  for (const { matrix, from } of rowChunks(block)) {
    for (let i = 0; i < matrix.rowCount; i++) {
      copyRow(matrix, i, row);
      features.forEach((feature, place) => {
        made[place] = 'column' in feature ? row[feature.column] : feature.values[from + i];
      });
      collected.appendRow(made);
    }
    yield matrix.rowCount * features.length;
  }
  return collected.toMatrix(block.rowCount);
}

function* assembleSparse(block: SparseMatrix, features: readonly Feature[]): Steps<SparseMatrix> {
  const { rowCount } = block;
  const place = new Int32Array(block.columnCount).fill(-1);
  const made: { readonly place: number; readonly values: NumericArray }[] = [];
  features.forEach((feature, at) => {
    if ('column' in feature) place[feature.column] = at;
    else made.push({ place: at, values: feature.values });
  });
  // Where they go is known from how many there are, so they are counted first.
  const rowStart = new Float64Array(rowCount + 1);
  for (let row = 0; row < rowCount; row++) {
    let length = 0;
    for (let at = block.rowStart[row]; at < block.rowStart[row + 1]; at++) if (place[block.column[at]] >= 0) length++;
    for (const feature of made) if (feature.values[row] !== 0) length++;
    rowStart[row + 1] = rowStart[row] + length;
    yield length;
  }
  const column = new Int32Array(rowStart[rowCount]);
  const value = newCells(block.value, features, rowStart[rowCount]);
  for (let row = 0; row < rowCount; row++) {
    const found: [place: number, value: number][] = [];
    for (let at = block.rowStart[row]; at < block.rowStart[row + 1]; at++) {
      if (place[block.column[at]] >= 0) found.push([place[block.column[at]], block.value[at]]);
    }
    for (const feature of made) if (feature.values[row] !== 0) found.push([feature.place, feature.values[row]]);
    found.sort((a, b) => a[0] - b[0]);
    found.forEach(([at, cell], i) => {
      column[rowStart[row] + i] = at;
      value[rowStart[row] + i] = cell;
    });
    yield found.length;
  }
  return { kind: 'sparse', rowCount, columnCount: features.length, rowStart, column, value };
}

/** An array of the smallest type that holds the block's type and the values made here. */
function newCells(block: NumericArray, features: readonly Feature[], length: number): NumericArray {
  const range = new ValueRange();
  range.add(block);
  for (const feature of features) if ('values' in feature) range.add(feature.values);
  return new (range.smallestType('exact'))(length);
}

function missingMarks(matrix: AnyMatrix, column: number): Uint8Array {
  if (matrix.kind === 'stored') throw new Error('missing cells of a stored matrix cannot be marked');
  const marks = new Uint8Array(matrix.rowCount);
  if (matrix.kind === 'dense') {
    for (let row = 0; row < matrix.rowCount; row++) {
      if (Number.isNaN(matrix.values[row * matrix.columnCount + column])) marks[row] = 1;
    }
    return marks;
  }
  for (let row = 0; row < matrix.rowCount; row++) {
    for (let at = matrix.rowStart[row]; at < matrix.rowStart[row + 1]; at++) {
      if (matrix.column[at] === column && Number.isNaN(matrix.value[at])) marks[row] = 1;
    }
  }
  return marks;
}

/** Undefined where every feature is alone in its group. */
function groupFeatures(features: readonly Feature[]): FeatureGroups | undefined {
  const names: string[] = [];
  const groupOf = new Int32Array(features.length);
  features.forEach((feature, at) => {
    if (at === 0 || feature.group !== features[at - 1].group) names.push(feature.group);
    groupOf[at] = names.length - 1;
  });
  return names.length === features.length ? undefined : { groupOf, names };
}
