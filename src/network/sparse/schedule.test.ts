import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { planEpochs, removals } from './schedule.js';

test('ten features, two wanted, ten epochs: the figures worked out by hand', () => {
  // tRemoval = ceil(0.65 * 10) = 7, R = ceil(0.8 * 10 - 2) = 6.
  // t:        1  2  3  4  5  6  7  8  9 10
  // cRemove:  1  1  1  1  1  1  0  0  0  0     ceil(6/6), ceil(5/5), ...
  // R(t):     0  1  2  3  4  5  6  6  6  6
  // cGrow:    0  1  1  1  1  1  1  1  1  0     ceil(0.2 * (1 - t/10) * R(t))
  const plans = planEpochs({
    featureCount: 10,
    k: 2,
    epochs: 10,
    inputFraction: 0.2,
    removalShare: 0.65,
    removal: 'linear',
  });
  assert.deepEqual(
    plans.map((plan) => plan.growCount),
    [0, 1, 1, 1, 1, 1, 1, 1, 1, 0],
  );
  assert.deepEqual(
    plans.map((plan) => plan.pruneCount),
    [1, 2, 2, 2, 2, 2, 1, 1, 1, 0],
  );
  assert.deepEqual(
    plans.map((plan) => plan.activeAfter),
    [9, 8, 7, 6, 5, 4, 4, 4, 4, 4],
  );
});

test('MNIST at K = 50 in 100 epochs: 578 neurons go in 64 epochs, 206 stay', () => {
  // tRemoval = 65, R = ceil(0.8 * 784 - 50) = ceil(577.2) = 578; 784 - 578 = 206.
  const plans = planEpochs({
    featureCount: 784,
    k: 50,
    epochs: 100,
    inputFraction: 0.2,
    removalShare: 0.65,
    removal: 'linear',
  });
  assert.equal(plans[0].pruneCount, Math.ceil(578 / 64));
  assert.equal(plans[0].growCount, 0);
  assert.equal(plans[63].activeAfter, 206);
  assert.equal(plans[99].activeAfter, 206);
  // R(50) is what the first 49 epochs removed: 784 - activeAfter of epoch 49.
  assert.equal(plans[49].growCount, Math.ceil(0.2 * 0.5 * (784 - plans[48].activeAfter)));
});

test('geometric removal halves the neurons as often as it takes: the figures worked out by hand', () => {
  // last = ceil(1.25 * 8) = 10, tRemoval = 4, d / last = 16: active(t) = 10 * 16^(1 - t/4) = 80, 40, 20, 10.
  // cGrow = ceil(0.25 * (1 - t/8) * active(t)) = 18, 8, 4, 2, 1, 1, 1, 0; at first no neuron is inactive.
  const options = { featureCount: 160, k: 8, epochs: 8, inputFraction: 0.25, removalShare: 0.5 };
  const plans = planEpochs({ ...options, removal: 'geometric' });
  assert.deepEqual(
    plans.map((plan) => plan.activeAfter),
    [80, 40, 20, 10, 10, 10, 10, 10],
  );
  assert.deepEqual(
    plans.map((plan) => plan.growCount),
    [0, 8, 4, 2, 1, 1, 1, 0],
  );
});

test('for any sizes the active count falls to d - R, or to (1 + zeta_in) K, and is never below K', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 150 }),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...removals),
      (featureCount, share, epochs, inputFraction, removalShare, removal) => {
        const k = Math.max(1, Math.round(share * featureCount));
        const plans = planEpochs({ featureCount, k, epochs, inputFraction, removalShare, removal });
        let active = featureCount;
        for (const plan of plans) {
          assert.equal(plan.activeAfter, active - plan.pruneCount + plan.growCount);
          assert.ok(plan.activeAfter >= k && plan.activeAfter <= active);
          assert.ok(plan.growCount <= featureCount - active, 'only inactive neurons can be woken');
          active = plan.activeAfter;
        }
        const removed = Math.max(0, Math.ceil((1 - inputFraction) * featureCount - k));
        const phase = Math.ceil(removalShare * epochs);
        const linear = phase > 1 ? featureCount - removed : active;
        const geometric = Math.min(featureCount, Math.ceil((1 + inputFraction) * k));
        assert.equal(active, removal === 'linear' ? linear : geometric);
      },
    ),
  );
});

test('after a warm-up the schedule is that of the epochs that are left', () => {
  const shape = { featureCount: 200, k: 10, inputFraction: 0.3, removalShare: 0.9, removal: 'geometric' } as const;
  const plans = planEpochs({ ...shape, epochs: 25, warmUp: 5 });
  assert.deepEqual(
    plans.slice(0, 5),
    [1, 2, 3, 4, 5].map((epoch) => ({ epoch, pruneCount: 0, growCount: 0, activeAfter: 200 })),
  );
  assert.deepEqual(
    plans.slice(5).map((plan) => ({ ...plan, epoch: plan.epoch - 5 })),
    planEpochs({ ...shape, epochs: 20 }),
  );
});
