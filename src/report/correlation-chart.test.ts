import assert from 'node:assert/strict';
import test from 'node:test';
import { correlationChart } from './correlation-chart.js';

function chartOf(count: number): string {
  const names = Array.from({ length: count }, (_, place) => `<f${place}>`);
  const values = Float64Array.from({ length: count * count }, (_, at) => (at % (count + 1) === 0 ? 1 : -0.5));
  return correlationChart({ label: 'all', names, values }).text;
}

test('every cell of a few features tells its pair, names escaped', () => {
  const chart = chartOf(3);
  assert.equal(chart.match(/<rect /g)?.length, 9);
  assert.match(chart, /class="against" fill-opacity="0\.500"><title>&lt;f0&gt;, &lt;f1&gt;: -0\.50</);
});

test('cells of many features are one shape for each colour', () => {
  const chart = chartOf(50);
  assert.equal(chart.match(/<path /g)?.length, 2);
  const [together, against] = [...chart.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path.match(/M/g)!.length);
  assert.deepEqual([together, against], [50, 2450]);
});
