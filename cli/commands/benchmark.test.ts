import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';

const folder = mkdtempSync(join(tmpdir(), 'neurofs-benchmark-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const data = join(folder, 'data');

before(() => {
  const random = createRandom(4);
  const table = (target: (row: number, cells: readonly number[]) => string | number) => {
    const head = [...Array.from({ length: 12 }, (_, i) => `f${i}`), 'answer'].join(',');
    const rows = Array.from({ length: 60 }, (_, row) => {
      const cells = Array.from({ length: 12 }, (_, i) => random.float() + (i < 3 ? row % 3 : 0));
      return [...cells.map((cell) => cell.toFixed(3)), target(row, cells)].join(',');
    });
    return `${[head, ...rows].join('\n')}\n`;
  };
  mkdirSync(data);
  writeFileSync(
    join(data, 'classes.csv'),
    table((row) => `c${row % 3}`),
  );
  writeFileSync(
    join(data, 'numbers.csv'),
    table((_, cells) => (cells[0] + cells[5]).toFixed(3)),
  );
  writeFileSync(join(data, 'narrow.csv'), 'a,answer\n1,x\n2,y\n3,x\n4,y\n');
  writeFileSync(join(data, 'other.csv'), 'a,b\n1,x\n2,y\n');
  writeFileSync(join(data, 'passed.csv'), 'a,answer\n1,x\n');
  writeFileSync(join(data, 'README.md'), 'about');
  writeFileSync(join(data, 'notes.txt'), 'Measured in May.\nTwo rows were lost.\n');
  writeFileSync(
    join(data, 'benchmark.json'),
    JSON.stringify({ 'passed.csv': false, 'numbers.csv': { target: 'answer' } }),
  );
});

const words = [
  'benchmark',
  'data',
  '--target',
  'answer',
  '--k',
  '2,4',
  '--seeds',
  '2',
  '--threads',
  '1',
  '--methods',
  'fisher,anova-f,mrmr',
];
const program = fileURLToPath(new URL('../main.js', import.meta.url));

function start(given: readonly string[]): Promise<{ code: number | string; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...given], { cwd: folder }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const run = (...more: string[]) => start([...words, ...more]);

describe('neurofs benchmark', () => {
  test('compares methods on every table, judged by its target, with a split for every seed', async () => {
    const { code, stdout, stderr } = await run('--out', 'run');
    assert.equal(code, 0, stderr);
    // Two sets; all features and four methods, of which Fisher's score takes classes alone; two K, two seeds.
    assert.match(stdout, /^32 results: 32 done\nWrote run/);
    assert.match(
      stderr,
      /Left out: narrow\.csv: has 1\u00a0feature, too few to select 2 of them; ask for fewer with --k\n/,
    );
    assert.match(
      stderr,
      /Left out: other\.csv: there is no column "answer"; .*; name its target with "target" in benchmark\.json\n/,
    );
    assert.match(stderr, /Left out: notes\.txt: .*answer/);
    assert.match(stderr, /To pass a file over, say "narrow\.csv": false in benchmark\.json\./);
    assert.doesNotMatch(stderr, /passed\.csv|README/);
    const report = readFileSync(join(folder, 'run', 'report.md'), 'utf8');
    assert.match(report, /^# 4 methods on 2 data sets/);
    assert.match(
      report,
      /\| classes \| classes in "answer" \| 12 \| 60 \| 48 \| 12 \| 3 \| minmax \| SVM, accuracy \|/,
    );
    assert.match(report, /\| numbers \| number in "answer" \| 12 \| 60 \| 48 \| 12 \|\s+\| minmax \| SVM, R² \|/);
    assert.match(report, /\| fisher \| \S+ ±\S+ \(2\) \| – \|/);
    assert.doesNotMatch(report, /paper|NaN|undefined/);
  });

  test('runs nothing again, and writes the same report', async () => {
    const first = readFileSync(join(folder, 'run', 'report.md'), 'utf8');
    const again = await run('--out', 'run');
    assert.match(again.stderr, /(\d+) jobs, \1 of them done before/);
    assert.equal(readFileSync(join(folder, 'run', 'report.md'), 'utf8'), first);
  });

  test('takes tables in .txt and .json, tells those of one name apart, and says where a K is beyond the features', async () => {
    const more = join(folder, 'more');
    mkdirSync(more);
    const csv = readFileSync(join(data, 'classes.csv'), 'utf8');
    const [head, ...rows] = csv
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    writeFileSync(join(more, 'classes.csv'), csv);
    writeFileSync(join(more, 'repeated.csv'), csv);
    const [headLine, , ...otherLines] = csv.split('\n');
    writeFileSync(join(more, 'classes.txt'), [headLine, ...otherLines].join('\n').replaceAll(',', '\t'));
    const objects = rows
      .reverse()
      .map((cells) =>
        Object.fromEntries(head.map((name, i) => [name, name === 'answer' ? cells[i] : Number(cells[i])])),
      );
    writeFileSync(join(more, 'objects.json'), JSON.stringify(objects));
    const asked = ['benchmark', 'more', '--target', 'answer', '--k', '5,50', '--seeds', '2', '--threads', '1'];
    const { code, stderr } = await start([...asked, '--methods', 'fisher', '--out', 'more-run']);
    assert.equal(code, 0, stderr);
    const report = readFileSync(join(folder, 'more-run', 'report.md'), 'utf8');
    assert.match(report, /\| Method \| classes\.csv \| classes\.txt \| objects \|/);
    assert.match(stderr, /Left out: repeated\.csv: holds the same features and target as classes\.csv/);
    assert.match(report, /\| repeated\.csv \| holds the same features and target as classes\.csv/);
    assert.match(
      report,
      /A K beyond the features of a data set is blank there, and its mean is over the others: K.=.5 on classes\.csv, classes\.txt and objects\./,
    );
    assert.match(report, /Low-dimensional \(up to 2,000 features\): /);
  });

  test('says what is wrong with what tables are said to be', async () => {
    const says = (text: string) => writeFileSync(join(data, 'benchmark.json'), text);
    says('{ "gone.csv": {} }');
    const gone = await run('--out', 'none');
    assert.deepEqual([gone.code, /there is no file "gone\.csv" in data; correct/.test(gone.stderr)], [3, true]);
    const empty = await start(['benchmark', 'nowhere']);
    assert.match(empty.stderr, /nowhere: there is no such folder/);
  });
});
