import assert from 'node:assert/strict';
import test from 'node:test';
import { seriesClass, seriesColourCount, seriesColours } from './series-look.js';

function linear(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

/** Oklab (B. Ottosson), in which equal distances look equally far; black and white are 1 apart. */
function oklab(colour: string): number[] {
  const [red, green, blue] = linear(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function contrast(a: string, b: string): number {
  const light = [a, b].map(linear).map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  return Math.max(...light) / Math.min(...light);
}

for (const [kind, page] of [
  ['light', '#fbfbfa'],
  ['dark', '#1c1f23'],
] as const) {
  test(`the colours of series are far apart and stand out from a ${kind} page`, () => {
    const colours = seriesColours[kind];
    assert.equal(colours.length, seriesColourCount);
    colours.forEach((colour, place) => {
      assert.ok(contrast(colour, page) >= 3, `${colour} on the page`);
      for (const other of colours.slice(place + 1)) {
        const [a, b] = [oklab(colour), oklab(other)];
        assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 0.15, `${colour} and ${other}`);
      }
    });
  });
}

test('after the last colour the same come again, pale', () => {
  assert.equal(seriesClass(0), 'series-1');
  assert.equal(seriesClass(seriesColourCount), 'series-1 pale');
  const looks = Array.from({ length: 2 * seriesColourCount }, (_, look) => seriesClass(look));
  assert.equal(new Set(looks).size, looks.length);
});
