import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictLabels } from '../../../test/fixtures/predict-labels.js';
import { runLibSvm } from '../../../test/libsvm-oracle.js';
import { nowhere } from '../../compute/address.js';
import { createSerialEngine, type Engine } from '../../compute/engine.js';
import { callKernel, referenceKernels } from '../../compute/reference/index.js';
import { viewMemory } from '../../compute/reference/views.js';
import { createRandom } from '../../maths/random.js';
import { resolveOptions } from '../../select/resolve-options.js';
import { numberedClasses } from '../../target/class-target.js';
import { gatherPoints, type Points, squaredNorms } from '../points.js';
import { scaleGamma, svm, trainSvm } from './svm.js';
import { pairTasks, rowsOfClasses } from './svm-classes.js';
import { decide } from './svm-decide.js';
import {
  createWorkspace,
  problemBytes,
  readCoefficients,
  readField,
  startProblem,
  workspaceBytes,
} from './svm-problem.js';

const defaults = resolveOptions(svm);

/** Overlapping classes in a few dimensions, rows ordered by class; values that floats hold exactly. */
function overlappingClasses(rowCount: number, featureCount: number, classCount: number, seed: number) {
  const random = createRandom(seed);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => Math.floor((row * classCount) / rowCount));
  const x = Float64Array.from({ length: rowCount * featureCount }, (_, i) => {
    const label = labels[Math.floor(i / featureCount)];
    const shift = (i % featureCount) % classCount === label ? 0.7 : 0;
    return Math.fround(random.float() + random.float() + random.float() - 1.5 + shift);
  });
  return { x, labels };
}

function toPoints(engine: Engine, x: Float64Array, featureCount: number): Points {
  const rowCount = x.length / featureCount;
  const count = (length: number) => Int32Array.from({ length }, (_, i) => i);
  return gatherPoints(engine, {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values: x },
    rows: count(rowCount),
    features: count(featureCount),
    scaling: {
      method: 'none',
      offset: new Float64Array(featureCount),
      factor: new Float64Array(featureCount).fill(1),
    },
  });
}

const toRows = (x: Float64Array, featureCount: number) =>
  Array.from({ length: x.length / featureCount }, (_, row) => [
    ...x.subarray(row * featureCount, (row + 1) * featureCount),
  ]);

test('two points are solved as by hand: alpha = 1 / (1 - K), rho = 0', async () => {
  const engine = await createSerialEngine();
  const train = toPoints(engine, new Float64Array([0, 1]), 1);
  const options = { ...defaults, cost: 10, gamma: 1 };
  const input = { train, target: numberedClasses(new Int32Array([0, 1]), 2) };
  const model = await trainSvm(input, options, { engine, random: createRandom(0) });
  const alpha = 1 / (1 - Math.fround(Math.exp(-1)));
  assert.ok(Math.abs(model.pairs[0].coefficients[0] - alpha) < 1e-12);
  assert.ok(Math.abs(model.pairs[0].coefficients[1] + alpha) < 1e-12);
  assert.ok(Math.abs(model.pairs[0].rho) < 1e-12);
});

for (const [rows, features, classes] of [
  [40, 3, 2],
  [900, 7, 3],
  [2500, 20, 5],
] as const) {
  test(`${rows} rows of ${classes} classes: every prediction is LIBSVM's, gamma "auto" being 1 / features`, async () => {
    const engine = await createSerialEngine();
    const train = overlappingClasses(rows, features, classes, 1);
    const held = overlappingClasses(500, features, classes, 2);
    const gamma = 1 / features;
    const predictions = await predictLabels(engine, 'svm', train.x, train.labels, held.x, classes, {
      options: { gamma: 'auto' },
    });
    const oracle = await runLibSvm(toRows(train.x, features), [...train.labels], toRows(held.x, features), {
      gamma,
      cost: 1,
    });
    assert.deepEqual([...predictions], oracle.predictions);
  });
}

test('a workspace takes the bytes that are counted for it beside its cache', async () => {
  const { memory } = await createSerialEngine();
  const rowCount = 1000;
  memory.resetPeak();
  const before = memory.peakBytes;
  const { cacheBytes } = createWorkspace(memory, nowhere, rowCount, 0);
  const taken = memory.peakBytes - before - cacheBytes;
  const counted = workspaceBytes(rowCount);
  assert.ok(
    taken >= counted && taken - counted < 20 * 64,
    `${taken} bytes taken, ${counted} counted, but for alignment`,
  );
});

test('a cache of two rows gives the same bits as one for all rows, through shrinking and restoring', async () => {
  const { x, labels } = overlappingClasses(1500, 5, 2, 7);
  const solve = async (cacheMegabytes: number) => {
    const engine = await createSerialEngine();
    const input = { train: toPoints(engine, x, 5), target: numberedClasses(labels, 2) };
    return (await trainSvm(input, { ...defaults, cost: 50, cacheMegabytes }, { engine, random: createRandom(0) }))
      .pairs[0];
  };
  const [small, large] = [await solve(0), await solve(200)];
  assert.ok(large.iterations > 3000, `${large.iterations} iterations are too few for shrinking to matter`);
  assert.deepEqual(small, large);
});

test('the solver kernel reaches the solution of its plain twin', async () => {
  const engine = await createSerialEngine();
  const { x, labels } = overlappingClasses(90, 4, 2, 5);
  const points = toPoints(engine, x, 4);
  const squares = squaredNorms(engine, points);
  const record = engine.memory.uint8(problemBytes);
  const workspace = createWorkspace(engine.memory, record.pointer, 90, 1e6);
  const [task] = pairTasks(rowsOfClasses(numberedClasses(labels, 2), undefined), new Float64Array(90).fill(1));
  const solve = (run: () => void) => {
    startProblem(workspace, points, squares, task.variables(), { gamma: 0.25, tolerance: 1e-7 });
    run();
    assert.equal(readField(workspace, 'phase'), 3);
    return [readField(workspace, 'rho'), ...readCoefficients(workspace, 90)];
  };
  const fast = solve(() => {
    // A budget of nothing advances by one step a call: pausing must not change anything.
    while (readField(workspace, 'phase') !== 3) callKernel(engine, 'svmSolve', record.pointer, problemBytes, 1, 0, 1);
  });
  const plain = solve(() => {
    referenceKernels(viewMemory(engine.memory)).svmSolve(record.pointer, problemBytes, 1, 0, 1);
  });
  fast.forEach((value, i) => {
    assert.ok(Math.abs(value - plain[i]) < 1e-5, `entry ${i}: ${value} against ${plain[i]}`);
  });
});

test('the decision kernel agrees with its plain twin for odd counts', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(9);
  const { memory } = engine;
  const [classCount, testRows, supportStride] = [3, 5, 8];
  const fill = (length: number) => {
    const block = memory.float64(length);
    block.view.forEach((_, i) => {
      block.view[i] = random.float() - 0.5;
    });
    return block.pointer;
  };
  const classStart = memory.int32(classCount + 1);
  classStart.view.set([0, 2, 3, 7]);
  const decisions = memory.float64(testRows * 3);
  const args = [
    ...[decisions.pointer, fill(testRows * supportStride), fill(2 * supportStride), fill(3), classStart.pointer],
    ...[supportStride, classCount, 0, testRows],
  ] as const;
  callKernel(engine, 'svmDecide', ...args);
  const fast = [...decisions.view];
  decisions.view.fill(0);
  (referenceKernels(viewMemory(memory)).svmDecide as (...numbers: number[]) => void)(...args);
  fast.forEach((value, i) => {
    assert.ok(Math.abs(value - decisions.view[i]) < 1e-14, `decision ${i}: ${value} against ${decisions.view[i]}`);
  });
});

async function solveBothWays(x: Float64Array, labels: Int32Array) {
  const solve = async (cacheMegabytes: number) => {
    const engine = await createSerialEngine();
    const ran: string[] = [];
    const watched: Engine = {
      ...engine,
      memory: engine.memory,
      run: (kernel, ...rest) => {
        ran.push(kernel);
        engine.run(kernel, ...rest);
      },
    };
    const input = { train: toPoints(engine, x, x.length / labels.length), target: numberedClasses(labels, 3) };
    const context = { engine: watched, random: createRandom(0) };
    const model = await trainSvm(input, { ...defaults, cost: 20, cacheMegabytes }, context);
    return { pairs: model.pairs, tabled: ran.filter((kernel) => /Table$/.test(kernel)) };
  };
  const [rowByRow, fromTable] = [await solve(0.1), await solve(200)];
  assert.deepEqual(rowByRow.tabled, []);
  assert.deepEqual(fromTable.pairs, rowByRow.pairs);
  return [...new Set(fromTable.tabled)];
}

test('wide rows, and few narrow ones, are solved with the same bits from the table of all kernel values as one row after another', async () => {
  const { x, labels } = overlappingClasses(333, 260, 3, 11);
  assert.deepEqual(await solveBothWays(x, labels), ['gaussianTable']);
  const narrow = overlappingClasses(333, 20, 3, 11);
  assert.deepEqual(await solveBothWays(narrow.x, narrow.labels), ['gaussianTable']);
  const random = createRandom(2);
  const mostlyZero = x.map((value) => (random.below(20) === 0 ? value : 0));
  assert.deepEqual(await solveBothWays(mostlyZero, labels), ['sparseTable']);
});

test('rows that are mostly 0 are solved and decided with the same bits by the list of what is not', async () => {
  const engine = await createSerialEngine();
  const random = createRandom(12);
  const labels = Int32Array.from({ length: 203 }, (_, row) => row % 3);
  const x = new Float64Array(203 * 61);
  for (const [row, label] of labels.entries()) {
    // From a row with a single number to one with most of them.
    for (let f = 0; f < 61; f++)
      if (random.float() < (row % 10) ** 2 / 120) x[row * 61 + f] = random.float() + label / 4;
  }
  const points = toPoints(engine, x, 61);
  const { groups, ...plain } = points;
  assert.ok(groups !== undefined && new Set(groups.view).size > 10);
  const context = { engine, random: createRandom(0) };
  const run = async (points: Points) => {
    const input = { train: points, target: numberedClasses(labels, 3) };
    const model = await trainSvm(input, { ...defaults, cacheMegabytes: 0 }, context);
    const decided: number[] = [];
    await decide(model, points, context, (decisions) => decided.push(...decisions));
    return { pairs: model.pairs, decided };
  };
  assert.deepEqual(await run(points), await run(plain));
});

test('gamma "scale" is 1 / (features * variance), whatever the padding', async () => {
  const engine = await createSerialEngine();
  // Values 1 .. 6: variance 35 / 12, three features.
  const gamma = scaleGamma(toPoints(engine, new Float64Array([1, 2, 3, 4, 5, 6]), 3));
  assert.ok(Math.abs(gamma - 12 / 105) < 1e-15);
});

test('constant features are an error that says what to do', async () => {
  const engine = await createSerialEngine();
  const x = new Float64Array(8).fill(3);
  await assert.rejects(
    predictLabels(engine, 'svm', x, new Int32Array([0, 1, 0, 1]), x, 2),
    /all 2 chosen features are constant in the 4 training rows.*choose other features/,
  );
});
