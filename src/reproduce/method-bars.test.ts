import assert from 'node:assert/strict';
import test from 'node:test';
import { methodBars } from './method-bars.js';

const bars = [{ name: 'a', look: 0, ours: 0.9, deviation: 0.05, paper: 0.8 }];
const svg = methodBars({ label: 'x', bars, from: 0.6, to: 1, format: (share) => (share * 100).toFixed(1) }).text;

test('an axis says where the bars begin, and a bar ends where the axis has its value', () => {
  const ticks = [...svg.matchAll(/class="tick" x="([\d.]+)"[^>]*>([^<]*)</g)];
  assert.deepEqual(
    ticks.map(([, , text]) => text),
    ['60', '70', '80', '90', '100'],
  );
  const [, x, width] = /class="ours" x="([\d.]+)"[^>]*width="([\d.]+)"/.exec(svg)!;
  assert.equal(Number(ticks[0][1]), Number(x));
  assert.ok(Math.abs(Number(x) + Number(width) - Number(ticks[3][1])) < 0.2);
});

test('a whisker and the mark of the paper have an outline, which sets them off from a dark bar', () => {
  for (const kind of ['whisker', 'paper-mark']) {
    const path = new RegExp(`class="${kind}" d="([^"]*)"/>`).exec(svg.slice(svg.indexOf('class="ours"')))![1];
    assert.ok(svg.includes(`<path class="halo" d="${path}"/><path class="${kind}"`), kind);
  }
});
