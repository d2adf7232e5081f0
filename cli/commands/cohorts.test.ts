/** Files as people have them, from the command line: a second cohort, a phenotype file, rows without a target. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-cohorts-'));
});
after(() => rm(folder, { recursive: true }));

function run(words: readonly string[]): Promise<{ code: number | string; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
    execFile(process.execPath, [main, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Two genes of four tell the class; genes in rows, as a microarray comes, and the classes in another file. */
function cohort(letter: string, rowCount: number, seed: number): { genes: string; pheno: string } {
  const random = createRandom(seed);
  const samples = Array.from({ length: rowCount }, (_, row) => `${letter}${row + 1}`);
  const lines = Array.from({ length: 4 }, (_, gene) =>
    [`gene${gene}`, ...samples.map((_, row) => (random.float() + (gene < 2 ? row % 2 : 0)).toFixed(3))].join('\t'),
  );
  const kinds = samples.map((name, row) => `${name}\t${row === 3 ? 'NA' : ['well', 'ill'][row % 2]}`);
  return {
    genes: `${samples.join('\t')}\n${lines.join('\n')}\n`,
    pheno: `sample\tstate\n${kinds.reverse().join('\n')}\n`,
  };
}

test('genes in rows with a phenotype file, tested on another cohort, every row known by its name', async () => {
  const [a, b] = [cohort('a', 60, 1), cohort('b', 30, 2)];
  await writeFile(join(folder, 'a.tsv'), a.genes);
  await writeFile(join(folder, 'a-pheno.tsv'), a.pheno);
  await writeFile(join(folder, 'both-pheno.tsv'), a.pheno + b.pheno.replace('sample\tstate\n', ''));
  await writeFile(join(folder, 'b.tsv'), b.genes);
  const words = [
    '--transpose',
    '--on',
    'sample',
    '--target',
    'state',
    '--method',
    'fisher',
    '--k',
    '2',
    '--threads',
    '1',
  ];

  const alone = await run(['select', 'a.tsv', '--with', 'a-pheno.tsv', '--missing-target', 'drop', ...words]);
  assert.equal(alone.code, 0, alone.stderr);
  assert.match(alone.stdout, /1 of 60 rows were dropped because their target "state" is missing/);
  const out = join(folder, 'neurofs-out');
  const selected = (await readFile(join(out, 'selected.csv'), 'utf8')).split('\n');
  assert.equal(selected[0], '"",gene0,gene1,state');
  assert.match(selected[1], /^a1,/);
  assert.deepEqual((await readFile(join(out, 'features.txt'), 'utf8')).trim().split('\n').sort(), ['gene0', 'gene1']);
  const split = JSON.parse(await readFile(join(out, 'split.json'), 'utf8'));
  assert.equal(split.train.length + split.test.length, 59);
  assert.ok(!split.train.includes(3) && !split.test.includes(3), 'the row without a target is on neither side');
  assert.equal(split.testNames[0], `a${split.test[0] + 1}`);
  const { parameters } = JSON.parse(await readFile(join(out, 'selection.json'), 'utf8'));
  assert.deepEqual([parameters.transpose, parameters.with, parameters.missingTarget], [true, 'a-pheno.tsv', 'drop']);

  const again = ['--with', 'a-pheno.tsv', '--missing-target', 'drop', '--split', 'neurofs-out/split.json', '--json'];
  const repeated = await run(['select', 'a.tsv', ...again, ...words]);
  assert.equal(repeated.code, 0, repeated.stderr);
  const { measured } = JSON.parse(await readFile(join(out, 'selection.json'), 'utf8'));
  assert.ok(measured.length > 0);
  assert.deepEqual(JSON.parse(repeated.stdout).measured, measured, 'the split of a run can be used again');

  const cohorts = ['--with', 'both-pheno.tsv', '--missing-target', 'drop', '--test-file', 'b.tsv', '--json'];
  const tested = await run(['select', 'a.tsv', ...cohorts, ...words]);
  assert.equal(tested.code, 0, tested.stderr);
  const { data } = JSON.parse(tested.stdout);
  assert.deepEqual([data.trainRowCount, data.testRowCount], [59, 29]);
  const both = await run(['select', 'a.tsv', ...cohorts, '--split', 'random', ...words]);
  assert.equal(both.code, 2);
  assert.match(both.stderr, /give --test-file or --split, not both/);
});

test('apply takes the selected columns from new rows: categories and filling as fitted, order kept, absent columns named', async () => {
  const random = createRandom(3);
  const rows = Array.from({ length: 40 }, (_, row) => {
    const age = row === 0 ? '' : 20 + row;
    return `p${row},${age},${['m', 'f'][row % 2]},${random.float().toFixed(3)},${['well', 'ill'][row % 2]}`;
  });
  await writeFile(join(folder, 'first.csv'), `id,age,sex,noise,state\n${rows.join('\n')}\n`);
  const words = ['--method', 'fisher', '--k', '2', '--missing', 'mean', '--leave-out', 'noise', '--test-fraction', '0'];
  const made = await run(['select', 'first.csv', '--target', 'state', ...words, '--out', 'made', '--threads', '1']);
  assert.equal(made.code, 0, made.stderr);
  const { columns } = JSON.parse(await readFile(join(folder, 'made', 'selection.json'), 'utf8'));
  // The mean of 21 to 59, the row that is missing aside.
  assert.deepEqual(columns, [
    { name: 'age', use: 'number', fill: 40 },
    { name: 'sex', use: 'one-hot', categories: ['f', 'm'] },
  ]);
  await writeFile(join(folder, 'new.csv'), 'sex,id,more,age\nm,q1,1,33\nf,q2,2,NA\nx,q3,3,50\n');
  const applied = await run(['apply', 'made/selection.json', 'new.csv', '-o', 'reduced.csv']);
  assert.equal(applied.code, 0, applied.stderr);
  assert.equal(await readFile(join(folder, 'reduced.csv'), 'utf8'), 'id,age,sex=m\nq1,33,1\nq2,40,0\nq3,50,0\n');
  assert.match(applied.stderr, /1 missing cell of "age" are filled with 40/);
  assert.match(applied.stderr, /1 cell of "sex" hold categories that the first file does not have \("x"\)/);
  await writeFile(join(folder, 'short.csv'), 'id,age\nq1,33\nq2,34\n');
  const short = await run(['apply', 'made/selection.json', 'short.csv']);
  assert.equal(short.code, 3);
  assert.match(short.stderr, /short\.csv: 1 column is missing that the selection needs: "sex"/);
});

test('a table that select wrote is applied, names and categories guarded against spreadsheets too', async () => {
  const random = createRandom(5);
  const rows = Array.from({ length: 60 }, (_, row) => {
    const sign = row % 2;
    return `${(sign + random.float()).toFixed(3)},${'-+'[sign]},${random.float().toFixed(3)},${['no', 'yes'][sign]}`;
  });
  await writeFile(join(folder, 'signs.csv'), `=1+1,@strand,noise,ill\n${rows.join('\n')}\n`);
  const words = ['--target', 'ill', '--method', 'fisher', '--k', '2', '--out', 'signs', '--threads', '1'];
  const made = await run(['select', 'signs.csv', ...words]);
  assert.equal(made.code, 0, made.stderr);
  const written = await readFile(join(folder, 'signs', 'selected.csv'), 'utf8');
  assert.match(written, /^'=1\+1,'@strand,ill\n[\d.]+,'-,no\n[\d.]+,'\+,yes\n/);
  const [first, again] = await Promise.all(
    ['signs.csv', 'signs/selected.csv'].map((file) => run(['apply', 'signs/selection.json', file])),
  );
  assert.deepEqual([again.code, again.stderr], [0, '']);
  assert.equal(again.stdout, first.stdout);
  const features = ['--features', '=1+1', '--judge', 'knn'];
  const judged = await run(['evaluate', 'signs/selected.csv', '--target', 'ill', ...features]);
  assert.equal(judged.code, 0, judged.stderr);
});
