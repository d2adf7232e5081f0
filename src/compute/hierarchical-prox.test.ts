/** The hierarchical proximal step: worked by hand, against a numerical minimiser, and the kernel against its twin. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createComparingEngine } from '../../test/fixtures/comparing-engine.js';
import { createRandom, type Random } from '../maths/random.js';
import type { Engine } from './engine.js';
import { solveHierarchy } from './reference/hierarchical-prox.js';
import { callKernel, referenceKernels } from './reference/index.js';
import { viewMemory } from './reference/views.js';

let engine: Engine;
before(async () => {
  engine = await createComparingEngine();
});

interface Stepped {
  readonly skip: number[];
  readonly weights: number[];
}

/** Features that the kernel takes at a time. */
const tile = 16;

/** The kernel's step on one feature; the others of its tile are random ones. */
function step(v: readonly number[], u: readonly number[], lambda: number, hierarchy: number, lane = 1): Stepped {
  const random = createRandom(3);
  const mark = engine.memory.mark();
  const skip = engine.memory.float32(tile * v.length);
  const weight = engine.memory.float32(tile * u.length);
  for (const { view } of [skip, weight]) for (let i = 0; i < view.length; i++) view[i] = random.float() - 0.5;
  v.forEach((value, c) => {
    skip.view[tile * c + lane] = value;
  });
  u.forEach((value, h) => {
    weight.view[tile * h + lane] = value;
  });
  callKernel(
    engine,
    'hierarchicalProx',
    skip.pointer,
    weight.pointer,
    tile,
    tile,
    v.length,
    u.length,
    lambda,
    hierarchy,
    0,
    1,
  );
  engine.memory.release(mark);
  return { skip: v.map((_, c) => skip.view[tile * c + lane]), weights: u.map((_, h) => weight.view[tile * h + lane]) };
}

function assertNear(actual: readonly number[], expected: readonly number[], tolerance = 1e-6): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `place ${i}: ${actual[i]}, expected ${value}`);
  });
}

describe('the step worked by hand', () => {
  test('where no weight is cut, the skip weights shrink by lambda along their direction', () => {
    // |v| = 5, so the norm becomes 4 and the bound on the weights 8.
    const { skip, weights } = step([3, -4], [7, -2, 0], 1, 2);
    assertNear(skip, [2.4, -3.2]);
    assertNear(weights, [7, -2, 0]);
  });

  test('where one weight is cut, the skip weights pay for it', () => {
    // One weight above the bound: r = (1 - 0.5 + 2 * 3) / (1 + 4) = 1.3, bound 2.6, which lies between 3 and 1.
    const { skip, weights } = step([1], [-3, 1], 0.5, 2);
    assertNear(skip, [1.3]);
    assertNear(weights, [-2.6, 1]);
  });

  test('where lambda is larger than all it could save, the feature leaves exactly', () => {
    // |v| - lambda + M * sum|u| = 1 - 10 + 2 * 4 < 0.
    const { skip, weights } = step([1], [-3, 1], 10, 2);
    assertNear([...skip, ...weights], [0, 0, 0], 0);
  });

  test('where the skip weights are 0, the feature leaves', () => {
    assertNear(step([0, 0], [1, 2], 0, 10).weights, [0, 0], 0);
  });
});

/** loss(r) of the best answer whose skip norm is r: the direction stays, the weights are cut. */
function objective(r: number, norm: number, u: readonly number[], lambda: number, hierarchy: number): number {
  const level = hierarchy * r;
  const cut = u.reduce((sum, value) => sum + Math.max(0, Math.abs(value) - level) ** 2, 0);
  return (r - norm) ** 2 / 2 + cut / 2 + lambda * r;
}

/** The smallest objective by golden section: it is convex in r. */
function minimise(norm: number, u: readonly number[], lambda: number, hierarchy: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = 0;
  let high = norm + hierarchy * u.reduce((sum, value) => sum + Math.abs(value), 0);
  for (let i = 0; i < 200; i++) {
    const a = high - ratio * (high - low);
    const b = low + ratio * (high - low);
    if (objective(a, norm, u, lambda, hierarchy) <= objective(b, norm, u, lambda, hierarchy)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}

const uniform = (count: number, size: number, random: Random): number[] =>
  Array.from({ length: count }, () => Math.fround(size * (2 * random.float() - 1)));

describe('the step against a numerical minimiser', () => {
  const random = createRandom(1);
  for (const hierarchy of [0, 0.3, 1, 10]) {
    for (const lambda of [0, 0.01, 0.5, 3]) {
      test(`M ${hierarchy}, lambda ${lambda}: 30 random features`, () => {
        for (let round = 0; round < 30; round++) {
          const v = uniform(1 + random.below(5), 2, random);
          const u = uniform(1 + random.below(40), round % 2 === 0 ? 3 : 0.1, random);
          const norm = Math.hypot(...v);
          const r = minimise(norm, u, lambda, hierarchy);
          const { skip, weights } = step(v, u, lambda, hierarchy, round % tile);
          const { factor, level } = solveHierarchy(v, u, lambda, hierarchy);
          assertNear([factor * norm, level], [r, hierarchy * r], 1e-5);
          const expected = v.map((value) => (r / norm) * value);
          assertNear(skip, expected, 3e-5);
          assertNear(
            weights,
            u.map((value) => Math.max(-hierarchy * r, Math.min(hierarchy * r, value))),
            3e-5,
          );
        }
      });
    }
  }

  test('no small move away from the answer is better', () => {
    const v = uniform(3, 1, random);
    const u = uniform(20, 2, random);
    const { skip, weights } = step(v, u, 0.2, 1.5);
    const cost = (s: number[], w: number[]): number => {
      const square = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0);
      return square(s, v) / 2 + square(w, u) / 2 + 0.2 * Math.hypot(...s);
    };
    const best = cost(skip, weights);
    for (let round = 0; round < 500; round++) {
      const s = skip.map((value) => value + 0.02 * (random.float() - 0.5));
      const bound = 1.5 * Math.hypot(...s);
      const w = weights.map((value) => Math.max(-bound, Math.min(bound, value + 0.02 * (random.float() - 0.5))));
      assert.ok(cost(s, w) >= best - 1e-6);
    }
  });
});

test('many features in strided rows agree with the twin, and cuts do not change the bits', () => {
  const [tiles, classCount, hiddenCount, stride] = [5, 4, 100, 112];
  const skip = engine.memory.float32(classCount * stride);
  const weight = engine.memory.float32(hiddenCount * stride);
  const fill = () => {
    const again = createRandom(2);
    for (const { view } of [skip, weight]) for (let i = 0; i < view.length; i++) view[i] = again.float() - 0.5;
  };
  const run = (call: (from: number, to: number) => void, cuts: readonly number[]): Float32Array[] => {
    fill();
    for (let part = 1; part < cuts.length; part++) call(cuts[part - 1], cuts[part]);
    return [skip.view.slice(), weight.view.slice()];
  };
  const args = [skip.pointer, weight.pointer, stride, stride, classCount, hiddenCount, 0.3, 0.5] as const;
  const kernel = (from: number, to: number) => callKernel(engine, 'hierarchicalProx', ...args, from, to);
  const fast = run(kernel, [0, tiles]);
  // The twin's views are taken after the last block is allocated: growing the memory leaves older ones short.
  const twin = referenceKernels(viewMemory(engine.memory));
  const plain = run((from, to) => twin.hierarchicalProx(...args, from, to), [0, tiles]);
  fast.forEach((values, at) => {
    assertNear([...values], [...plain[at]], 2e-6);
  });
  assert.deepEqual(run(kernel, [0, 2, 3, tiles]), fast);
});
