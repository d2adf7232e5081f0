/** The pages of docs/tasks are true: their commands run, one after the other, on files as people have them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRandom } from '../src/maths/random.js';
import { mainPath } from './fixtures/run-command.js';

const pages = fileURLToPath(new URL('../../docs/tasks', import.meta.url));
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-tasks-'));
  await writeFile(join(folder, 'neurofs'), `#!/bin/sh\nexec '${process.execPath}' '${mainPath}' "$@"\n`);
  await chmod(join(folder, 'neurofs'), 0o755);
});
after(() => rm(folder, { recursive: true }));

type Files = Readonly<Record<string, string>>;

/** Runs the commands of a page in a folder with these files, and gives the folder and what they printed. */
async function runPage(name: string, files: Files): Promise<{ inside: string; printed: string[] }> {
  const inside = join(folder, name);
  await mkdir(inside);
  for (const [path, content] of Object.entries(files)) {
    if (path.includes('/')) await mkdir(join(inside, path.split('/')[0]), { recursive: true });
    await writeFile(join(inside, path), content);
  }
  const text = await readFile(join(pages, `${name}.md`), 'utf8');
  const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block.trim().split('\n'));
  const printed: string[] = [];
  for (const command of commands) {
    const env = { ...process.env, NO_COLOR: '1', PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: inside, env });
    printed.push(stdout);
  }
  return { inside, printed };
}

const random = createRandom(21);
const noise = () => random.float() - 0.5;

/** `count` lines with a name, two columns that tell the class, and more that do not. */
function table(name: string, target: string, count: number, columns = 6): string {
  const names = Array.from({ length: columns }, (_, place) => `m${place}`);
  const lines = Array.from({ length: count }, (_, row) => {
    const cells = names.map((_, place) => (noise() + (place < 2 ? 0.8 * (row % 2) : 0)).toFixed(3));
    return [`${name}${row}`, ...cells, ['no', 'yes'][row % 2]].join(',');
  });
  return [['id', ...names, target].join(','), ...lines].join('\n');
}

test('every page of tasks is listed, and has commands that are run here', async () => {
  const found = (await readdir(pages)).filter((name) => name !== 'README.md').sort();
  assert.deepEqual(found, ['another-cohort.md', 'microarray.md', 'report.md', 'single-cells.md', 'survey.md']);
  const index = await readFile(join(pages, 'README.md'), 'utf8');
  for (const name of found) assert.ok(index.includes(`(${name})`), name);
});

test('single cells: a 10x folder and a table of cell types', async () => {
  const cells = 60;
  const genes = 12;
  const entries: string[] = [];
  for (let cell = 0; cell < cells; cell++) {
    for (let gene = 0; gene < genes; gene++) {
      const count = Math.floor(3 * random.float()) + (gene === cell % 3 ? 4 : 0);
      if (count > 0) entries.push(`${gene + 1} ${cell + 1} ${count}`);
    }
  }
  const barcodes = Array.from({ length: cells }, (_, cell) => `AAAC${cell}-1`);
  const types = ['B cell', 'T cell', 'monocyte'];
  const { inside, printed } = await runPage('single-cells', {
    'filtered_feature_bc_matrix/matrix.mtx': `%%MatrixMarket matrix coordinate integer general\n${genes} ${cells} ${entries.length}\n${entries.join('\n')}\n`,
    'filtered_feature_bc_matrix/features.tsv': Array.from(
      { length: genes },
      (_, gene) => `ENSG${gene}\tGENE${gene}\tGene Expression`,
    ).join('\n'),
    'filtered_feature_bc_matrix/barcodes.tsv': barcodes.join('\n'),
    'annotation.csv': [
      'barcode,cell_type,donor',
      ...barcodes.map((name, cell) => `${name},${types[cell % 3]},d${cell % 5}`),
    ].join('\n'),
  });
  const names = (await readFile(join(inside, 'markers', 'features.txt'), 'utf8')).trim().split('\n');
  for (const gene of ['GENE0', 'GENE1', 'GENE2']) assert.ok(names.includes(gene), names.join());
  assert.match(printed[2], /cell_type, 3 classes/);
});

test('microarray: genes in rows, and a phenotype file', async () => {
  const samples = Array.from({ length: 40 }, (_, place) => `GSM${1000 + place}`);
  const symbols = ['TP53', 'BRCA1', 'EGFR', 'MYC', 'KRAS', 'PTEN', 'CDK4', 'ERBB2', 'RB1', 'VHL', 'ATM', 'APC'];
  const lines = symbols.map((symbol, row) =>
    [symbol, ...samples.map((_, place) => (7 + noise() + (row < 2 ? 0.9 * (place % 2) : 0)).toFixed(3))].join('\t'),
  );
  const { inside, printed } = await runPage('microarray', {
    'expression.tsv': [['gene', ...samples].join('\t'), ...lines].join('\n'),
    'phenotype.tsv': [
      'sample\tdisease',
      ...samples.map((name, place) => `${name}\t${['healthy', 'ill'][place % 2]}`).reverse(),
    ].join('\n'),
  });
  assert.match(printed[0], /This looks transposed/);
  const names = (await readFile(join(inside, 'genes', 'features.txt'), 'utf8')).trim().split('\n');
  for (const gene of ['TP53', 'BRCA1']) assert.ok(names.includes(gene), names.join());
  const [header] = (await readFile(join(inside, 'genes', 'ranking.csv'), 'utf8')).split('\n');
  assert.equal(header, 'rank,name,index,score,fine_score,effect,p,fdr,note');
});

test('survey: categories, gaps, and the answers of the next year', async () => {
  const answers = (count: number) => [
    'participant,age,region,income,satisfied',
    ...Array.from({ length: count }, (_, row) => {
      const income =
        row % 9 === 4
          ? ''
          : `"${(2 + Math.floor(2 * random.float()) + (row % 2)).toString()},${100 + Math.floor(800 * random.float())}"`;
      return `p${row},${18 + Math.floor(60 * random.float())},${['north', 'south', 'east'][(row + (row % 2)) % 3]},${income},${row % 2 ? 'yes' : 'no'}`;
    }),
  ];
  const { inside, printed } = await runPage('survey', {
    'survey.csv': answers(80).join('\n'),
    'next-year.csv': answers(10).join('\n'),
  });
  assert.match(printed[0], /Target: satisfied \(a guess/);
  assert.match(printed[0], /region .* categories, 3 features of 0 and 1/);
  const reduced = (await readFile(join(inside, 'next-year-reduced.csv'), 'utf8')).trim().split('\n');
  assert.equal(reduced.length, 11);
});

test('another cohort: select, curve, compare and evaluate are tested on the second file', async () => {
  const { inside, printed } = await runPage('another-cohort', {
    'first.csv': table('a', 'outcome', 60),
    'second.csv': table('b', 'outcome', 30),
  });
  const { data } = JSON.parse(await readFile(join(inside, 'confirmed', 'selection.json'), 'utf8'));
  assert.deepEqual([data.trainRowCount, data.testRowCount], [60, 30]);
  assert.match(printed[1], /SVM, other cohort/);
  assert.match(printed[3], /30 test rows|on 30 rows|test rows/);
});

test('how to read the report: what it names is there', async () => {
  const { inside, printed } = await runPage('report', { 'patients.csv': table('p', 'state', 80) });
  const report = await readFile(join(inside, 'result', 'report.html'), 'utf8');
  for (const heading of [
    'What it means',
    'Each feature alone',
    'Which classes are told apart',
    'Ranking',
    'For your methods section',
    'Data',
    'Settings',
  ]) {
    assert.ok(report.includes(`>${heading}</h2>`), heading);
  }
  assert.match(printed[1], /yes/);
});
