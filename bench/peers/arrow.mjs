// Arrow by apache-arrow. `write CSV ARROW`: the numbers of a CSV file as an Arrow file of doubles, the last column as text.
// `read ARROW`: every column into one row-major Float64Array, as a user of it would; prints the milliseconds.
import { readFileSync, writeFileSync } from 'node:fs';
import { Table, tableFromIPC, tableToIPC, vectorFromArray } from 'apache-arrow';

const [task, from, to] = process.argv.slice(2);
if (task === 'write') write(from, to);
else read(from);

function write(csvPath, path) {
  const [names, ...rows] = readFileSync(csvPath, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const last = names.length - 1;
  const columns = names.map((name, column) => {
    const cells = rows.map((row) => row[column]);
    return [name, vectorFromArray(column === last ? cells : Float64Array.from(cells, Number))];
  });
  writeFileSync(path, tableToIPC(new Table(Object.fromEntries(columns)), 'file'));
}

function read(path) {
  const started = performance.now();
  const table = tableFromIPC(readFileSync(path));
  const columnCount = table.numCols - 1;
  const values = new Float64Array(table.numRows * columnCount);
  for (let column = 0; column < columnCount; column++) {
    const cells = table.getChildAt(column).toArray();
    for (let row = 0; row < cells.length; row++) values[row * columnCount + column] = cells[row];
  }
  console.log(JSON.stringify({ milliseconds: performance.now() - started, cells: values.length }));
}
