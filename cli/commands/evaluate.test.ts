/** `neurofs evaluate` and `neurofs curve`, run inside this process with streams that are read back. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createRandom } from '../../src/maths/random.js';
import { accuracyOf } from '../../test/fixtures/accuracies.js';
import { runProgram } from '../program.js';

let folder = '';
let data = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-evaluate-'));
  data = join(folder, 'data.csv');
  await writeFile(data, plantedCsv(120));
});
after(() => rm(folder, { recursive: true }));

/** Two features that tell the class, and four that do not. */
function plantedCsv(rowCount: number): string {
  const random = createRandom(5);
  const lines = ['a,b,c,d,e,f,class'];
  for (let row = 0; row < rowCount; row++) {
    const label = row % 2;
    const cells = Array.from({ length: 6 }, (_, i) => (random.float() + (i < 2 ? label : 0)).toFixed(4));
    lines.push(`${cells.join(',')},${['ill', 'well'][label]}`);
  }
  return `${lines.join('\n')}\n`;
}

/** So slow that no line of progress falls due, however busy the machine is. */
const slowClock = () => performance.now() / 1000;

async function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await runProgram({
    words,
    env: { NO_COLOR: '1' },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    signal: new AbortController().signal,
    now: slowClock,
  });
  return { code, ...written };
}

const evaluate = (...words: string[]) => run('evaluate', data, '--target', 'class', '--threads', '1', ...words);

test('a selection is measured on the rows it has not seen, and standard output is the table alone', async () => {
  const out = join(folder, 'selected');
  const select = ['select', data, '--target', 'class', '--k', '2', '--method', 'fisher', '--seed', '9', '--out', out];
  assert.equal((await run(...select)).code, 0);
  const ended = await evaluate('--features', join(out, 'selection.json'), '--classifier', 'svm,knn,extra-trees');
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal(ended.stderr, '');
  assert.match(ended.stdout, /^2 features of data\.csv, 96 training rows, 24 test rows\n/);
  assert.match(ended.stdout, /\n +SVM +Nearest neighbour +Extra trees\naccuracy +(9\d|100)\.\d % /);
  assert.match(ended.stdout, /\nlog loss +\d/);
  const other = await evaluate('--features', join(out, 'selection.json'), '--seed', '1');
  assert.match(other.stderr, /another split.*may have seen test rows/);
});

test('a selection made on another file is measured with a warning where its names are there', async () => {
  const out = join(folder, 'other');
  const other = join(folder, 'other.csv');
  await writeFile(other, plantedCsv(80));
  await run('select', other, '--target', 'class', '--k', '2', '--method', 'fisher', '--out', out);
  const ended = await evaluate('--features', join(out, 'selection.json'), '--json');
  assert.equal(ended.code, 0);
  assert.match(ended.stderr, /made from another file \(other\.csv/);
  assert.equal(JSON.parse(ended.stdout).warnings.length, 1);
  const renamed = join(folder, 'renamed.csv');
  await writeFile(renamed, plantedCsv(80).replace('a,b,c', 'x,y,c'));
  const refused = await run('evaluate', renamed, '--target', 'class', '--features', join(out, 'selection.json'));
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /^neurofs: feature "[ab]" is not in the data \(and 1 more/);
});

test('JSON holds the figures, the classes and the confusion matrix', async () => {
  const ended = await evaluate('--features', 'b,a', '--json', '--classifier', 'knn', '--neighbours', '3');
  const result = JSON.parse(ended.stdout);
  assert.equal(result.format, 'neurofs-evaluation');
  assert.deepEqual(result.featureNames, ['b', 'a']);
  assert.equal(result.parameters.knn.neighbours, 3);
  const [knn] = result.evaluations;
  assert.equal(
    knn.confusion.flat().reduce((sum: number, count: number) => sum + count),
    24,
  );
  assert.deepEqual(
    knn.classes.map(({ name }: { name: string }) => name),
    ['ill', 'well'],
  );
  const correct = knn.confusion.reduce((sum: number, row: number[], label: number) => sum + row[label], 0);
  assert.equal(accuracyOf(knn), correct / 24);
  assert.equal(result.deciding.measure, 'accuracy');
});

test('all, random and named features give figures that make sense beside each other', async () => {
  const accuracy = async (...words: string[]) =>
    accuracyOf(JSON.parse((await evaluate(...words, '--json')).stdout).evaluations[0]);
  assert.ok((await accuracy('--features', 'a,b')) > 0.85);
  assert.ok((await accuracy('--features', 'all')) > 0.8);
  assert.ok((await accuracy('--features', 'c,d,e,f')) < 0.8);
  assert.equal(
    await accuracy('--features', 'random', '--k', '2'),
    await accuracy('--features', 'random', '--k', '2', '--threads', '2'),
  );
});

const refused: [what: string, words: string[], code: number, message: RegExp][] = [
  ['a feature that is not there', ['--features', 'aa'], 3, /feature "aa" is not in the data; did you mean "a"/],
  ['random without a number', ['--features', 'random'], 2, /--features random needs --k/],
  ['a number without random', ['--features', 'all', '--k', '3'], 2, /--k can only be used with --features random/],
  ['an unknown judge', ['--features', 'all', '--classifier', 'svn'], 2, /unknown judge "svn"; did you mean "svm"/],
  ['an unknown measure', ['--features', 'all', '--measure', 'acuracy'], 2, /unknown measure "acuracy"; did you mean/],
  [
    'a measure of numbers',
    ['--features', 'all', '--measure', 'r2'],
    2,
    /does not measure a target of classes; use --measure/,
  ],
  ['no test rows', ['--features', 'all', '--test-fraction', '0'], 2, /--test-fraction must be above 0/],
  ['a missing selection', ['--features', 'no.json'], 3, /--features no\.json.*no such file/],
  ['a gamma of nothing', ['--features', 'all', '--gamma', '0'], 2, /--gamma must be a number above 0/],
];
for (const [what, words, code, message] of refused) {
  test(`${what} is refused in one line with exit code ${code}`, async () => {
    const ended = await evaluate(...words);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, /^neurofs: [^\n]*\n$/);
    assert.match(ended.stderr, message);
    assert.equal(ended.stdout, '');
  });
}

test('names may stand in a list, one a line, such as features.txt', async () => {
  const [list, empty] = [join(folder, 'features.txt'), join(folder, 'empty.txt')];
  await writeFile(list, 'b\r\na\n\n');
  await writeFile(empty, '\n');
  const [listed, named] = await Promise.all([list, 'b,a'].map((which) => evaluate('--features', which, '--json')));
  assert.equal(listed.code, 0, listed.stderr);
  const { featureNames, evaluations } = JSON.parse(listed.stdout);
  assert.deepEqual(featureNames, ['b', 'a']);
  assert.deepEqual(evaluations, JSON.parse(named.stdout).evaluations);
  assert.ok(evaluations.length > 0);
  const refused = await evaluate('--features', empty);
  assert.deepEqual([refused.code, /the file is empty/.test(refused.stderr)], [3, true]);
});

test('a file that is no selection is refused with what it holds', async () => {
  const table = await evaluate('--features', data);
  assert.equal(table.code, 2);
  assert.match(
    table.stderr,
    /must be a selection\.json.*Got the file .*data\.csv, which starts with "a,b,c,d,e,f,class"/,
  );
  const other = join(folder, 'other.json');
  await writeFile(other, '{"format":"neurofs-curve"}');
  assert.match(
    (await evaluate('--features', other)).stderr,
    /is not a selection.*Got a file of the format "neurofs-curve"/,
  );
});

test('the curve suggests a number of features and writes its three files', async () => {
  const out = join(folder, 'curve');
  const words = ['curve', data, '--target', 'class', '--method', 'fisher', '--folds', '4', '--threads', '1'];
  const ended = await run(...words, '--k', '4,1,2', '--classifier', 'svm,knn', '--out', out);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, /features +SVM +SVM, random +Nearest neighbour +Nearest neighbour, random\n +1 /);
  assert.match(ended.stdout, /SVM: \d features? gives? the best mean accuracy/);
  const stored = JSON.parse(await readFile(join(out, 'curve.json'), 'utf8'));
  assert.deepEqual(
    stored.curves[0].points.map(({ k, values }: { k: number; values: number[] }) => [k, values.length]),
    [
      [1, 4],
      [2, 4],
      [4, 4],
    ],
  );
  assert.equal((await readFile(join(out, 'curve.csv'), 'utf8')).split('\n').length, 1 + 2 * 3 * 4 + 1);
  const page = await readFile(join(out, 'curve.html'), 'utf8');
  assert.match(page, /class="band"/);
  assert.match(page, /one standard error/);
  const again = await run(...words, '--k', '1,2,4', '--classifier', 'svm,knn', '--json');
  assert.deepEqual(JSON.parse(again.stdout).curves, stored.curves);
});

test('a number of features that the data do not have is refused', async () => {
  const ended = await run('curve', data, '--target', 'class', '--k', '2,7', '--method', 'fisher', '--json');
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /from 1 to 6\. Got 7 instead/);
});
