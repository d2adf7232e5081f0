import assert from 'node:assert/strict';
import test from 'node:test';
import { lineChart } from './line-chart.js';

const plain = { label: 'Loss', xTitle: 'epoch', yTitle: 'loss' };

test('every series has its own curve, colour and legend entry, and a band where intervals are given', () => {
  const chart = lineChart({
    ...plain,
    series: [
      { name: 'ours', points: [10, 20, 30].map((x) => ({ x, y: x / 40, low: x / 50, high: x / 30 })) },
      { name: 'theirs', points: [10, 20, 30].map((x) => ({ x, y: 0.5 })), dashed: true },
    ],
  }).text;
  assert.equal(chart.match(/class="band"/g)?.length, 1);
  assert.match(chart, /class="series-1"[\s\S]*>ours<[\s\S]*class="series-2"[\s\S]*>theirs</);
  assert.equal(chart.match(/class="curve dashed"/g)?.length, 2);
});

test('a level has its name in the legend, where no line crosses it, and one without a name has none', () => {
  const series = [{ name: 'loss', points: [1, 2].map((x) => ({ x, y: x })) }];
  const { text } = lineChart({ ...plain, series, levels: [{ y: 1.5, name: 'all 784' }] });
  assert.match(text, /<g class="legend">.*>loss<.*<path class="level"[^>]*><text [^>]*>all 784<.*<\/g><\/g>/);
  assert.equal(text.match(/all 784/g)?.length, 1);
  assert.doesNotMatch(lineChart({ ...plain, series, levels: [{ y: 1.5, name: '' }] }).text, /class="legend"/);
});

test('a missing value leaves a gap in the curve', () => {
  const points = [1, 2, undefined, 4, 5].map((y, x) => ({ x, y }));
  const curve = /class="curve" d="([^"]*)"/.exec(lineChart({ ...plain, series: [{ name: 'loss', points }] }).text)?.[1];
  assert.equal(curve?.match(/M/g)?.length, 2);
});

test('the curve runs through the plane as its values say', () => {
  const points = [0, 1, 2].map((x) => ({ x, y: x * 10 }));
  const text = lineChart({ ...plain, series: [{ name: 'loss', points }] }).text;
  const curve = /class="curve" d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)L([\d.]+),([\d.]+)"/
    .exec(text)
    ?.slice(1)
    .map(Number);
  assert.ok(curve !== undefined, text);
  const [x0, y0, x1, y1, x2, y2] = curve;
  assert.ok(Math.abs((x0 + x2) / 2 - x1) <= 0.1 && Math.abs((y0 + y2) / 2 - y1) <= 0.1);
  assert.ok(y0 > y2 && x2 > x0);
});

test('charts of nothing, of one point and of endless values hold no NaN', () => {
  const cases = [
    [],
    [{ x: 3, y: 5 }],
    [{ x: 1, y: Number.NaN }],
    [
      { x: 1, y: 1 / 0 },
      { x: 2, y: 3 },
    ],
  ];
  for (const points of cases) {
    const text = lineChart({ ...plain, series: [{ name: 'loss', points }] }).text;
    assert.doesNotMatch(text, /NaN|Infinity|∞/);
  }
});

test('names are escaped', () => {
  const text = lineChart({
    label: '"><script>',
    xTitle: '<x>',
    yTitle: '<y>',
    series: ['<a>', '<b>'].map((name) => ({ name, points: [] })),
    levels: [{ y: 1, name: '<level>' }],
  }).text;
  assert.doesNotMatch(text, /<(script|x|y|a|b|level)>/);
});

test('where all points stand on whole numbers the axis has whole numbers alone', () => {
  const marks = (...xs: readonly number[]) => {
    const { text } = lineChart({ ...plain, yTitle: '', series: [{ name: '', points: xs.map((x) => ({ x, y: 1 })) }] });
    return [...text.matchAll(/text-anchor="middle">([^<]*)</g)].map(([, mark]) => mark);
  };
  assert.deepEqual(marks(1, 2, 3), ['1', '2', '3']);
  assert.deepEqual(marks(7), ['7']);
  assert.ok(marks(1, 2.5, 3).includes('1.5'));
});
