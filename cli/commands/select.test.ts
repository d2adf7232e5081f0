/** `neurofs select` as users meet it: a process with words, files, streams and an exit code. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
const quick = ['--epochs', '20', '--hidden', '30,30', '--threads', '1'];

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-select-'));
});
after(() => rm(folder, { recursive: true }));

/** A fresh folder with the given files in it. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const inside = await mkdtemp(join(folder, 'run-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(inside, name), content);
  return inside;
}

interface Ended {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

function run(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, NO_COLOR: '1', ...env } };
    execFile(process.execPath, [main, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Three features that tell the class, and seven that do not. */
function plantedCsv(rowCount = 120): string {
  const random = createRandom(5);
  const lines = [`${Array.from({ length: 10 }, (_, i) => `f${i}`).join(',')},class`];
  for (let row = 0; row < rowCount; row++) {
    const label = row % 2;
    const cells = Array.from({ length: 10 }, (_, i) => (random.float() + (i < 3 ? label : 0)).toFixed(4));
    lines.push(`${cells.join(',')},${['ill', 'well'][label]}`);
  }
  return `${lines.join('\n')}\n`;
}

test('a selection finds a planted feature first and leaves six files and a summary', async () => {
  const csv = plantedCsv();
  const cwd = await folderWith({ 'data.csv': csv });
  const words = ['select', 'data.csv', '--target', 'class', '--k', '3', '--seed', '7', ...quick];
  const { code, stdout, stderr } = await run(cwd, words);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /neurofs:/);
  assert.match(stdout, /^3 of 10 features selected from data\.csv in /);
  assert.match(stdout, /test accuracy[\s\S]*3 selected[\s\S]*all 10[\s\S]*3 random/);

  const out = join(cwd, 'neurofs-out');
  assert.deepEqual((await readdir(out)).sort(), [
    'features.txt',
    'ranking.csv',
    'report.html',
    'selected.csv',
    'selection.json',
    'split.json',
  ]);
  const selection = JSON.parse(await readFile(join(out, 'selection.json'), 'utf8'));
  assert.ok(['f0', 'f1', 'f2'].includes(selection.features[0].name), selection.features[0].name);
  assert.equal(selection.data.sha256, createHash('sha256').update(csv).digest('hex'));
  assert.deepEqual([selection.data.rowCount, selection.data.featureCount, selection.seed], [120, 10, 7]);
  assert.deepEqual(selection.parameters.hidden, [30, 30]);
  assert.equal(selection.history.length, 21);

  const ranking = (await readFile(join(out, 'ranking.csv'), 'utf8')).trim().split('\n');
  assert.equal(ranking.length, 11);
  const { name, index, score } = selection.features[0];
  assert.ok(ranking[1].startsWith(`1,${name},${index},${score},${score},`));
  const { p, q } = selection.univariate.features[0];
  assert.ok(ranking[1].endsWith(`,${p},${q},`));

  const isSelected = (name: string) => selection.features.some((feature: { name: string }) => feature.name === name);
  const rows = csv.split('\n').map((line) => line.split(','));
  const reduced = rows.map((row) => row.filter((_, column) => column === 10 || isSelected(rows[0][column])).join(','));
  const shortest = reduced.join('\n').replace(/\d+\.\d+/g, (number) => String(Number(number)));
  assert.equal(await readFile(join(out, 'selected.csv'), 'utf8'), shortest);
  const report = await readFile(join(out, 'report.html'), 'utf8');
  assert.ok(report.includes(`<code>neurofs ${words.join(' ')}</code>`));
});

test('--json prints the selection alone, the same as in the file, and writes nothing by itself', async () => {
  const cwd = await folderWith({ 'data.csv': plantedCsv() });
  const words = ['select', 'data.csv', '--target', 'class', '--k', '2', '--json', ...quick];
  const [alone, withFiles] = await Promise.all([run(cwd, words), run(cwd, [...words, '--out', 'here'])]);
  assert.deepEqual([alone.code, alone.stderr, withFiles.code], [0, '', 0]);
  assert.deepEqual((await readdir(cwd)).sort(), ['data.csv', 'here']);
  const scores = (text: string) => JSON.parse(text).features;
  assert.deepEqual(scores(alone.stdout), scores(withFiles.stdout));
  assert.equal(await readFile(join(cwd, 'here', 'selection.json'), 'utf8'), withFiles.stdout);
});

test('colours come with FORCE_COLOR and stay away with NO_COLOR', async () => {
  const cwd = await folderWith({ 'data.csv': plantedCsv() });
  const words = ['select', 'data.csv', '--target', 'class', '--k', '2', '--method', 'fisher'];
  const [forced, plain] = await Promise.all([
    run(cwd, [...words, '--out', 'a'], { NO_COLOR: '', FORCE_COLOR: '1' }),
    run(cwd, [...words, '--out', 'b'], { NO_COLOR: '1', FORCE_COLOR: '1' }),
  ]);
  assert.ok(forced.stdout.includes('\x1b[1m'));
  assert.ok(!plain.stdout.includes('\x1b['));
});

test('help is led by examples and shows the options of the method named', async () => {
  const [whole, select, fisher] = await Promise.all([
    run('.', ['--help']),
    run('.', ['select', '--help']),
    run('.', ['select', '--method', 'mrmr', '--help']),
  ]);
  for (const { code, stdout } of [whole, select, fisher]) {
    assert.equal(code, 0);
    assert.match(stdout, /^Examples:\n( {2}neurofs describe genes\.csv.*\n)? {2}neurofs select genes\.csv/);
  }
  assert.match(select.stdout, /Options of the method auto:[\s\S]*--learning-rate/);
  assert.match(fisher.stdout, /Options of the method mrmr:[\s\S]*--redundancy/);
  assert.doesNotMatch(fisher.stdout, /--learning-rate/);
});

const good = plantedCsv(40);
const base = ['select', 'data.csv', '--target', 'class', '--k', '3'];
const withCell = (cell: string) => good.replace(/\n[^,]*,/, `\n${cell},`);

const refused: readonly {
  readonly what: string;
  readonly words?: readonly string[];
  readonly csv?: string;
  readonly code: number;
  readonly message: RegExp;
}[] = [
  { what: 'a missing file', words: ['select', 'no.csv', ...base.slice(2)], code: 3, message: /no\.csv.*no such file/ },
  { what: 'a folder', words: ['select', '.', ...base.slice(2)], code: 3, message: /is a folder/ },
  { what: 'an empty file', csv: '', code: 3, message: /data\.csv.*empty/ },
  { what: 'a header alone', csv: 'f0,class\n', code: 3, message: /row/ },
  { what: 'an unknown target', words: [...base, '--target', 'clas'], code: 3, message: /"clas".*did you mean "class"/ },
  { what: 'no target', words: ['select', 'data.csv', '--k', '3'], code: 2, message: /--target/ },
  {
    what: 'a promise of nothing',
    words: [...base, '--fdr', '0'],
    code: 2,
    message: /--fdr must be a share above 0.*Got 0/,
  },
  { what: 'no file', words: ['select', '--target', 'class', '--k', '3'], code: 2, message: /FILE/ },
  { what: 'K of 0', words: [...base, '--k', '0'], code: 2, message: /--k .*at least 1.*"0"/ },
  { what: 'K that is no number', words: [...base, '--k', 'ten'], code: 2, message: /--k .*"ten"/ },
  { what: 'K above the number of features', words: [...base, '--k', '11'], code: 2, message: /k .*at most.* 10.*11/ },
  { what: 'a cell of NaN', csv: withCell('NaN'), code: 3, message: /"f0".*missing/ },
  { what: 'an infinite cell', csv: withCell('inf'), code: 3, message: /"f0".*[Ii]nf.*row 1/ },
  {
    what: 'one class only',
    csv: good.replaceAll('ill', 'well'),
    code: 3,
    message: /"class".*one class|"class".*"well"/,
  },
  { what: 'one row', csv: good.split('\n').slice(0, 2).join('\n'), code: 3, message: /row|class/ },
  { what: 'a ragged row', csv: `${good}1,2,3\n`, code: 3, message: /(row|line) 4[12].*3.*11|11.*3/ },
  { what: 'an unknown option', words: [...base, '--sead', '1'], code: 2, message: /--sead.*did you mean --seed/ },
  { what: 'an unknown command', words: ['selekt'], code: 2, message: /selekt.*did you mean select/ },
  { what: 'an unknown method', words: [...base, '--method', 'fischer'], code: 2, message: /did you mean "fisher"/ },
  {
    what: "another method's option",
    words: [...base, '--method', 'fisher', '--epochs', '3'],
    code: 2,
    message: /--epochs is an option of neurofs, .*; name the method: --method neurofs/,
  },
  { what: 'K above the features', words: [...base, '--k', '500'], code: 2, message: /^neurofs: --k must be at most/m },
  {
    what: 'an option out of range',
    words: [...base, '--batch-size', '0'],
    code: 2,
    message: /^neurofs: --batch-size must be/m,
  },
  {
    what: 'an option out of range',
    words: [...base, '--epochs', '0'],
    code: 2,
    message: /epochs must be .*at least 1.*0/,
  },
  { what: 'an option that is no number', words: [...base, '--alpha', 'x'], code: 2, message: /--alpha .*"x"/ },
  { what: 'an unknown scaling', words: [...base, '--scaling', 'max'], code: 2, message: /--scaling.*minmax/ },
  { what: 'a wrong image shape', words: [...base, '--image-shape', '3x3'], code: 2, message: /3x3.*9 pixels.*10/ },
  { what: 'a file as output folder', words: [...base, '--out', 'data.csv'], code: 1, message: /--out data\.csv/ },
  { what: 'a folder below a file', words: [...base, '--out', 'data.csv/x'], code: 1, message: /--out data\.csv\/x/ },
  {
    what: 'a learning rate that diverges',
    words: [...base, ...quick, '--learning-rate', '1e30', '--scaling', 'none'],
    code: 4,
    message: /learning-rate|learning rate/,
  },
];

describe('bad input', { concurrency: 4 }, () => {
  for (const { what, words = base, csv = good, code, message } of refused) {
    test(`${what} is refused with exit code ${code} and nothing written`, async () => {
      const cwd = await folderWith({ 'data.csv': csv });
      const ended = await run(cwd, words);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, /^neurofs: .*\n$/, 'one line');
      assert.match(ended.stderr, message);
      assert.equal(ended.stdout, '');
      assert.deepEqual(await readdir(cwd), ['data.csv']);
    });
  }
});

test('Ctrl-C ends with 130, keeps the old files and leaves nothing new', async () => {
  const cwd = await folderWith({ 'data.csv': plantedCsv() });
  await mkdir(join(cwd, 'out'));
  await writeFile(join(cwd, 'out', 'selection.json'), 'old');
  // Says on standard error when the program listens to Ctrl-C, so that the test does not have to guess.
  const start = `
    process.argv.splice(1, 0, 'neurofs');
    const watch = setInterval(() => {
      if (process.listenerCount('SIGINT') > 0) { console.error('listening'); clearInterval(watch); }
    }, 5);
    await import(${JSON.stringify(main)});`;
  const words = [...base, '--out', 'out', '--force', '--epochs', '1000000', '--hidden', '30', '--threads', '1'];
  const child = spawn(process.execPath, ['--input-type=module', '-e', start, '--', ...words], { cwd });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
    if (String(text).includes('listening')) setTimeout(() => child.kill('SIGINT'), 300);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 130, stderr);
  assert.match(stderr, /^neurofs: interrupted/m);
  assert.deepEqual(await readdir(join(cwd, 'out')), ['selection.json']);
  assert.equal(await readFile(join(cwd, 'out', 'selection.json'), 'utf8'), 'old');
  assert.deepEqual((await readdir(cwd)).sort(), ['data.csv', 'out']);
});

test('selected.csv has the text columns that were selected, and selection.json names them', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, row) => `${(row * 7) % 11},${row % 2 ? 'male' : 'female'},${row % 2 ? 'ill' : 'well'}`,
  );
  const cwd = await folderWith({ 'people.csv': `a,sex,class\n${lines.join('\n')}\n` });
  const words = ['select', 'people.csv', '--target', 'class', '--k', '1', '--method', 'fisher'];
  const { code, stderr } = await run(cwd, words);
  assert.equal(code, 0, stderr);
  const [head, first] = (await readFile(join(cwd, 'neurofs-out', 'selected.csv'), 'utf8')).split('\n');
  assert.deepEqual([head, first], ['sex,class', 'female,well']);
  const selection = JSON.parse(await readFile(join(cwd, 'neurofs-out', 'selection.json'), 'utf8'));
  assert.deepEqual([selection.features[0].name, selection.features[0].column], ['sex=male', 'sex']);
});
