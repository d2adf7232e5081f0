import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { createRandom } from '../maths/random.js';
import { finish } from '../turns.js';
import type { DenseMatrix, Scaling } from '../types.js';
import { scaleGamma, svm } from './judges/svm.js';
import { keepZeros } from './keep-zeros.js';
import { gatherPoints } from './points.js';
import { runJudge } from './run-judge.js';

const [rowCount, columnCount] = [60, 300];
const allFeatures = Int32Array.from({ length: columnCount }, (_, feature) => feature);
const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
const labels = rows.map((row) => row % 3);

/** Few cells that are not zero, more of them in the columns of the row's own class; the last column never is zero. */
function counts(density: number): DenseMatrix {
  const random = createRandom(4);
  const values = Float64Array.from({ length: rowCount * columnCount }, (_, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    if (column === columnCount - 1) return 1000 + random.below(5);
    const share = column % 3 === labels[row] ? 2 * density : density / 2;
    return random.float() < share ? 1 + random.below(3) : 0;
  });
  return { kind: 'dense', rowCount, columnCount, values };
}

const scaling: Scaling = {
  method: 'standard',
  offset: Float64Array.from(allFeatures, (feature) => (feature === columnCount - 1 ? 1002 : 0.1 + (feature % 4) / 10)),
  factor: Float64Array.from(allFeatures, (feature) => 1 + (feature % 5)),
};

describe('a scaling that keeps zeros', () => {
  const matrix = counts(0.05);
  const kept = finish(keepZeros(matrix, rows, allFeatures, scaling));

  test('differs by the same in all rows, and centres what is mostly not zero', () => {
    assert.ok(kept);
    assert.equal(kept.scaling.offset[columnCount - 1], 1002);
    assert.equal(kept.shift[columnCount - 1], 0);
    assert.deepEqual([...kept.scaling.offset.subarray(0, 3)], [0, 0, 0]);
    assert.ok(Math.abs(kept.shift[1] + 0.2 * 2) < 1e-15);
  });

  test('is absent where rows are narrow, nothing is centred or too many cells are not zero', () => {
    const none = { ...scaling, offset: new Float64Array(columnCount) };
    assert.equal(finish(keepZeros(matrix, rows, allFeatures.subarray(0, 50), scaling)), undefined);
    assert.equal(finish(keepZeros(matrix, rows, allFeatures, none)), undefined);
    assert.equal(finish(keepZeros(counts(0.3), rows, allFeatures, scaling)), undefined);
  });

  test('leaves gamma, decisions and labels of a support vector machine what they are', async () => {
    assert.ok(kept);
    const engine = await createSerialEngine();
    const [train, test] = [rows.subarray(0, 45), rows.subarray(45)];
    const judge = async (given: Scaling, shift?: Float64Array) => {
      const gather = (part: Int32Array) => ({
        ...gatherPoints(engine, { matrix, rows: part, features: allFeatures, scaling: given }),
        ...(shift && { shift }),
      });
      const points = { train: gather(train), test: gather(test) };
      const target = { kind: 'classes' as const, labels: labels.slice(0, 45), classNames: ['a', 'b', 'c'] };
      const context = { engine, random: createRandom(1) };
      const said = await runJudge(svm as never, { ...points, target }, {}, context);
      return { hasGroups: points.train.groups !== undefined, gamma: scaleGamma(points.train), said };
    };
    const [whole, spared] = [await judge(scaling), await judge(kept.scaling, kept.shift)];
    assert.equal(whole.hasGroups, false);
    assert.equal(spared.hasGroups, true);
    assert.ok(Math.abs(spared.gamma / whole.gamma - 1) < 1e-12);
    if (whole.said.kind !== 'classes' || spared.said.kind !== 'classes') throw new Error('classes were asked for');
    assert.deepEqual(spared.said.labels, whole.said.labels);
    whole.said.scores?.forEach((score, at) => {
      const other = spared.said.kind === 'classes' ? spared.said.scores?.[at] : undefined;
      assert.ok(Math.abs(score - (other ?? Number.NaN)) < 1e-6, `score ${at}`);
    });
  });
});
