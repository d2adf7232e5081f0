/** The data reduced to the selected features and the target, in the order of the file, row by row. */
import type { Dataset, Matrix } from '../types.js';
import { csvLine } from './csv-line.js';

/** Values are those of the file, not scaled; the target stands last. */
export function* selectedCsv(dataset: Dataset, featureIndexes: readonly number[]): Generator<string> {
  const { matrix, featureNames, labels, classNames, targetName } = dataset;
  const columns = Int32Array.from(featureIndexes).sort();
  const readCells = cellReader(matrix, columns);
  yield csvLine([...Array.from(columns, (column) => featureNames[column]), targetName]);
  for (let row = 0; row < matrix.rowCount; row++) yield csvLine([...readCells(row), classNames[labels[row]]]);
}

function cellReader(matrix: Matrix, columns: Int32Array): (row: number) => readonly number[] {
  if (matrix.kind === 'dense') {
    const { values, columnCount } = matrix;
    return (row) => Array.from(columns, (column) => values[row * columnCount + column]);
  }
  const placeOf = new Map(Array.from(columns, (column, place) => [column, place]));
  return (row) => {
    const cells = new Array<number>(columns.length).fill(0);
    for (let entry = matrix.rowStart[row]; entry < matrix.rowStart[row + 1]; entry++) {
      const place = placeOf.get(matrix.column[entry]);
      if (place !== undefined) cells[place] = matrix.value[entry];
    }
    return cells;
  };
}
