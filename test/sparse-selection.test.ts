/** Selection from data most of which is zero: the same bits however the matrix is held and whatever computes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineName } from '../node/engines/choose-backend.js';
import { createNodeEngine } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { type SelectionRequest, type SelectionResult, selectFeatures } from '../src/pipeline.js';
import type { AnyMatrix, Dataset, DenseMatrix } from '../src/types.js';
import { noNative } from './fixtures/comparing-engine.js';
import { storedArray } from './stored-array.js';

const [rowCount, columnCount, informative] = [500, 400, 12];

/** Counts, a share of them not zero; the first columns are so more often in one of two classes. */
function counts(density: number): Dataset<DenseMatrix> {
  const random = createRandom(11);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
  const values = Float32Array.from({ length: rowCount * columnCount }, (_, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    const share = column < informative && labels[row] === column % 2 ? 0.3 : density;
    return random.float() < share ? 1 + random.below(4) : 0;
  });
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    featureNames: Array.from({ length: columnCount }, (_, column) => `f${column}`),
    target: { kind: 'classes', labels, classNames: ['a', 'b'] },
    targetName: 'class',
  };
}

function compressed({ values }: DenseMatrix): AnyMatrix {
  const places = [...values.keys()].filter((at) => values[at] !== 0);
  const rowStart = new Float64Array(rowCount + 1);
  for (const at of places) rowStart[Math.floor(at / columnCount) + 1]++;
  for (let row = 0; row < rowCount; row++) rowStart[row + 1] += rowStart[row];
  const column = Int32Array.from(places, (at) => at % columnCount);
  const value = Float32Array.from(places, (at) => values[at]);
  return { kind: 'sparse', rowCount, columnCount, rowStart, column, value };
}

const dataset = counts(0.045);

async function select(
  methodOptions: SelectionRequest['methodOptions'],
  matrix: AnyMatrix = dataset.matrix,
  threads = 1,
  engineName: EngineName = 'wasm',
): Promise<SelectionResult> {
  const engine = await createNodeEngine(threads, undefined, engineName);
  try {
    // Centred by the method, which leaves no zeros; and scaled alike for compressed rows and others.
    const request = { dataset: { ...dataset, matrix }, k: informative, scaling: 'none' as const };
    return await selectFeatures({ ...request, ...(methodOptions && { methodOptions }) }, { engine });
  } finally {
    engine.dispose();
  }
}

function assertSame(a: SelectionResult, b: SelectionResult): void {
  assert.deepEqual(a.ranking, b.ranking);
  assert.deepEqual(a.history, b.history);
}

describe('a selection from counts that are mostly zero', () => {
  const few = { epochs: 12, hidden: [40] };
  const forms = {
    'in small batches': few,
    'in large batches of a deep network': { ...few, hidden: [40, 24], batchSize: 100, activation: 'tanh' },
    'by attribution, grown from many rows': {
      ...few,
      strength: 'attribution',
      growthSamples: 400,
    },
  };

  for (const [name, options] of Object.entries(forms)) {
    test(`${name} is the same from compressed rows and from a disk`, async () => {
      const expected = await select(options);
      assertSame(await select(options, compressed(dataset.matrix)), expected);
      assertSame(await select(options, storedArray(dataset.matrix).stored), expected);
    });

    test(`${name} is the same for 2, 3 and 8 threads`, async () => {
      const expected = await select(options);
      for (const threads of [2, 3, 8]) assertSame(await select(options, dataset.matrix, threads), expected);
    });

    test(`${name} is the same with native code`, { skip: noNative }, async () => {
      const expected = await select(options);
      for (const threads of [1, 3]) assertSame(await select(options, dataset.matrix, threads, 'native'), expected);
    });
  }

  test('finds the features that tell the classes', async () => {
    const { features } = await select({ epochs: 30, hidden: [40], prior: 'none' });
    const found = features.filter(({ index }) => index < informative).length;
    assert.ok(found >= informative - 2, `${found} of ${informative}`);
  });
});
