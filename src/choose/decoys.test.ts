import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { Pacer } from '../compute/pacer.js';
import { fillNormal } from '../maths/normal.js';
import { createRandom } from '../maths/random.js';
import { type DecoyContext, makeDecoys, type WriteDecoy } from './decoys.js';
import { makeJointDecoys, planJointDecoys } from './joint-decoys.js';
import { findNeighbours } from './neighbours.js';
import { type RankedColumns, rankColumns } from './ranked-columns.js';

const rowCount = 600;
const columnCount = 30;
const copies = 2;
let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});

/** Three blocks of ten columns with correlation 0.6; the last column of each is cut to whole numbers. */
function blocks(): Float32Array {
  const drawn = new Float64Array(rowCount * (columnCount + 3));
  fillNormal(drawn, createRandom(3));
  const columns = new Float32Array(rowCount * columnCount);
  for (let column = 0; column < columnCount; column++) {
    const shared = drawn.subarray((columnCount + Math.floor(column / 10)) * rowCount);
    for (let row = 0; row < rowCount; row++) {
      const value = Math.sqrt(0.6) * shared[row] + Math.sqrt(0.4) * drawn[column * rowCount + row];
      columns[column * rowCount + row] = column % 10 === 9 ? Math.round(value) : value;
    }
  }
  return columns;
}

type Way = (ranked: RankedColumns, write: WriteDecoy, context: DecoyContext) => Promise<void>;

/** The two ways in which decoys are made. */
const ways: Readonly<Record<string, Way>> = {
  'of neighbours': async (ranked, write, context) => {
    const neighbours = await findNeighbours(ranked, { most: 12 }, context);
    await makeDecoys(ranked, neighbours, copies, write, context);
  },
  'of all columns together': async (ranked, write, context) => {
    await makeJointDecoys(ranked, await planJointDecoys(ranked, copies, context), copies, write, context);
  },
};

async function decoysOf(columns: Float32Array, seed: number, way: Way): Promise<Float32Array[]> {
  const pacer = new Pacer({});
  const mark = engine.memory.mark();
  const ranked = await rankColumns(columns, rowCount, { engine, pacer });
  const made = Array.from({ length: copies }, () => new Float32Array(columns.length));
  const write: WriteDecoy = (column, copy, scores) => made[copy].set(scores, column * rowCount);
  await way(ranked, write, { engine, pacer, random: createRandom(seed) });
  engine.memory.release(mark);
  return made;
}

const columnOf = (columns: Float32Array, column: number) =>
  columns.subarray(column * rowCount, (column + 1) * rowCount);

function correlation(a: Float32Array, b: Float32Array): number {
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((value, row) => {
    ab += (value - ma) * (b[row] - mb);
    aa += (value - ma) ** 2;
    bb += (b[row] - mb) ** 2;
  });
  return ab / Math.sqrt(aa * bb);
}

for (const [name, way] of Object.entries(ways)) {
  test(`decoys ${name}: each holds exactly the normal scores of its column`, async () => {
    const columns = blocks();
    const mark = engine.memory.mark();
    const { sortedScores } = await rankColumns(columns, rowCount, { engine, pacer: new Pacer({}) });
    for (const made of await decoysOf(columns, 1, way)) {
      for (let column = 0; column < columnCount; column++) {
        assert.deepEqual(columnOf(made, column).slice().sort(), columnOf(sortedScores, column));
        assert.notDeepEqual(columnOf(made, column), columnOf(columns, column));
      }
    }
    engine.memory.release(mark);
  });

  test(`decoys ${name} go with all other columns and decoys as their columns do, and not more than they must with their own`, async () => {
    const columns = blocks();
    const [first, second] = await decoysOf(columns, 2, way);
    const pairs: [number, number][] = [];
    for (let a = 0; a < columnCount; a++) for (let b = 0; b < columnCount; b++) if (a !== b) pairs.push([a, b]);
    const meanDifference = (x: Float32Array, y: Float32Array, isNear: boolean) => {
      const chosen = pairs.filter(([a, b]) => (Math.floor(a / 10) === Math.floor(b / 10)) === isNear);
      const differences = chosen.map(
        ([a, b]) =>
          correlation(columnOf(x, a), columnOf(y, b)) - correlation(columnOf(columns, a), columnOf(columns, b)),
      );
      return differences.reduce((sum, each) => sum + each, 0) / differences.length;
    };
    for (const [x, y] of [
      [columns, first],
      [first, first],
      [first, second],
    ]) {
      assert.ok(Math.abs(meanDifference(x, y, true)) < 0.02, `within blocks ${meanDifference(x, y, true)}`);
      assert.ok(Math.abs(meanDifference(x, y, false)) < 0.02, `between blocks ${meanDifference(x, y, false)}`);
    }
    // In a block of ten with correlation 0.6 the others tell 0.585 of a column's variance: no decoy goes with it less.
    const own = Array.from({ length: columnCount }, (_, c) => correlation(columnOf(columns, c), columnOf(first, c)));
    const mean = own.reduce((sum, each) => sum + each, 0) / columnCount;
    assert.ok(mean > 0.5 && mean < 0.68, String(mean));
  });

  test(`decoys ${name}: the same random numbers give the same ones`, async () => {
    const columns = blocks();
    assert.deepEqual(await decoysOf(columns, 5, way), await decoysOf(columns, 5, way));
  });
}
