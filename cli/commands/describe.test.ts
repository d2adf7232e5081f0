/** `neurofs describe` as users meet it, and the command that it suggests. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/maths/random.js';
import { runCommand } from '../../test/fixtures/run-command.js';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-describe-'));
});
after(() => rm(folder, { recursive: true }));

const random = createRandom(11);
const survey = [
  'person,age,region,income,satisfied',
  ...Array.from({ length: 80 }, (_, row) => {
    const income = row === 7 ? '' : (2000 + 900 * random.float() + (row % 2 ? 400 : 0)).toFixed(0);
    return `p${row},${20 + Math.floor(50 * random.float())},${['north', 'south', 'east'][row % 3]},${income},${row % 2 ? 'yes' : 'no'}`;
  }),
].join('\n');

test('a survey is described, and the suggested command runs as it stands', async () => {
  await writeFile(join(folder, 'survey.csv'), survey);
  const { code, stdout, stderr } = await runCommand(folder, ['describe', 'survey.csv']);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^survey\.csv: 80 rows, 5 columns \(csv\)\nTarget: satisfied \(a guess; --target names another\), 2 classes: no \(40\), yes \(40\)/,
  );
  assert.match(
    stdout,
    /region +south, east, north +categories, 3 features of 0 and 1|region +north, south, east +categories, 3 features of 0 and 1/,
  );
  assert.match(stdout, /person .* names of rows/);
  assert.match(stdout, /1 cell in 1 column is missing/);
  const [, command] = /To select from it:\n {2}neurofs (.*)\n/.exec(stdout) ?? [];
  assert.equal(command, 'select survey.csv --target satisfied --missing mean');
  const words = [...command.split(' '), '--method', 'fisher', '-k', '2', '--json'];
  const selected = await runCommand(folder, words);
  assert.equal(selected.code, 0, selected.stderr);
});

test('the same as JSON, with every column', async () => {
  await writeFile(join(folder, 'survey.csv'), survey);
  const { stdout } = await runCommand(folder, ['describe', 'survey.csv', '--json', '--target', 'satisfied']);
  const { format, target, columns, findings, command, data } = JSON.parse(stdout);
  assert.deepEqual(
    [format, target.name, target.isGuess, data.format],
    ['neurofs-description', 'satisfied', false, 'csv'],
  );
  assert.deepEqual(
    columns.map(({ name }: { name: string }) => name),
    ['person', 'age', 'region', 'income', 'satisfied'],
  );
  assert.ok(findings.some(({ text }: { text: string }) => /use --missing /.test(text)));
  assert.ok(command.startsWith('neurofs select survey.csv'));
});

test('genes in rows look transposed, and the command that is suggested turns them round', async () => {
  const lines = ['TP53', 'BRCA1', 'EGFR', 'MYC', 'KRAS', 'PTEN', 'CDK4', 'ERBB2', 'RB1', 'VHL'].map(
    (gene, row) => `${gene}\t${[1, 2, 3, 4].map((sample) => row * sample * 0.3).join('\t')}`,
  );
  await writeFile(join(folder, 'genes.tsv'), ['gene\tx1\tx2\tx3\tx4', ...lines].join('\n'));
  const { stdout } = await runCommand(folder, ['describe', 'genes.tsv']);
  assert.match(stdout, /! This looks transposed: [^;]*;\s+use\s+--transpose/);
  assert.match(stdout, /\n {2}neurofs describe genes\.tsv --transpose\n$/);
  const { stderr } = await runCommand(folder, ['select', 'genes.tsv', '--target', 'MYC']);
  assert.match(stderr, /there is no column "MYC", but a row of that name; use --transpose/);
});

test('a target that stands beside the matrix is guessed and read with it', async () => {
  const at = (name: string) => fileURLToPath(new URL(`../../../test/data/${name}`, import.meta.url));
  for (const [name, target] of [
    ['csr.h5ad', 'obs:cell_type'],
    ['barcodes.h5ad', 'obs:treated'],
  ]) {
    const { code, stdout, stderr } = await runCommand(folder, ['describe', at(name)]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`Target: ${target} \\(a guess; .*\\), 2 classes: a \\(3\\), b \\(3\\)`));
    assert.ok(stdout.endsWith(`--target ${target}\n`), stdout);
  }
});
