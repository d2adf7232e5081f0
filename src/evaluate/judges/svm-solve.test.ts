/** The solver kernel on all that computes on this machine: the comparing engine throws where a bit of the memory differs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createComparingEngine } from '../../../test/fixtures/comparing-engine.js';
import type { Engine } from '../../compute/engine.js';
import { callKernel } from '../../compute/reference/index.js';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import { gatherPoints, type Points, squaredNorms } from '../points.js';
import { findColumns } from '../sparse-columns.js';
import { tabulateKernel } from './gaussian-table.js';
import { pairTasks, rowsOfClasses } from './svm-classes.js';
import { createWorkspace, problemBytes, readField, solvedPhase, startProblem } from './svm-problem.js';
import type { SvmTask } from './svm-solve.js';
import { regressionTask } from './svm-values.js';

interface Case {
  readonly rows: number;
  readonly features: number;
  /** The share of numbers that are not 0. */
  readonly filled?: number;
  readonly lists?: 'columns' | 'groups' | 'table';
  readonly numbers?: boolean;
  readonly cost?: number;
  readonly cacheBytes?: number;
  /** What a call may take, about in nanoseconds. */
  readonly budget?: number;
}

function createPoints(engine: Engine, { rows, features, filled = 1, lists }: Case): Points {
  const random = createRandom(rows * features);
  const count = (length: number) => Int32Array.from({ length }, (_, i) => i);
  const values = Float64Array.from({ length: rows * features }, (_, i) => {
    const isSecond = i >= (rows * features) / 2;
    return random.float() < filled ? random.float() + random.float() + (isSecond ? 0.15 : 0) : 0;
  });
  const { groups, ...points } = gatherPoints(engine, {
    matrix: { kind: 'dense', rowCount: rows, columnCount: features, values },
    rows: count(rows),
    features: count(features),
    scaling: { method: 'none', offset: new Float64Array(features), factor: new Float64Array(features).fill(1) },
  });
  if (lists === 'columns' || lists === 'groups') assert.ok(groups !== undefined, 'the rows are not sparse enough');
  return groups === undefined || lists === undefined ? points : { ...points, groups };
}

function createTask(rowCount: number, { numbers, cost = 1 }: Case): SvmTask {
  const random = createRandom(3);
  // Rows that count more than others, and more in one class.
  const costs = Float64Array.from({ length: rowCount }, (_, row) => cost * (1 + (row % 3)));
  if (numbers) {
    const values = Float64Array.from({ length: rowCount }, (_, row) => Math.sin(row) + random.float());
    return regressionTask(
      Int32Array.from({ length: rowCount }, (_, row) => row),
      values,
      costs,
      0.1,
    );
  }
  const labels = Int32Array.from({ length: rowCount }, (_, row) => (row < rowCount / 2 ? 0 : 1));
  return pairTasks(rowsOfClasses(numberedClasses(labels, 2), undefined), costs)[0];
}

async function solve(each: Case): Promise<{ iterations: number; calls: number; setAside: boolean; slots: number }> {
  const engine = await createComparingEngine();
  const { memory } = engine;
  const points = createPoints(engine, each);
  const squares = squaredNorms(engine, points);
  const gamma = 1 / each.features;
  const columns = each.lists === 'columns' ? findColumns(memory, points) : undefined;
  const context = { engine, random: createRandom(0) };
  const table =
    each.lists === 'table' ? await tabulateKernel(points, squares, undefined, gamma, 2 ** 30, context) : undefined;
  const task = createTask(each.rows, each);
  const record = memory.uint8(problemBytes);
  const workspace = createWorkspace(memory, record.pointer, task.count, each.cacheBytes ?? 2 ** 22, each.rows);
  startProblem(workspace, points, squares, task.variables(), { gamma, tolerance: 1e-3, columns, table });
  let calls = 0;
  let setAside = false;
  while (readField(workspace, 'phase') !== solvedPhase) {
    callKernel(engine, 'svmSolve', record.pointer, problemBytes, each.budget ?? 1e7, 0, 1);
    calls++;
    setAside ||= readField(workspace, 'active') < task.count;
  }
  const slots = workspace.record.get('slotsUsed');
  return { iterations: readField(workspace, 'iterations'), calls, setAside, slots };
}

for (const rows of [2, 3, 5, 8, 11, 16, 21, 34, 67, 130]) {
  for (const features of [1, 4, 7, 61]) {
    test(`${rows} rows of ${features} features: the same bits on all engines`, async () => {
      const { iterations } = await solve({ rows, features, cost: 10 });
      assert.ok(iterations > 0);
      if (rows > 60) await solve({ rows: rows + 1, features, numbers: true });
    });
  }
}

test('rows that are mostly 0: the same bits by lists, by columns and by both', async () => {
  for (const filled of [0.02, 0.1]) {
    await solve({ rows: 203, features: 161, filled, lists: 'groups' });
    await solve({ rows: 203, features: 161, filled, lists: 'columns' });
    await solve({ rows: 150, features: 161, filled, lists: 'columns', numbers: true, cacheBytes: 0 });
  }
});

test('a table of all kernel values: the same bits', async () => {
  await solve({ rows: 203, features: 30, lists: 'table', cost: 20 });
  await solve({ rows: 70, features: 30, lists: 'table', numbers: true });
});

test('rows set aside, restored and set aside once more, with any cache: the same bits wherever the kernel pauses', async () => {
  for (const cacheBytes of [0, 30_000, 2 ** 22]) {
    const { iterations, setAside, calls } = await solve({ rows: 401, features: 5, cost: 500, cacheBytes, budget: 1e6 });
    assert.ok(setAside && iterations > 3000 && calls > 3, `${iterations} iterations in ${calls} calls`);
  }
  const { setAside } = await solve({ rows: 301, features: 5, cost: 100, numbers: true, budget: 1e6 });
  assert.ok(setAside);
});

test('two kernel rows at once: the same bits, as long as there is room for them', async () => {
  const large = await solve({ rows: 701, features: 50, cost: 5 });
  const small = await solve({ rows: 701, features: 50, cost: 5, cacheBytes: 200_000 });
  assert.ok(large.slots > 150 && small.slots === 71, `${large.slots} and ${small.slots} rows`);
  await solve({ rows: 350, features: 94, cost: 5, numbers: true });
});
