/** Nothing grows faster than its input: `npm run bench -- growth` prints by how much. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponentOf, growthCases, workTime } from '../bench/growth-cases.js';

/** A second look at what was too slow at first: a pause of the machine is not repeated. */
const repeats = [1, 3];

for (const { name, of, sizes, most, prepare } of growthCases) {
  test(`${name} does not grow faster than the number of ${of} to the power of ${most}`, async () => {
    let exponent = Number.POSITIVE_INFINITY;
    for (const times of repeats) {
      if (exponent <= most) break;
      const seconds: number[] = [];
      for (const size of sizes) seconds.push(await workTime(prepare(size), times));
      exponent = exponentOf(sizes, seconds);
    }
    assert.ok(exponent <= most, `exponent ${exponent.toFixed(2)} from ${sizes.join(' to ')}`);
  });
}
