/** A promise where every column goes with every other: decoys of all columns together, and the trial of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineName } from '../node/engines/choose-backend.js';
import { createNodeEngine } from '../node/threads/threads.js';
import { type FoundPromise, promiseFeatures } from '../src/choose/promise-features.js';
import { fillNormal } from '../src/maths/normal.js';
import { createRandom } from '../src/maths/random.js';
import { fisher } from '../src/select/filter/fisher.js';
import { numberedClasses } from '../src/target/class-target.js';
import type { ClassTarget, DenseMatrix, TrainingSet } from '../src/types.js';
import { noNative } from './fixtures/comparing-engine.js';

const [rowCount, columnCount, signals] = [600, 60, 12];

/** Columns share 0.64 of their variance; the classes depend on the first twelve, every other one with the sign turned. */
function makeTraining(): TrainingSet<DenseMatrix> {
  const drawn = new Float64Array(rowCount * (columnCount + 1));
  fillNormal(drawn, createRandom(5));
  const values = Float32Array.from({ length: rowCount * columnCount }, (_, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    const own = row * (columnCount + 1);
    return 0.8 * drawn[own + columnCount] + 0.6 * drawn[own + column];
  });
  const labels = Int32Array.from({ length: rowCount }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < signals; column++) sum += (column % 2 ? -1 : 1) * values[row * columnCount + column];
    return Number(sum > 0);
  });
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    target: numberedClasses(labels, 2),
    scaling: { method: 'none', offset: new Float64Array(columnCount), factor: new Float64Array(columnCount).fill(1) },
  };
}

async function promised(threadCount: number, name: EngineName = 'wasm'): Promise<FoundPromise> {
  const engine = await createNodeEngine(threadCount, undefined, name);
  try {
    return await promiseFeatures(
      makeTraining(),
      0.2,
      (training, k, context) =>
        fisher.select(training as TrainingSet<DenseMatrix, ClassTarget>, k, {}, { ...context, engine }),
      { engine, random: createRandom(1) },
    );
  } finally {
    engine.dispose();
  }
}

test('features that the classes depend on are promised, and hardly any other', async () => {
  const { scores, count, advantage } = await promised(1);
  const right = scores.ranking.subarray(0, count).filter((feature) => feature < signals).length;
  assert.ok(right >= 10 && count - right <= 3, `${right} of ${count}`);
  assert.ok(advantage >= 1 && advantage < 1.6, `normal columns have good decoys: ${advantage}`);
});

test('threads and native code change no bit of it', async () => {
  const found = await promised(1);
  assert.deepEqual(await promised(3), found);
  if (!noNative) assert.deepEqual(await promised(2, 'native'), found);
});
