import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessTarget } from '../examine/guess-target.js';
import { readCsv } from '../read/csv/csv.js';
import { bytesSource } from '../read/source/source.js';
import { finish } from '../turns.js';
import { guessImageShape } from './guess-image-shape.js';

const tableOf = (lines: readonly string[]) => readCsv(bytesSource('t.csv', new TextEncoder().encode(lines.join('\n'))));

test('a usual name is the target, wherever it stands', async () => {
  const table = await tableOf(['a,Diagnosis,b', '1,x,3', '2,y,4', '3,x,1', '5,y,0.5']);
  assert.equal(finish(guessTarget(table)), 'Diagnosis');
});

test('without a usual name the last column is, if it has classes, else the first', async () => {
  assert.equal(finish(guessTarget(await tableOf(['a,b', '0.5,0', '0.25,1', '0.75,0', '0.125,1']))), 'b');
  assert.equal(finish(guessTarget(await tableOf(['b,a', '0,0.5', '1,0.25', '0,0.75', '1,0.125']))), 'b');
});

test('a usual name without classes is passed over', async () => {
  assert.equal(finish(guessTarget(await tableOf(['y,k', '0.1,0', '0.2,1', '0.3,0', '0.4,1']))), 'k');
});

test('where nothing has classes there is no guess', async () => {
  assert.equal(finish(guessTarget(await tableOf(['a,b', '0.1,0.5', '0.2,0.6', '0.3,0.7']))), undefined);
});

test('names that count the pixels of a square are an image; others are not', () => {
  const count = (length: number, first: number) => Array.from({ length }, (_, place) => `pixel${first + place}`);
  assert.deepEqual(guessImageShape(count(784, 0)), [28, 28]);
  assert.deepEqual(guessImageShape(count(64, 1)), [8, 8]);
  assert.equal(guessImageShape(count(785, 0)), undefined);
  assert.equal(guessImageShape(count(49, 0)), undefined);
  assert.equal(guessImageShape([...count(63, 0), 'age']), undefined);
});

test('columns that are merely numbered are an image only where they hold bytes as bright as pixels', () => {
  const names = Array.from({ length: 400 }, (_, place) => `c${place}`);
  const matrix = (values: Float32Array | Uint8Array) =>
    ({ kind: 'dense', rowCount: 1, columnCount: 400, values }) as const;
  assert.equal(guessImageShape(names), undefined);
  assert.equal(guessImageShape(names, matrix(new Float32Array(400).fill(200))), undefined);
  assert.equal(guessImageShape(names, matrix(new Uint8Array(400).fill(9))), undefined);
  assert.deepEqual(guessImageShape(names, matrix(new Uint8Array(400).fill(200))), [20, 20]);
});
