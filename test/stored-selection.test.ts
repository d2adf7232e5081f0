/** Selection from rows outside memory gives the bits that selection from memory gives. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNodeEngine } from '../node/threads/threads.js';
import { createSerialEngine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { orderSizes } from '../src/network/row-order.js';
import { type SelectionRequest, type SelectionResult, selectFeatures } from '../src/pipeline.js';
import { selectedCsv } from '../src/report/selected-csv.js';
import { methods } from '../src/select/registry.js';
import type { AnyMatrix, Dataset, DenseMatrix, Table } from '../src/types.js';
import { bytesMatrix, storedArray } from './stored-array.js';

/** Three classes, one after the other, told apart by every tenth column. */
function sortedClasses(rowCount: number, columnCount: number): Dataset<DenseMatrix> {
  const matrix = bytesMatrix(rowCount, columnCount);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => Math.floor((row * 3) / rowCount));
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column += 10)
      matrix.values[row * columnCount + column] += 40 * labels[row];
  }
  const featureNames = Array.from({ length: columnCount }, (_, column) => `f${column}`);
  return {
    matrix,
    featureNames,
    target: { kind: 'classes', labels, classNames: ['a', 'b', 'c'] },
    targetName: 'class',
  };
}

function stored(dataset: Dataset<DenseMatrix>): Dataset<AnyMatrix> {
  return { ...dataset, matrix: storedArray(dataset.matrix).stored };
}

async function select(request: SelectionRequest, threads = 1): Promise<SelectionResult> {
  const engine = threads === 1 ? await createSerialEngine() : await createNodeEngine(threads);
  try {
    return await selectFeatures(request, { engine });
  } finally {
    engine.dispose();
  }
}

function sameSelection(a: SelectionResult, b: SelectionResult): void {
  assert.deepEqual(a.ranking, b.ranking);
  assert.deepEqual(a.history, b.history);
  assert.deepEqual(a.measured, b.measured);
}

describe('a selection from stored rows', () => {
  const dataset = sortedClasses(600, 40);
  const small = { epochs: 3, hidden: [20, 20] };

  for (const { name, takesStored, options, targets = ['classes'] } of methods) {
    if (!targets.includes('classes')) continue;
    if (takesStored) {
      test(`by ${name} is that from memory, accuracies included`, async () => {
        const methodOptions = 'epochs' in options ? small : {};
        for (const scaling of ['minmax', 'standard'] as const) {
          const request = { method: name, k: 5, methodOptions, scaling };
          sameSelection(await select({ ...request, dataset }), await select({ ...request, dataset: stored(dataset) }));
        }
      });
    } else {
      test(`by ${name} is refused with the methods that can`, async () => {
        await assert.rejects(
          select({ method: name, k: 5, dataset: stored(dataset) }),
          /needs all of the data in memory.*neurofs, neurofs-random-growth/,
        );
      });
    }
  }

  test('with a promise is that from memory', async () => {
    const request = { method: 'fisher', falseDiscovery: 0.5 };
    const fromMemory = await select({ ...request, dataset });
    assert.ok(fromMemory.k > 0, 'something is promised');
    sameSelection(fromMemory, await select({ ...request, dataset: stored(dataset) }));
  });

  test('is refused for robust scaling', async () => {
    await assert.rejects(select({ k: 5, scaling: 'robust', dataset: stored(dataset) }), /robust scaling needs/);
  });

  test('larger than what is shuffled as a whole has the same bits too, on one thread and two', async () => {
    const large = sortedClasses(70_000, 1000);
    assert.ok(70_000 * 1000 > orderSizes.wholeCells);
    const request = {
      k: 20,
      testFraction: 0,
      methodOptions: { epochs: 2, hidden: [16], growthSamples: 200, epsilon: 4, epochRows: 1e9, removal: 'linear' },
    };
    const inMemory = await select({ ...request, dataset: large });
    sameSelection(inMemory, await select({ ...request, dataset: stored(large) }, 2));
    const found = inMemory.features.filter(({ index }) => index % 10 === 0).length;
    assert.ok(found >= 18, `${found} of 20 informative features although the rows are sorted by class`);
  });
});

describe('encoding a stored table', () => {
  const rowCount = 40;
  const numbers = Float64Array.from({ length: rowCount * 4 }, (_, at) =>
    at === 5 || at === 87 ? Number.NaN : at % 4 === 3 ? Math.floor(at / 4) : ((at * 37) % 101) / 2,
  );
  const numeric: DenseMatrix = { kind: 'dense', rowCount, columnCount: 4, values: numbers };
  const texts = Array.from({ length: rowCount }, (_, row) => ['red', 'green', 'blue'][row % 3]);
  const classes = Array.from({ length: rowCount }, (_, row) => ['yes', 'no'][(row >> 1) % 2]);
  const table: Table<DenseMatrix> = {
    rowCount,
    numericNames: ['a', 'b', 'c', 'n'],
    numeric,
    text: [
      { name: 'colour', values: texts },
      { name: 'class', values: classes },
    ],
    columnOrder: ['a', 'colour', 'b', 'c', 'n', 'class'],
  };
  const storedTable: Table<AnyMatrix> = { ...table, numeric: storedArray(numeric).stored };

  for (const missing of ['drop-rows', 'drop-columns', 'mean'] as const) {
    test(`with missing cells under ${missing} gives what it gives in memory`, async () => {
      const options = { target: 'class', missing };
      const { matrix: inMemory, ...rest } = encodeTable(table, options);
      const { matrix: onDisk, ...storedRest } = encodeTable(storedTable, options);
      assert.deepEqual(storedRest, rest);
      assert.equal(onDisk.kind, 'stored');
      const request = { k: 3, method: 'fisher' };
      sameSelection(
        await select({ ...request, dataset: { matrix: inMemory, ...rest } }),
        await select({ ...request, dataset: { matrix: onDisk, ...storedRest } }),
      );
    });
  }

  test('refuses what would need all cells of a column at once', () => {
    for (const missing of ['median', 'indicator'] as const) {
      assert.throws(() => encodeTable(storedTable, { target: 'class', missing }), /needs all of the data in memory/);
    }
  });

  test('names infinite and missing cells by their rows', () => {
    assert.throws(() => encodeTable(storedTable, { target: 'class' }), /"b" \(1, first in row 2\)/);
  });

  test('leaves the selected columns of the file readable', () => {
    const selected = { names: ['c', 'colour'], apart: ['class'], rowNumbers: Int32Array.from([3, 21, 39]) };
    assert.deepEqual([...selectedCsv(storedTable, selected)], [...selectedCsv(table, selected)]);
  });
});
