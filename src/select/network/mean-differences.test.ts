/** Differences of the classes' means: by hand, beside the F statistic of the filter, and where there is nothing to compare. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialEngine } from '../../compute/engine.js';
import { fillNormal } from '../../maths/normal.js';
import { createRandom } from '../../maths/random.js';
import { numberedClasses } from '../../target/class-target.js';
import { anovaF } from '../filter/anova-f.js';
import { meanDifferences } from './mean-differences.js';

test('scatter between the classes over the scatter within, worked out by hand', () => {
  const labels = Int32Array.of(0, 0, 1, 1);
  // Means 1 and 4, spread 1 on both sides: between 4 * 1.5^2 = 9, within 4. The second differs in no mean, the third is constant.
  const values = Float32Array.of(0, 2, 3, 5, /**/ 1, 3, 3, 1, /**/ 7, 7, 7, 7);
  // Degrees of freedom: 1 of the means, 2 of the rows within the classes.
  const { statistics } = meanDifferences({ values, featureCount: 3, labels, classCount: 2 });
  assert.deepEqual(
    Array.from(statistics, (f) => Number(f.toFixed(9))),
    [4.5, 0, 0],
  );
});

test('a feature that is the class is far above all others, and finite', () => {
  const labels = Int32Array.of(0, 1, 0, 1);
  const values = Float32Array.of(0, 1, 0, 1, /**/ 0, 1, 0.2, 0.9);
  const { statistics } = meanDifferences({ values, featureCount: 2, labels, classCount: 2 });
  const [first, second] = statistics;
  assert.ok(Number.isFinite(first) && first > 1e3 * second, `${first} and ${second}`);
});

test('a class of which no row is there says nothing', () => {
  const labels = Int32Array.of(0, 0, 2, 2);
  const values = Float32Array.of(0, 2, 3, 5);
  const { statistics } = meanDifferences({ values, featureCount: 1, labels, classCount: 3 });
  assert.equal(Number(statistics[0].toFixed(9)), 4.5);
});

test('are the F statistics of anova-f', async () => {
  const engine = await createSerialEngine();
  try {
    const [rowCount, columnCount, classCount] = [60, 20, 3];
    const noise = new Float64Array(rowCount * columnCount);
    fillNormal(noise, createRandom(3));
    const values = Float32Array.from(noise, (value, at) => value + ((at % columnCount) * (at % 7)) / 10);
    const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
    const byFeature = values.map((_, at) => values[(at % rowCount) * columnCount + Math.floor(at / rowCount)]);
    const { scores } = await anovaF.select(
      {
        matrix: { kind: 'dense', rowCount, columnCount, values },
        target: numberedClasses(labels, classCount),
        scaling: {
          method: 'none',
          offset: new Float64Array(columnCount),
          factor: new Float64Array(columnCount).fill(1),
        },
      },
      1,
      {},
      { engine, random: createRandom(0) },
    );
    const { statistics } = meanDifferences({ values: byFeature, featureCount: columnCount, labels, classCount });
    statistics.forEach((value, feature) => {
      assert.ok(Math.abs(value - scores[feature]) < 1e-9 * scores[feature], `feature ${feature}`);
    });
  } finally {
    engine.dispose();
  }
});

/** So many normal features of 100 rows in two classes, the first ten of which differ by `apart` deviations. */
function shifted(featureCount: number, apart: number, seed: number) {
  const rowCount = 100;
  const noise = new Float64Array(rowCount * featureCount);
  fillNormal(noise, createRandom(seed));
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
  const values = Float32Array.from(noise, (value, at) =>
    at < 10 * rowCount ? value + apart * labels[at % rowCount] : value,
  );
  return meanDifferences({ values, featureCount, labels, classCount: 2 });
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

test('little of noise is beyond chance, and next to all of what differs', () => {
  for (const seed of [1, 2, 3]) {
    const noise = shifted(1000, 0, seed);
    assert.ok(sum(noise.beyondChance) < 0.25 * sum(noise.statistics), `seed ${seed}: ${sum(noise.beyondChance)}`);
    const { statistics, beyondChance } = shifted(1000, 1.5, seed);
    assert.ok(sum(beyondChance.subarray(0, 10)) > 0.95 * sum(statistics.subarray(0, 10)));
    assert.ok(sum(beyondChance.subarray(10)) < 0.02 * sum(statistics.subarray(10)));
  }
});

test('where every row is a class of its own nothing can be said', () => {
  const labels = Int32Array.of(0, 1, 2);
  const { beyondChance } = meanDifferences({
    values: Float32Array.of(1, 2, 3),
    featureCount: 1,
    labels,
    classCount: 3,
  });
  assert.deepEqual([...beyondChance], [0]);
});
