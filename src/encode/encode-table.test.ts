import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../errors.js';
import { readCsv } from '../read/csv.js';
import { bytesSource } from '../read/source.js';
import type { DenseMatrix } from '../types.js';
import { encodeTable } from './encode-table.js';

const table = (text: string) => readCsv(bytesSource('table.csv', new TextEncoder().encode(text)));

async function refuses(text: string, target: string, message: RegExp): Promise<void> {
  const read = await table(text);
  assert.throws(
    () => encodeTable(read, { target }),
    (error: unknown) => error instanceof UserError && error.code === 'data' && message.test(error.message),
  );
}

test('a numeric target gives classes in the order of the numbers, and leaves the features', async () => {
  const dataset = encodeTable(await table('a,y,b\n1,10,2\n3,9,4\n5,10,6\n7,9,8\n'), { target: 'y' });
  assert.deepEqual(dataset.classNames, ['9', '10']);
  assert.deepEqual([...dataset.labels], [1, 0, 1, 0]);
  assert.deepEqual(dataset.featureNames, ['a', 'b']);
  assert.deepEqual([...(dataset.matrix as DenseMatrix).values], [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(dataset.targetName, 'y');
});

test('a text target gives classes in the order of the text', async () => {
  const dataset = encodeTable(await table('a,y\n1,b\n3,a\n5,b\n7,a\n'), { target: 'y' });
  assert.deepEqual(dataset.classNames, ['a', 'b']);
  assert.deepEqual([...dataset.labels], [1, 0, 1, 0]);
});

test('the row names that pandas writes are never a feature', async () => {
  const dataset = encodeTable(await table(',a,y\n0,1,b\n1,3,a\n2,5,b\n3,7,a\n'), { target: 'y' });
  assert.deepEqual(dataset.featureNames, ['a']);
});

test('a target that cannot be learnt is refused with advice', async () => {
  await refuses('age,y\n1,a\n2,b\n', 'agee', /no column "agee"; did you mean "age"\?/);
  await refuses('age,y\n1,a\n2,b\n', 'zzzzzz', /the columns are "age", "y"/);
  await refuses('a,y\n1,a\n2,a\n', 'y', /"a" in all 2 rows/);
  await refuses('a,y\n1,a\n', 'y', /one row/);
  await refuses('a,y\n1,a\n2,a\n3,b\n', 'y', /1 class of 2 with fewer than two rows \("b"\); merge or remove/);
  await refuses('a,y\n1,a\n2,NA\n3,a\n4,b\n5,b\n', 'y', /missing in 1 row, first in row 2/);
  const measured = Array.from({ length: 30 }, (_, row) => `1,${row}.5`).join('\n');
  await refuses(`a,y\n${measured}\n`, 'y', /looks like a measured quantity/);
  await refuses('y\n1\n1\n2\n2\n', 'y', /no column besides the target/);
});

test('missing and infinite cells are refused with their columns, rows and counts', async () => {
  await refuses(
    'a,b,y\n1,2,p\n,3,p\n4,inf,q\n,5,q\n',
    'y',
    /3 cells in 2 columns.*column "a": missing in 2 rows, first in row 2; column "b": Infinity in 1 row, first in row 3/,
  );
});
