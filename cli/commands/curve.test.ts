/** `neurofs curve` beside what any selection must exceed, and on another cohort. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createRandom } from '../../src/maths/random.js';
import { runCommand } from '../../test/fixtures/run-command.js';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-curve-'));
  await writeFile(join(folder, 'first.csv'), cohort(90, 1));
  await writeFile(join(folder, 'second.csv'), cohort(40, 2));
});
after(() => rm(folder, { recursive: true }));

/** Two of eight columns tell the class, two thirds of the rows are well. */
function cohort(rowCount: number, seed: number): string {
  const random = createRandom(seed);
  const lines = Array.from({ length: rowCount }, (_, row) => {
    const isIll = row % 3 === 0 ? 1 : 0;
    const cells = Array.from({ length: 8 }, (_, i) => (random.float() + (i < 2 ? 0.6 * isIll : 0)).toFixed(4));
    return `${cells.join(',')},${isIll ? 'ill' : 'well'}`;
  });
  return ['a,b,c,d,e,f,g,h,state', ...lines].join('\n');
}

const quick = ['--method', 'fisher', '--threads', '1', '--target', 'state'];

test('a curve stands beside all features, random ones and the largest class, and another cohort tells it again', async () => {
  const words = ['curve', 'first.csv', '-k', '2,4', '--folds', '3', '--test-file', 'second.csv', '-o', 'out', ...quick];
  const { code, stdout, stderr } = await runCommand(folder, words);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /features +SVM +SVM, other cohort +SVM, random\n/);
  assert.match(stdout, /SVM with all 8: [\d.]+ %; always guessing the most frequent class: 66\.7 %/);
  const { curves, guess, data } = JSON.parse(await readFile(join(folder, 'out', 'curve.json'), 'utf8'));
  const [{ points, beside, cohort: other }] = curves;
  assert.equal(data.rowCount, 90);
  assert.equal(guess.value, 60 / 90);
  assert.ok(points[0].mean > beside.random[0], `${points[0].mean} and ${beside.random[0]}`);
  assert.deepEqual([beside.random.length, points[0].values.length], [2, 3]);
  const html = await readFile(join(folder, 'out', 'curve.html'), 'utf8');
  assert.match(html, /random features/);
  assert.match(html, /always guessing the most frequent class/);

  // The other cohort is judged as by one selection from all rows of the first.
  const once = ['select', 'first.csv', '-k', '2', '--test-file', 'second.csv', '--json', ...quick];
  const selection = JSON.parse((await runCommand(folder, once)).stdout);
  const [{ measures }] = selection.measured;
  assert.equal(other[0], measures.find(({ measure }: { measure: string }) => measure === 'accuracy').value);
});

test('without another cohort the folds are the same', async () => {
  const words = ['curve', 'first.csv', '-k', '2,4', '--folds', '3', '--json', ...quick];
  const { stdout } = await runCommand(folder, words);
  const [curve] = JSON.parse(stdout).curves;
  const whole = JSON.parse(await readFile(join(folder, 'out', 'curve.json'), 'utf8'));
  assert.deepEqual(curve.points, whole.curves[0].points);
  assert.equal(curve.cohort, undefined);
});
