import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createComparingEngine } from '../../../test/fixtures/comparing-engine.js';
import { kernelNumbers } from '../../compute/kernels-interface.js';
import { callKernel, referenceKernels } from '../../compute/reference/index.js';
import { viewMemory } from '../../compute/reference/views.js';
import { createRandom } from '../../maths/random.js';
import { gatherPoints, squaredNorms } from '../points.js';
import { findColumns } from '../sparse-columns.js';

const { tileRows, tileBytes } = kernelNumbers;

/** Rows of doubles in kernel memory with their squared norms, and room for a tile. */
async function setUp(rowCount: number, stride: number) {
  const engine = await createComparingEngine();
  const { memory } = engine;
  const random = createRandom(rowCount + stride);
  const x = memory.float64(rowCount * stride);
  x.view.forEach((_, i) => {
    x.view[i] = random.float() - 0.5;
  });
  const squares = memory.float64(rowCount);
  callKernel(engine, 'squaredNorms', squares.pointer, x.pointer, stride, 0, rowCount);
  return { engine, memory, x, squares, scratch: memory.uint8(2 * tileBytes) };
}

for (const [rowCount, stride] of [
  [1, 4],
  [3, 8],
  [33, 12],
  [70, 260],
  [64, 132],
] as const) {
  test(`the table of ${rowCount} rows of ${stride} numbers is that of its plain twin, tile by tile`, async () => {
    const { engine, memory, x, squares, scratch } = await setUp(rowCount, stride);
    const table = memory.float32(rowCount * rowCount);
    const gamma = 1 / stride;
    const args = [table.pointer, x.pointer, squares.pointer, scratch.pointer, rowCount, stride, gamma] as const;
    const lines = Math.ceil(rowCount / tileRows);
    const tiles = (lines * (lines + 1)) / 2;
    const middle = Math.floor(tiles / 2);
    callKernel(engine, 'gaussianTable', ...args, middle, tiles, 1);
    callKernel(engine, 'gaussianTable', ...args, 0, middle, 0);
    const fast = table.view.slice();
    table.view.fill(-1);
    referenceKernels(viewMemory(memory)).gaussianTable(...args, 0, tiles);
    fast.forEach((value, at) => {
      assert.ok(Math.abs(value - table.view[at]) < 1e-7, `entry ${at}: ${value} against ${table.view[at]}`);
      assert.equal(value, fast[(at % rowCount) * rowCount + Math.floor(at / rowCount)]);
    });
  });

  test(`kernel values of ${rowCount} test rows with support vectors are those of the plain twin`, async () => {
    const { engine, memory, x, squares, scratch } = await setUp(rowCount, stride);
    const supportCount = 44;
    const rows = memory.int32(supportCount);
    rows.view.forEach((_, s) => {
      rows.view[s] = (7 * s) % rowCount;
    });
    const values = memory.float64(rowCount * supportCount);
    const args = [
      ...[values.pointer, x.pointer, squares.pointer, x.pointer, squares.pointer, rows.pointer, scratch.pointer],
      ...[stride, supportCount, 0.3],
    ] as const;
    const middle = Math.floor(rowCount / 2);
    callKernel(engine, 'gaussianValues', ...args, 0, middle, 0);
    callKernel(engine, 'gaussianValues', ...args, middle, rowCount, 1);
    const fast = values.view.slice();
    values.view.fill(-1);
    (referenceKernels(viewMemory(memory)).gaussianValues as (...numbers: number[]) => void)(...args, 0, rowCount);
    fast.forEach((value, at) => {
      assert.ok(Math.abs(value - values.view[at]) < 1e-13, `entry ${at}: ${value} against ${values.view[at]}`);
    });
  });
}

/** Rows of which one number in twenty is not 0, with their squared norms and columns. */
async function sparseRows(rowCount: number, featureCount: number) {
  const engine = await createComparingEngine();
  const random = createRandom(6);
  const count = (length: number) => Int32Array.from({ length }, (_, i) => i);
  const values = Float64Array.from({ length: rowCount * featureCount }, () =>
    random.below(20) === 0 ? random.float() : 0,
  );
  const points = gatherPoints(engine, {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values },
    rows: count(rowCount),
    features: count(featureCount),
    scaling: { method: 'none', offset: new Float64Array(featureCount), factor: new Float64Array(featureCount).fill(1) },
  });
  const squares = squaredNorms(engine, points);
  const columns = findColumns(engine.memory, points)!;
  const sums = engine.memory.float64(2 * rowCount * 4);
  return { engine, points, squares, columns, sums };
}

for (const rowCount of [1, 2, 41, 44]) {
  test(`the table of ${rowCount} sparse rows is that of the plain twin, with the bits of the tiles`, async () => {
    const { engine, points, squares, columns, sums } = await sparseRows(rowCount, 30);
    const { memory } = engine;
    const { columnStart, columnRow, columnValue } = columns;
    const table = memory.float32(rowCount * rowCount);
    const args = [
      ...[table.pointer, points.x.pointer, squares.pointer, points.groups!.pointer, columnStart, columnRow],
      ...[columnValue, sums.pointer, rowCount, points.stride, 0.7],
    ] as const;
    const middle = Math.floor(rowCount / 2);
    callKernel(engine, 'sparseTable', ...args, middle, rowCount, 1);
    callKernel(engine, 'sparseTable', ...args, 0, middle, 0);
    const fast = table.view.slice();
    table.view.fill(-1);
    (referenceKernels(viewMemory(memory)).sparseTable as (...numbers: number[]) => void)(...args, 0, rowCount);
    fast.forEach((value, at) => {
      assert.ok(Math.abs(value - table.view[at]) < 1e-7, `entry ${at}: ${value} against ${table.view[at]}`);
    });
    const scratch = memory.uint8(tileBytes);
    const tiled = [table.pointer, points.x.pointer, squares.pointer, scratch.pointer, rowCount, points.stride] as const;
    const lines = Math.ceil(rowCount / tileRows);
    callKernel(engine, 'gaussianTable', ...tiled, 0.7, 0, (lines * (lines + 1)) / 2, 0);
    assert.deepEqual(fast, table.view.slice());
  });
}

test('kernel values by the columns of sparse rows are those of the plain twin', async () => {
  const rowCount = 41;
  const { engine, points, squares, columns, sums } = await sparseRows(rowCount, 30);
  const { memory } = engine;
  const { columnStart, columnRow, columnValue } = columns;
  const rows = memory.int32(12);
  rows.view.set([3, 7, 7, 0, 40, 12, 1, 2, 30, 31, 32, 33]);
  const out = memory.float64(rowCount * 12);
  const args = [
    ...[out.pointer, points.x.pointer, squares.pointer, points.groups!.pointer, columnStart, columnRow, columnValue],
    ...[squares.pointer, rows.pointer, sums.pointer, points.stride, rowCount, 12, 0.7],
  ] as const;
  callKernel(engine, 'sparseValues', ...args, 0, 20, 0);
  callKernel(engine, 'sparseValues', ...args, 20, rowCount, 1);
  const fast = out.view.slice();
  out.view.fill(-1);
  (referenceKernels(viewMemory(memory)).sparseValues as (...numbers: number[]) => void)(...args, 0, rowCount);
  fast.forEach((value, at) => {
    assert.ok(Math.abs(value - out.view[at]) < 1e-14, `entry ${at}: ${value} against ${out.view[at]}`);
  });
});
