import assert from 'node:assert/strict';
import test from 'node:test';
import { encodeTable } from '../encode/encode-table.js';
import { readCsv } from '../read/csv/csv.js';
import { bytesSource } from '../read/source/source.js';
import { inspectFeature } from './inspect-feature.js';

async function datasetOf(lines: readonly string[]) {
  const table = await readCsv(bytesSource('t.csv', new TextEncoder().encode(lines.join('\n'))));
  return encodeTable(table, { target: 'y' });
}

test('values lie in bins of every class, and related features come by the size of their correlation', async () => {
  // b is 10 - 2 a, so it correlates with -1; c alternates, and has 2/sqrt(20) of it by hand.
  const dataset = await datasetOf(['a,b,c,y', '1.5,7,0.5,p', '2.5,5,1.5,q', '3.5,3,0.5,p', '4.5,1,1.5,q', '99,0,9,q']);
  const view = inspectFeature(dataset, Int32Array.of(0, 1, 2, 3), 0);
  assert.deepEqual(view.classNames, ['p', 'q']);
  assert.equal(view.shares[0][0], 0.5);
  assert.equal(view.shares[1][15], 0.5);
  assert.equal(
    view.shares[0].reduce((sum, share) => sum + share, 0),
    1,
  );
  assert.equal(view.related[0].feature, 1);
  assert.ok(Math.abs(view.related[0].correlation + 1) < 1e-12);
  assert.ok(Math.abs(view.related[1].correlation - 1 / Math.sqrt(5)) < 1e-12);
});

test('a column of categories is shown by its categories', async () => {
  const dataset = await datasetOf([
    'colour,x,y',
    'red,1,p',
    'blue,2,q',
    'red,3,p',
    'blue,4.5,q',
    'green,5,q',
    'green,6,p',
  ]);
  const view = inspectFeature(dataset, Int32Array.of(0, 1, 2, 3, 4, 5), 0);
  assert.equal(view.bins.length, 3);
  const [red] = view.bins.flatMap((name, bin) => (/red/.test(String(name)) ? [bin] : []));
  assert.equal(view.shares[0][red], 2 / 3);
  assert.equal(view.shares[1][red], 0);
});
