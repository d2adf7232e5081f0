import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';

const folder = mkdtempSync(join(tmpdir(), 'neurofs-reproduce-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of data with one small set under a name of the catalogue. */
const dataFolder = join(folder, 'data');
before(() => {
  const random = createRandom(2);
  const featureCount = 120;
  const head = [...Array.from({ length: featureCount }, (_, i) => `f${i}`), 'class'].join(',');
  const rows = Array.from({ length: 60 }, (_, row) => {
    const cells = Array.from({ length: featureCount }, (_, i) => (random.float() + (i < 5 ? row % 3 : 0)).toFixed(3));
    return [...cells, `c${row % 3}`].join(',');
  });
  mkdirSync(dataFolder);
  writeFileSync(join(dataFolder, 'usps.csv'), `${[head, ...rows].join('\n')}\n`);
  writeFileSync(join(dataFolder, 'manifest.json'), JSON.stringify([{ key: 'usps', file: 'usps.csv', y: 'class' }]));
});

const program = fileURLToPath(new URL('../main.js', import.meta.url));

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(words: readonly string[]): ChildProcessWithoutNullStreams {
  const env = { ...process.env, NEUROFS_DATA: dataFolder };
  return spawn(process.execPath, [program, ...words], { cwd: folder, env });
}

/** Runs the command; `killAfter` ends it with SIGKILL after so many milliseconds. */
async function run(words: readonly string[], killAfter?: number): Promise<Outcome> {
  const child = start(words);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, stdout, stderr };
}

const words = ['reproduce', '--quick', '--data', 'usps', '--only', 'hsic', '--seeds', '1', '--threads', '2'];
const limitedWords = [...words, '--limit', '0.3s', '--out', 'limited'];

async function resultsOf(out: string): Promise<Record<string, unknown>[]> {
  const query = `select key, variant, k, seed, list(value order by judge, measure) as found, features, error_code
    from results left join measures using (key) group by all order by key`;
  const { stdout, stderr } = await run(['results', out, '--sql', query, '--json']);
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

describe('neurofs reproduce', () => {
  test('killed at random moments goes on where it was and ends with the results of an undisturbed run', async () => {
    const whole = await run([...words, '--out', 'whole']);
    assert.equal(whole.code, 0, whole.stderr);
    const expected = await resultsOf('whole');
    assert.equal(new Set(expected.map(({ key }) => key)).size, expected.length);
    assert.ok(expected.length >= 13 && expected.every(({ error_code: code }) => code === null));
    const counted = await run(['results', 'whole', '--sql', 'select count(*) as n from results', '--json']);
    assert.deepEqual(JSON.parse(counted.stdout), [{ n: expected.length }], 'a count is a number');

    const random = createRandom(5);
    let last: Outcome = { code: null, stdout: '', stderr: '' };
    for (let turn = 0; turn < 4; turn++) await run([...words, '--out', 'killed'], 500 + random.float() * 2500);
    last = await run([...words, '--out', 'killed']);
    assert.equal(last.code, 0, last.stderr);
    assert.deepEqual(await resultsOf('killed'), expected);
    for (const name of ['report.html', 'report.md']) assert.ok(existsSync(join(folder, 'killed', name)), name);
  });

  test('runs nothing again, and says what is not here', async () => {
    const again = await run([...words, '--out', 'whole']);
    assert.equal(again.code, 0);
    assert.match(again.stderr, /(\d+) jobs, \1 of them done before/);
    const { stderr } = await run(['reproduce', '--quick', '--data', 'coil20', '--report-only', '--out', 'none']);
    assert.match(stderr, /none of the data sets is in .*see: neurofs datasets/);
  });

  test('refuses a folder where another run is going on, and takes that of a killed one', async () => {
    const first = start(limitedWords);
    await new Promise<void>((resolve) => first.stderr.once('data', () => resolve()));
    const second = await run(limitedWords);
    assert.equal(second.code, 6, second.stderr);
    assert.match(
      second.stderr,
      new RegExp(`another neurofs \\(process ${first.pid}\\) is running jobs in limited; .*--out`),
    );
    first.kill('SIGKILL');
    await new Promise((resolve) => first.once('close', resolve));
    const third = await run(limitedWords);
    assert.equal(third.code, 0, third.stderr);
    assert.match(
      third.stdout,
      /^\d+ results: \d+ done, \d+ failed \(see why: neurofs results limited --failed\)\nWrote /,
    );
  });

  test('makes a job at its limit a failure and goes on', async () => {
    const failed = await run(['results', 'limited', '--failed']);
    assert.match(failed.stdout, /neurofs, paper settings\s+25\s+0\s+limit\s+stopped at the time limit of 0\.3 seconds/);
    assert.match(readFileSync(join(folder, 'limited', 'report.html'), 'utf8'), /What failed/);
  });

  test('says what there is where the filters leave no result', async () => {
    const { code, stdout } = await run(['results', 'whole', '--method', 'fisherr']);
    assert.equal(code, 0);
    assert.match(stdout, /^No such results\. Data sets here: .+ Methods: .*neurofs.* K: /);
    assert.equal((await run(['results', 'whole', '--failed'])).stdout, 'Nothing failed.\n');
    assert.equal((await run(['results', 'whole', '--sql', 'select 1', '--k', '5'])).code, 2);
  });

  test('exports results as CSV, JSON and Parquet', async () => {
    for (const ending of ['csv', 'json', 'parquet']) {
      const file = join(folder, `out ' of.${ending}`);
      const { code, stderr } = await run(['results', 'whole', '--all', '--export', file]);
      assert.equal(code, 0, stderr);
      const bytes = readFileSync(file);
      if (ending === 'parquet') assert.equal(bytes.subarray(0, 4).toString(), 'PAR1');
      else assert.match(bytes.toString(), /neurofs, paper settings/);
    }
    const nowhere = await run(['results', 'whole', '--export', 'nowhere/out.csv']);
    assert.deepEqual([nowhere.code, /there is no folder .*nowhere to write to/.test(nowhere.stderr)], [1, true]);
    const wrong = await run(['results', 'whole', '--export', 'out.xlsx']);
    assert.match(wrong.stderr, /--export must be a file that ends in \.csv, \.json, \.parquet\. Got "out\.xlsx"/);
  });

  test('goes on elsewhere with results that were exported and imported, failures among them', async () => {
    assert.equal((await run(['results', 'limited', '--export', 'rows.jsonl'])).code, 0);
    const first = await run(['results', 'moved', '--import', 'rows.jsonl']);
    const count = readFileSync(join(folder, 'rows.jsonl'), 'utf8').trim().split('\n').length;
    assert.equal(first.stdout, `${count} results added to moved\n`, first.stderr);
    const again = await run(['results', 'moved', '--import', 'rows.jsonl']);
    assert.equal(again.stdout, `0 results added to moved, ${count} known before\n`);
    assert.deepEqual(await resultsOf('moved'), await resultsOf('limited'));
    const on = await run([...words, '--limit', '0.3s', '--out', 'moved']);
    assert.match(on.stderr, /(\d+) jobs, \1 of them done before/);

    writeFileSync(join(folder, 'torn.jsonl'), `${readFileSync(join(folder, 'rows.jsonl'), 'utf8')}{"key": "x"}\n`);
    const torn = await run(['results', 'other', '--import', 'torn.jsonl']);
    assert.equal(torn.code, 3, torn.stderr);
    assert.match(torn.stderr, new RegExp(`torn\\.jsonl, line ${count + 1}: expected a result .*nothing was imported`));
    assert.equal(existsSync(join(folder, 'other')), false);
    const filtered = await run(['results', 'limited', '--k', '25', '--export', 'rows.jsonl']);
    assert.match(filtered.stderr, /a \.jsonl file has every result whole: leave the filters away/);
  });

  test('refuses what it does not know', async () => {
    const refused: readonly [readonly string[], RegExp][] = [
      [['reproduce', '--only', 'acuracy'], /there is no experiment "acuracy".*accuracy/],
      [['reproduce', '--data', 'minst'], /there is no data set "minst"/],
      [['reproduce', '--memory-limit', 'much'], /--memory-limit must be a size such as 800MB.* Got "much"/],
      [['results', 'nowhere'], /there are no results/],
      [['reproduce', '--quick', '--report-only', '--out', 'nowhere'], /there are no results in nowhere/],
      [
        ['results', 'whole', '--sql', 'select nothing from results;'],
        /DuckDB cannot run the query: Binder Error: .*"nothing" not found.*\n(.*\n)?LINE 1: select nothing from results\n +\^/,
      ],
      [['results', 'whole', '--sql', 'delete from results'], /--sql must be one SELECT.*Got "delete from results"/],
      [['results', 'whole', '--sql', 'select 1; select 2'], /--sql must be one SELECT.*Got 2 statements/],
      [['results', 'whole', '--sql', 'with a as (select 1) update results set k = 1'], /--sql must|DuckDB cannot/],
      [['results', 'whole', '--sql', ' '], /--sql must be one SELECT.*Got an empty query/],
      [['reproduce', '--methods', 'fischer'], /unknown method "fischer".*fisher/],
      [[...words, '--methods', 'stg'], /--methods: none of these methods is part of the experiments asked for/],
    ];
    for (const [given, message] of refused) assert.match((await run(given)).stderr, message);
  });
});
