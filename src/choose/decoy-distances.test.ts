/** The distances against what can be worked out by hand, and against finite differences of what they are to minimise. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { invertPositive } from '../compute/linear-algebra.js';
import { Pacer } from '../compute/pacer.js';
import { decoyDistances } from './decoy-distances.js';

let engine: Engine;
const pacer = new Pacer({});
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

const matrixOf = (count: number, entry: (i: number, j: number) => number) =>
  Float64Array.from({ length: count * count }, (_, at) => entry(Math.floor(at / count), at % count));

test('decoys of columns that go with no other have nothing of them: m^2 / s + 1 / (1 + 1 / m - s) is least at 1', async () => {
  for (const copies of [1, 3]) {
    const distances = await decoyDistances(
      matrixOf(5, (i, j) => Number(i === j)),
      0.5,
      copies,
      { engine, pacer },
    );
    for (const distance of distances) assert.ok(Math.abs(distance - 1) < 1e-9, String(distance));
  }
});

test('no distance can be moved for the better', async () => {
  const [count, copies] = [8, 3];
  const correlations = matrixOf(count, (i, j) => 0.9 ** Math.abs(i - j));
  const distances = await decoyDistances(correlations, 0.01, copies, { engine, pacer });
  const aimOf = async (at: number, by: number) => {
    const moved = distances.map((distance, column) => distance + (column === at ? by : 0));
    const room = correlations.map((correlation, place) => {
      const column = place % (count + 1) === 0 ? place / (count + 1) : undefined;
      return (1 + 1 / copies) * correlation - (column === undefined ? 0 : moved[column]);
    });
    const inverse = await invertPositive(engine, room, count, pacer);
    let sum = 0;
    for (let column = 0; column < count; column++) {
      sum += copies ** 2 / moved[column] + inverse[column * (count + 1)];
    }
    return sum;
  };
  const best = await aimOf(0, 0);
  for (let column = 0; column < count; column++) {
    for (const by of [-0.02, 0.02]) {
      const other = await aimOf(column, by * distances[column]);
      assert.ok(other > best, `column ${column} by ${by}: ${other}, ${best}`);
    }
  }
});
