/** What people expect of any command: short options, a file of options, completion, help by name, standard input. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createRandom } from '../src/maths/random.js';
import { runCommand } from '../test/fixtures/run-command.js';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-manners-'));
  await writeFile(join(folder, 'data.csv'), table);
});
after(() => rm(folder, { recursive: true }));

const random = createRandom(3);
const table = ['a,b,c,d,state']
  .concat(
    Array.from({ length: 60 }, (_, row) => {
      const cells = Array.from({ length: 4 }, (_, i) => (random.float() + (i < 2 ? 0.7 * (row % 2) : 0)).toFixed(4));
      return `${cells.join(',')},${['ill', 'well'][row % 2]}`;
    }),
  )
  .join('\n');

const run = (...words: string[]) => runCommand(folder, words);
const quick = ['--method', 'fisher', '--threads', '1'];

test('-k and -o are --k and --out, and standard input is a file like any other', async () => {
  const named = await run('select', 'data.csv', '--target', 'state', '-k', '2', '-o', 'short', ...quick);
  assert.equal(named.code, 0, named.stderr);
  const words = ['select', '-', '--target', 'state', '--k', '2', '--out', 'piped', ...quick];
  const piped = await runCommand(folder, words, table);
  assert.equal(piped.code, 0, piped.stderr);
  const [first, second] = await Promise.all(
    ['short', 'piped'].map(async (out) => JSON.parse(await readFile(join(folder, out, 'selection.json'), 'utf8'))),
  );
  assert.deepEqual(second.features, first.features);
  assert.deepEqual([second.data.sha256, second.data.file], [first.data.sha256, 'standard input']);
  const applied = await runCommand(folder, ['apply', 'short/selection.json', '-'], table);
  assert.equal(
    applied.stdout.split('\n')[0],
    `${first.features.map((each: { name: string }) => each.name).sort()},state`,
  );
  const empty = await runCommand(folder, words, '');
  assert.deepEqual([empty.code, empty.stderr], [3, 'neurofs: standard input: is empty\n']);
});

test('-q leaves standard error to errors, -v tells the time of every step', async () => {
  const words = ['select', 'data.csv', '--target', 'state', '-k', '2', '-o', 'loud', ...quick];
  const quiet = await run(...words, '-q');
  assert.deepEqual([quiet.code, quiet.stderr], [0, '']);
  const failing = await run('select', 'none.csv', '-q', '--target', 'state');
  assert.match(failing.stderr, /^neurofs: none\.csv: /);
  const verbose = await run(...words, '-v');
  assert.match(
    verbose.stderr,
    /^Reading: [\d.]+ s\nSelecting: [\d.]+ s\n([A-Z][a-z ]+: [\d.]+ s\n)*Writing: [\d.]+ s\n$/,
  );
  assert.equal((await run(...words, '-v', '-q')).code, 2);
});

describe('--config', () => {
  const config = (values: unknown) => writeFile(join(folder, 'run.json'), JSON.stringify(values));

  test('gives options by name, words of the command line count more, and the report repeats all of them', async () => {
    await config({ target: 'state', k: 3, method: 'fisher', 'leave-out': ['c', 'd'], 'per-class': false, threads: 1 });
    const refused = await run('select', 'data.csv', '--config', 'run.json');
    assert.match(refused.stderr, /^neurofs: --config run\.json: unknown option "per-class"/);
    await config({ target: 'state', k: 2, method: 'fisher', 'leave-out': ['c', 'd'], strict: false, threads: 1 });
    const { code, stdout, stderr } = await run('select', 'data.csv', '--config', 'run.json', '-k', '1', '--json');
    assert.equal(code, 0, stderr);
    const selection = JSON.parse(stdout);
    assert.deepEqual([selection.k, selection.data.featureCount, selection.method], [1, 2, 'fisher']);
    assert.ok(selection.command.includes('--leave-out=c,d') && !selection.command.includes('--config'));
  });

  test('takes lists, pairs and what can be given again', async () => {
    await config({
      target: 'state',
      k: [1, 2],
      methods: ['fisher', 'rfe'],
      set: { 'rfe.c': 2 },
      'judge-set': ['knn.neighbours=3'],
      judge: 'knn',
      seeds: 1,
    });
    const { code, stdout, stderr } = await run('compare', 'data.csv', '--config=run.json', '--json');
    assert.equal(code, 0, stderr);
    const { ks, methodOptions, judges } = JSON.parse(stdout);
    assert.deepEqual([ks, methodOptions.rfe.c, judges], [[1, 2], 2, ['knn']]);
  });

  for (const [what, values, message] of [
    ['a misspelt name', { targt: 'state' }, /unknown option "targt"; did you mean "target"\? neurofs select takes /],
    ['a value for a flag', { transpose: 'yes' }, /"transpose" must be true or false\. Got "yes"/],
    ['a flag for a value', { target: true }, /"target" needs a value\. Got true/],
    ['a table in a table', { set: { a: { b: 1 } } }, /"set" must be text, a number, true, false, a list, or pairs/],
    ['a list', [1], /must be a JSON object of options by name/],
  ] as const) {
    test(`refuses ${what}`, async () => {
      await config(values);
      const { code, stderr } = await run('select', 'data.csv', '--config', 'run.json');
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }
});

test('--out writes over what neurofs wrote, and over nothing else without --force', async () => {
  await mkdir(join(folder, 'mine'));
  await writeFile(join(folder, 'mine', 'report.html'), 'a year of work');
  const words = ['select', 'data.csv', '--target', 'state', '-k', '2', '-o', 'mine', ...quick];
  const refused = await run(...words);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /--out mine: report\.html is there already, and neurofs did not write it; .* --force/);
  assert.equal(await readFile(join(folder, 'mine', 'report.html'), 'utf8'), 'a year of work');
  assert.ok(!existsSync(join(folder, 'mine', 'selection.json')));
  for (const given of [[...words, '--force'], words]) assert.equal((await run(...given)).code, 0);
  const beside = await run('curve', 'data.csv', '--target', 'state', '-k', '1,2', '-o', 'mine', ...quick);
  assert.equal(beside.code, 0, beside.stderr);
});

test('help COMMAND is COMMAND --help', async () => {
  const [named, flagged] = await Promise.all([run('help', 'select'), run('select', '--help')]);
  assert.ok(flagged.stdout.includes('-k, --k <count>'));
  assert.deepEqual(named.stdout, flagged.stdout);
});

test('a setting of a method that does not run is refused', async () => {
  const words = ['compare', 'data.csv', '--target', 'state', '-k', '2', '--methods', 'fisher', '--set', 'rfe.c=2'];
  const { code, stderr } = await run(...words, '--json');
  assert.equal(code, 2);
  assert.match(stderr, /--set rfe: rfe is not compared; add it to --methods\. Got fisher/);
});

describe('completion', () => {
  let script: string | undefined;
  /** What bash would offer after these words, the last of which is being typed. */
  async function offered(...words: string[]): Promise<string[]> {
    script ??= (await run('completion', 'bash')).stdout;
    await writeFile(join(folder, 'completion.sh'), script);
    const typed = words.map((word) => `'${word}'`).join(' ');
    const asked = `source completion.sh; COMP_WORDS=(neurofs ${typed}); COMP_CWORD=${words.length}; _neurofs; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', asked], { cwd: folder });
    return stdout.trim() === '' ? [] : stdout.trim().split('\n');
  }

  test('bash offers commands, options, the options of the named method, and values', async () => {
    assert.deepEqual(await offered('eva'), ['evaluate']);
    assert.deepEqual(await offered('select', 'x.csv', '--test-fi'), ['--test-file']);
    assert.deepEqual(await offered('select', 'x.csv', '--method', 'rf'), ['rfs', 'rfe']);
    assert.deepEqual(await offered('select', 'x.csv', '--method', '=', 'fis'), ['fisher']);
    assert.deepEqual(await offered('select', '--method', 'stg', '--lea'), ['--leave-out', '--learning-rate']);
    assert.deepEqual(await offered('select', '--method', 'fisher', '--lea'), ['--leave-out']);
    assert.deepEqual(await offered('compare', '--methods', 'fisher,mr'), ['fisher,mrmr']);
    assert.deepEqual(await offered('select', '--missing', 'drop-r'), ['drop-rows']);
    assert.deepEqual(await offered('completion', 'f'), ['fish']);
    assert.deepEqual(await offered('help', 'cur'), ['curve']);
  });

  test('bash completes behind an equals sign, whether it is a word of its own or not', async () => {
    assert.deepEqual(await offered('select', 'x.csv', '--method', '=', 'f'), ['fisher']);
    assert.deepEqual(await offered('select', 'x.csv', '--method=f'), ['--method=fisher']);
    assert.ok((await offered('select', 'x.csv', '--method=lassonet', '--la')).includes('--layers'));
  });

  test('bash is left to offer files where a file may stand', async () => {
    assert.deepEqual(await offered('select', 'da'), []);
    assert.deepEqual(await offered('select', '--with', ''), []);
    assert.deepEqual(await offered('select', '--threads', ''), []);
  });

  for (const shell of ['zsh', 'fish']) {
    test(`what is printed for ${shell} is a script`, async (t) => {
      const { stdout } = await run('completion', shell);
      assert.ok(stdout.includes('--test-file') || stdout.includes('-l test-file'));
      try {
        execFileSync(shell, ['--version'], { stdio: 'ignore' });
      } catch {
        t.skip(`${shell} is not installed`);
        return;
      }
      await writeFile(join(folder, `completion.${shell}`), stdout);
      execFileSync(shell, ['-n', join(folder, `completion.${shell}`)]);
    });
  }
});

test('help of what is no command, and the name that other programs have for an option, are told', async () => {
  const nothing = await run('help', 'selct');
  assert.deepEqual([nothing.code, /no command "selct"; did you mean "select"\?/.test(nothing.stderr)], [2, true]);
  const exclude = await run('select', 'x.csv', '--target', 'y', '--exclude', 'a');
  assert.match(exclude.stderr, /unknown option '--exclude' \(did you mean --leave-out\?\)/);
});
