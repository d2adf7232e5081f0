/**
 * Judges and measures against scikit-learn and scikit-survival on small data: test/goldens/judges.json, made by
 * test/goldens/make_judge_goldens.py with the versions named in it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { measurePredictions } from '../src/evaluate/measures/measure-predictions.js';
import { trainAndPredict } from '../src/evaluate/run-judge.js';
import { createRandom } from '../src/maths/random.js';
import { numberedClasses } from '../src/target/class-target.js';
import type { Target } from '../src/types.js';

interface Side {
  readonly x: number[][];
  readonly two: number[];
  readonly three: number[];
  readonly values: number[];
  readonly times: number[];
  readonly events: number[];
}

interface Golden {
  readonly weights: number[];
  readonly train: Side;
  readonly test: Side;
  /** Of forests with 50 trees, by test row. */
  readonly extraTreesOfValues: { readonly seeds: number; readonly mean: number[]; readonly deviation: number[] };
  readonly cases: readonly {
    readonly judge: string;
    readonly target: 'two' | 'three' | 'values' | 'survival';
    readonly options: Readonly<Record<string, unknown>>;
    readonly weighted: boolean;
    readonly predicted: Readonly<Record<string, number[]>>;
    readonly measures: Readonly<Record<string, number>>;
  }[];
}

const golden = JSON.parse(readFileSync(new URL('../../test/goldens/judges.json', import.meta.url), 'utf8')) as Golden;

function targetOf(side: Side, kind: Golden['cases'][number]['target']): Target {
  if (kind === 'values') return { kind, values: Float64Array.from(side.values), outputCount: 1 };
  if (kind === 'survival') {
    return { kind, times: Float64Array.from(side.times), events: Uint8Array.from(side.events) };
  }
  return numberedClasses(Int32Array.from(side[kind]), kind === 'two' ? 2 : 3);
}

/** Kernel values of the support vector machines are floats, as in LIBSVM; all else is solved to the last digits. */
const closeness: Readonly<Record<string, number>> = { svm: 2e-6, logistic: 1e-6, cox: 1e-6 };

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

for (const { judge, target, options, weighted, predicted, measures } of golden.cases) {
  const how = `${JSON.stringify(options)}${weighted ? ', weighted' : ''}`;
  test(`${judge} on ${target} with ${how} says and measures what the reference does`, async () => {
    const { train, test: held } = golden;
    const told = await trainAndPredict(
      engine,
      judge,
      Float64Array.from(train.x.flat()),
      targetOf(train, target),
      Float64Array.from(held.x.flat()),
      { options, ...(weighted && { weights: Float64Array.from(golden.weights) }) },
    );
    for (const [name, expected] of Object.entries(predicted)) {
      const found = told[name as keyof typeof told] as unknown as ArrayLike<number>;
      assert.equal(found.length, expected.length, name);
      expected.forEach((value, i) => {
        const apart = Math.abs(found[i] - value);
        assert.ok(apart <= (closeness[judge] ?? 1e-10), `${name} ${i}: ${found[i]} against ${value}`);
      });
    }
    const rows = { rowCount: held.x.length, random: createRandom(1) };
    const own = await measurePredictions(targetOf(held, target), [told], rows);
    for (const [name, expected] of Object.entries(measures)) {
      const found = own.find(({ measure }) => measure === name)!;
      assert.ok(
        Math.abs(found.value - expected) <= (closeness[judge] ?? 1e-12),
        `${name}: ${found.value}, ${expected}`,
      );
      assert.ok(found.interval && found.interval[0] <= found.value && found.value <= found.interval[1], name);
    }
    assert.equal(own.length, Object.keys(measures).length, 'nothing else is measured');
  });
}

test('forests for numbers tell on average what those of scikit-learn do', async () => {
  const { train, test: held, extraTreesOfValues: forest } = golden;
  const seeds = 60;
  const sums = new Float64Array(held.x.length);
  for (let seed = 0; seed < seeds; seed++) {
    const told = await trainAndPredict(
      engine,
      'extra-trees',
      Float64Array.from(train.x.flat()),
      targetOf(train, 'values'),
      Float64Array.from(held.x.flat()),
      { random: createRandom(seed) },
    );
    assert.ok(told.kind === 'values');
    told.values.forEach((value, row) => {
      sums[row] += value / seeds;
    });
  }
  forest.mean.forEach((mean, row) => {
    const error = forest.deviation[row] * Math.sqrt(1 / seeds + 1 / forest.seeds);
    assert.ok(Math.abs(sums[row] - mean) < 4 * error, `row ${row}: ${sums[row]} against ${mean} ± ${error}`);
  });
});
