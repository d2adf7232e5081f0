import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { Pacer } from '../compute/pacer.js';
import { fillNormal } from '../maths/normal.js';
import { createRandom } from '../maths/random.js';
import { findNeighbours } from './neighbours.js';
import { standardColumns } from './ranked-columns.js';

test('the strongest correlations of every column are those of all products, asked for all at once or some', async () => {
  const [rowCount, columnCount, most, level] = [50, 75, 3, 0.2];
  const engine = await createSerialEngine();
  const context = { engine, pacer: new Pacer({}) };
  const values = new Float64Array(rowCount * columnCount);
  fillNormal(values, createRandom(4));
  for (let at = values.length - 1; at >= rowCount; at--) values[at] += values[at - rowCount];
  const columns = await standardColumns(Float32Array.from(values), rowCount, context);
  const at = (column: number, row: number) => columns.scores.view[column * columns.stride + row];
  const plainly = (column: number) =>
    Array.from({ length: columnCount }, (_, other) => {
      let sum = 0;
      for (let row = 0; row < rowCount; row++) sum += at(column, row) * at(other, row);
      return { other, size: Math.abs(sum / rowCount) };
    })
      .filter(({ other, size }) => other !== column && size >= level)
      .sort((a, b) => b.size - a.size)
      .slice(0, most)
      .map(({ other }) => other);
  const all = await findNeighbours(columns, { most, level }, context);
  assert.ok(all.some((list) => list.length === most));
  all.forEach((list, column) => {
    assert.deepEqual(
      list.map((each) => each.column),
      plainly(column),
    );
  });
  const some = await findNeighbours(columns, { most, level, of: Int32Array.of(70, 3) }, context);
  assert.deepEqual(some, [all[70], all[3]]);
  engine.dispose();
});
