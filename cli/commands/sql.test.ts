/** `--sql` as users meet it: a process whose table is the result of a query over a Parquet and a CSV file. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const skip = duckdb === undefined && '@duckdb/node-api is not installed';
const query = "select * exclude (id) from 'genes.parquet' join 'patients.csv' using (id) -- both halves";

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-sql-'));
  if (duckdb) await writePlanted(duckdb);
});
after(() => rm(folder, { recursive: true }));

/** Two features that tell the class in a Parquet file, the class in a CSV file, joined by `id` in another order. */
async function writePlanted({ DuckDBInstance }: NonNullable<typeof duckdb>): Promise<void> {
  const random = createRandom(5);
  const genes = Array.from({ length: 120 }, (_, row) => {
    const cells = Array.from({ length: 6 }, (_, i) => (random.float() + (i < 2 ? row % 2 : 0)).toFixed(4));
    return `p${row},${cells.join(',')}\n`;
  });
  const patients = genes.map((_, row) => `p${row},${['ill', 'well'][row % 2]}\n`).reverse();
  const csv = join(folder, 'genes.csv');
  await writeFile(csv, `id,a,b,c,d,e,f\n${genes.join('')}`);
  await writeFile(join(folder, 'patients.csv'), `id,class\n${patients.join('')}`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (from '${csv}') to '${join(folder, 'genes.parquet')}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  await rm(csv);
}

function run(...words: string[]): Promise<{ code: number | string; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
    execFile(process.execPath, [main, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const onQuery = ['--sql', query, '--target', 'class', '--threads', '1'];
const select = ['select', ...onQuery, '--k', '2', '--method', 'fisher'];

test('a selection from a join of two files is made twice alike, and its report repeats the query', {
  skip,
}, async () => {
  const first = await run(...select, '--out', 'first');
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.match(first.stdout, /^2 of 6 features selected from the query in /);
  const [one, two] = await Promise.all([
    readFile(join(folder, 'first', 'selection.json'), 'utf8').then(JSON.parse),
    run(...select, '--json').then(({ stdout }) => JSON.parse(stdout)),
  ]);
  assert.deepEqual(one.features.map(({ name }: { name: string }) => name).sort(), ['a', 'b']);
  assert.deepEqual([one.data.rowCount, one.data.file], [120, 'the query']);
  assert.match(one.data.sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual([two.data, two.features, two.measured], [one.data, one.features, one.measured]);
  assert.ok(one.command.includes('--sql') && one.command.includes('genes.parquet'), one.command);
});

test('the checksum is of the rows: the same query warns once its files have changed', { skip }, async () => {
  await run(...select, '--out', 'before');
  const evaluate = ['evaluate', ...onQuery, '--features', join('before', 'selection.json')];
  const same = await run(...evaluate);
  assert.deepEqual([same.code, same.stderr], [0, '']);
  assert.match(same.stdout, /^2 features of the query, 96 training rows, 24 test rows\n/);
  const path = join(folder, 'patients.csv');
  const patients = await readFile(path, 'utf8');
  await writeFile(path, patients.replace('p7,well', 'p7,ill'));
  const changed = await run(...evaluate);
  await writeFile(path, patients);
  assert.equal(changed.code, 0);
  assert.match(changed.stderr, /its checksum differs from that of the query/);
});

test('curve and compare take a query too', { skip }, async () => {
  const curve = await run('curve', ...onQuery, '--k', '1,2', '--folds', '3', '--method', 'fisher', '--json');
  assert.equal(curve.code, 0, curve.stderr);
  assert.equal(JSON.parse(curve.stdout).data.featureCount, 6);
  const compare = await run('compare', ...onQuery, '--k', '2', '--methods', 'fisher', '--seeds', '1', '--json');
  assert.equal(compare.code, 0, compare.stderr);
  assert.equal(JSON.parse(compare.stdout).data.file, 'the query');
});

test('a query that cannot be run is refused in one line that says why', { skip }, async () => {
  for (const [sql, message] of [
    ["select * from 'none.parquet'", /DuckDB: .*none\.parquet/],
    ['selekt 1', /DuckDB: .*syntax error/],
    ["select * from 'patients.csv' where id = 'nobody'", /the query gives no row/],
    ["select [1, 2] as pair, class from 'patients.csv'", /column "pair" is of type INTEGER\[\]/],
    ["select class as a, id as a from 'patients.csv'", /"a"/],
  ] as const) {
    const ended = await run('select', '--sql', sql, '--target', 'class', '--k', '1', '--out', 'refused');
    assert.equal(ended.code, 3, `${sql}: ${ended.stderr}`);
    assert.match(ended.stderr, /^neurofs: .*\n$/);
    assert.match(ended.stderr, message);
  }
  assert.ok(!(await readdir(folder)).includes('refused'));
});

test('a query reads below the current folder and where it is allowed to, and does nothing else', { skip }, async () => {
  const other = await mkdtemp(join(tmpdir(), 'neurofs-elsewhere-'));
  try {
    const path = join(other, 'patients.csv');
    await writeFile(path, await readFile(join(folder, 'patients.csv')));
    await symlink(path, join(folder, 'link.csv'));
    const below = query.replace("'patients.csv'", `'${path}'`);
    const onOther = ['select', '--sql', below, '--target', 'class', '--k', '2', '--method', 'fisher', '--json'];
    const allowed = await run(...onOther, '--allow-path', other);
    assert.equal(allowed.code, 0, allowed.stderr);
    const outside =
      /^neurofs: the query may not reach .*, which is not below the current folder; allow its folder with --allow-path\n$/;
    for (const [sql, message] of [
      [below, outside],
      [query.replace('patients.csv', 'link.csv'), outside],
      [query.replace('patients.csv', `../${basename(other)}/patients.csv`), outside],
      [`select content, 'x' as class from read_text('${path}')`, outside],
      ["copy (select 1) to 'written.csv'", /--sql must be one SELECT\. Got COPY\n$/],
      ["select 1 as class; copy (select 1) to 'written.csv'", /--sql must be one SELECT\. Got 2 statements\n$/],
      ["attach 'written.db'", /--sql must be one SELECT\. Got ATTACH\n$/],
      ['install httpfs', /--sql must be one SELECT\. Got LOAD\n$/],
      ["select * from 'https://127.0.0.1/patients.csv'", /DuckDB: .*httpfs|may not reach/],
    ] as const) {
      const { code, stderr } = await run('select', '--sql', sql, '--target', 'class', '--k', '1', '--out', 'refused');
      assert.match(stderr, message, sql);
      assert.notEqual(code, 0);
    }
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /written|refused/.test(name)),
      [],
    );
  } finally {
    await rm(other, { recursive: true });
  }
});

const refused: readonly (readonly [readonly string[], RegExp])[] = [
  [['select', 'patients.csv', '--k', '1', '--allow-path', '.'], /--allow-path says what --sql may read/],
  [['select', '--k', '1'], /name a FILE, or give a query over files: --sql/],
  [['evaluate', '--features', 'all'], /name a FILE, or give a query over files: --sql/],
  [['curve', '--k', '1'], /name a FILE, or give a query over files: --sql/],
  [['compare', '--k', '1'], /name a FILE, or give a query over files: --sql/],
  [['select', 'patients.csv', '--k', '1', '--sql', query], /FILE or --sql, not both\. Got patients\.csv/],
  [['select', '--k', '1', '--sql', query, '--format', 'csv'], /--format .*cannot be used with --sql/],
  [['select', '--k', '1', '--sql', query, '--x', 'X'], /--x .*cannot be used with --sql/],
  [['select', '--k', '1', '--sql', ' '], /--sql needs a query/],
];

test('neither a file nor a query, both of them, and options of files alone are refused', async () => {
  const ends = await Promise.all(refused.map(([words]) => run(...words, '--target', 'class')));
  for (const [place, { code, stderr }] of ends.entries()) {
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^neurofs: .*\n$/);
    assert.match(stderr, refused[place][1]);
  }
});
