import assert from 'node:assert/strict';
import test from 'node:test';
import { colourOf, hexOf, inactiveColour, type Rgb } from './colour-map.js';

/** Relative luminance of WCAG 2. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('a stronger value is always lighter, so the order survives grey print', () => {
  let before = luminance(inactiveColour);
  for (let step = 0; step <= 50; step++) {
    const now = luminance(colourOf(step / 50));
    assert.ok(now > before, `step ${step}: ${now} is not above ${before}`);
    before = now;
  }
});

test('the ends of the scale are its first and last anchor, and shares outside are held there', () => {
  assert.equal(hexOf(colourOf(0)), '#440154');
  assert.equal(hexOf(colourOf(1)), '#fde725');
  assert.deepEqual(colourOf(-3), colourOf(0));
  assert.deepEqual(colourOf(7), colourOf(1));
});
