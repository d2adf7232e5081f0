/** What NeuroFS Studio says about a run: cross-validated, grouped, compared, and taken along as one file. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skipWithoutBrowser as skip } from './chromium.js';
import { chooseFile, runQuickly, sampleCsv, start, useStudio, waitForResults } from './studio-page.js';

/** The tests run from dist. */
const bookPath = fileURLToPath(new URL('../../test/data/book.xlsx', import.meta.url));

describe('the answers of NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('the first rows are shown as they were read, the target among them', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', 'size,colour,kind\n1.5,red,a\n,blue,b\n2,red,a\n3,blue,b\n');
    const rows = page.getByRole('region', { name: 'The first rows of the file' });
    await rows.waitFor();
    assert.deepEqual(await rows.locator('thead th').allTextContents(), ['size', 'colour', 'kind']);
    assert.deepEqual(await rows.locator('tbody tr').nth(1).locator('td').allTextContents(), ['missing', 'blue', 'b']);
    assert.equal(await rows.locator('th.target').textContent(), 'kind');
    assert.deepEqual(troubles, []);
  });

  test('a file that was misread is read otherwise, and the command line says so', async () => {
    const { page, troubles } = await studio.open();
    const rows = Array.from(
      { length: 40 },
      (_, row) => `${row % 7},5;-99;${(row * 3) % 5};${row % 2 ? 'ill' : 'well'}`,
    );
    await chooseFile(page, 'odd.csv', ['a;b;c;state', ...rows, ''].join('\n'));
    await page.getByText('40 rows, 4 columns').waitFor();
    const summary = page.locator('.reading-fields summary');
    assert.match((await summary.textContent())!, /semicolons between cells, decimal comma, names in the first line/);
    await summary.click();
    await page.getByLabel('First line').selectOption('row');
    await page.getByText('41 rows, 4 columns').waitFor();
    await page.getByLabel('First line').selectOption('names');
    await page.getByText('40 rows, 4 columns').waitFor();
    await page.getByLabel('Cells are apart by').selectOption('comma');
    await page
      .getByRole('alert')
      .or(page.getByText(/40 rows, [12] column/))
      .first()
      .waitFor();
    await page.getByLabel('Cells are apart by').selectOption('semicolon');
    await page.getByText('40 rows, 4 columns').waitFor();
    await page.getByLabel('Also missing').fill('-99');
    await page.getByLabel('Also missing').press('Enter');
    await page.getByText('Missing cells: 40').waitFor();
    assert.equal(await page.getByLabel('Target: the column to predict').inputValue(), 'state');
    await page.getByLabel('Use the column b', { exact: true }).uncheck();
    await page.getByLabel('Method').selectOption('fisher');
    await start(page);
    await waitForResults(page);
    const command = (await page.locator('.command code').textContent())!;
    assert.match(command, /--delimiter semicolon --header yes --missing-marks -99 --target state/);
    assert.deepEqual(troubles, []);
  });

  test('rows and columns are exchanged, and the sheet of a workbook is chosen', async () => {
    const { page, troubles } = await studio.open();
    const samples = Array.from({ length: 20 }, (_, sample) => sample);
    const lines = [
      ['gene', ...samples.map((sample) => `s${sample}`)],
      ['kind', ...samples.map((sample) => (sample % 2 ? 'ill' : 'well'))],
      ...['g1', 'g2', 'g3'].map((gene, at) => [gene, ...samples.map((sample) => (sample * (at + 3)) % 7)]),
    ];
    await chooseFile(page, 'turned.csv', lines.map((line) => line.join(',')).join('\n'));
    await page.getByText('4 rows, 21 columns').waitFor();
    await page.locator('.reading-fields summary').click();
    await page.getByLabel('Columns are samples: exchange rows and columns').click();
    await page.getByText('20 rows, 5 columns').waitFor();
    await page.getByLabel('Target: the column to predict').selectOption('kind');
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await chooseFile(page, 'book.xlsx', await readFile(bookPath));
    await page.getByText(/6 rows, 9 columns/).waitFor();
    // Another file begins with all folded; the same file, read otherwise, does not.
    await page.locator('.reading-fields summary').click();
    const sheet = page.getByLabel('Sheet');
    assert.deepEqual(await sheet.locator('option').allTextContents(), ['cells & more', 'notes']);
    await sheet.selectOption('notes');
    await page.getByText('sheet "notes" has no row below its header').waitFor();
    await page.getByText(/6 rows, 9 columns/).waitFor();
    assert.deepEqual(troubles, []);
  });

  test('the number of features is answered by cross-validation beside a filter and chance, and set by a button', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await runQuickly(page);
    await page.getByRole('button', { name: 'Cross-validate', exact: true }).click();
    await page.getByRole('button', { name: 'Cross-validate again' }).waitFor();
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'How many are enough?' }) });
    assert.match((await panel.locator('.answer').textContent())!, /best mean accuracy, \d+\.\d\s%/);
    const chart = await panel.locator('svg').first().textContent();
    for (const name of ['neurofs', 'anova-f', 'random', 'all 40', 'largest class'])
      assert.match(chart!, new RegExp(name));
    const setter = panel.getByRole('button', { name: /^Set “Features to select” to / });
    if ((await setter.count()) > 0) {
      const wanted = /to (\d+)/.exec((await setter.textContent())!)![1];
      await setter.click();
      assert.equal(await page.getByLabel(/^Features to select/).inputValue(), wanted);
    }
    assert.deepEqual(troubles, []);
  });

  test('chosen features are compared with each other, and copies are named', async () => {
    const { page, troubles } = await studio.open();
    const [head, ...lines] = sampleCsv().trim().split('\n');
    const doubled = lines.map((line) => `${Number(line.split(',')[0]) * 2 + 0.001},${line}`);
    await chooseFile(page, 'a.csv', [`copy,${head}`, ...doubled].join('\n'));
    await page.getByLabel(/^Features to select/).fill('41');
    await runQuickly(page);
    await page.locator('.correlations').waitFor();
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Do they say the same?' }) });
    assert.match((await panel.textContent())!, /a correlation of 0\.8 or more/);
    assert.match((await panel.locator('li').first().textContent())!, /copy/);
    assert.deepEqual(troubles, []);
  });

  test('the ranks of another method stand beside those of the run, and sort the table', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await runQuickly(page);
    await page.getByLabel('Add the ranks of another method').selectOption('anova-f');
    const head = page.getByRole('button', { name: 'Rank by anova-f' });
    await head.click();
    const ranks = await page.locator('.ranking-table tbody tr:not(.gap) td:last-child').allTextContents();
    assert.deepEqual(ranks.slice(0, 5), ['1', '2', '3', '4', '5']);
    assert.deepEqual(troubles, []);
  });

  test('rows that belong together can be named, and the command line says so', async () => {
    const { page, troubles } = await studio.open();
    const [head, ...lines] = sampleCsv().trim().split('\n');
    const grouped = lines.map((line, row) => `${line},p${row >> 1}`);
    await chooseFile(page, 'a.csv', [`${head},patient`, ...grouped].join('\n'));
    await page.getByLabel('Target: the column to predict').selectOption(head.split(',').at(-1)!);
    await page.getByLabel(/^Rows that belong together/).selectOption('patient');
    await runQuickly(page);
    assert.match((await page.locator('main').textContent())!, /--group-by patient/);
    assert.deepEqual(troubles, []);
  });

  test('all runs are saved as one file and opened in another browser with their data', async () => {
    const { page } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await runQuickly(page);
    const names = await page.locator('.ranking-table tbody th bdi').allTextContents();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save all runs' }).click();
    const path = await (await saving).path();

    const { page: other, troubles } = await studio.open();
    await other
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'mine.neurofs',
        mimeType: '',
        buffer: await readFile(path),
      });
    await other.getByText('Opened 1 run.').waitFor();
    const shown = await other.locator('.ranking-table tbody th bdi').allTextContents();
    assert.deepEqual(shown.slice(0, 8), names.slice(0, 8));
    await other.locator('.correlations').waitFor();
    assert.deepEqual(troubles, []);
  });
});
