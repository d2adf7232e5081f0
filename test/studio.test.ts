/** NeuroFS Studio in Debian's Chromium: what a user does there, and that it gives the command line's bits. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skipWithoutBrowser as skip } from './chromium.js';
import { serveDist } from './serve-dist.js';
import {
  chooseFile,
  downloadText,
  dropFile,
  fillOptions,
  pressWhen,
  quickOptions,
  sampleCsv,
  start,
  useStudio,
  waitForResults,
} from './studio-page.js';

const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/**
 * Runs the command as the page shows it, through a shell, in a folder that holds the file. One thread gives the same bits
 * as many, and leaves the other cores to the other tests.
 */
function runCommand(command: string, fileName: string, content: string): { json: string; ranking: string } {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-studio-'));
  try {
    writeFileSync(join(folder, fileName), content);
    const program = `"${process.execPath}" "${main}"`;
    const words = `${command.replace(/^neurofs/, program)} --threads 1`;
    execFileSync('sh', ['-c', words], { cwd: folder, stdio: 'pipe' });
    const read = (name: string) => readFileSync(join(folder, 'neurofs-out', name), 'utf8');
    return { json: read('selection.json'), ranking: read('ranking.csv') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('a dropped CSV, paused and resumed, gives the command line’s bits; what is saved can be opened again', async () => {
    const { page, troubles } = await studio.open();
    const [name, text] = ["it's my data.csv", sampleCsv()];
    await dropFile(page, name, text);
    await page.getByText('150 rows, 41 columns').waitFor();
    assert.equal(await page.getByLabel('Target: the column to predict').inputValue(), 'kind of thing');

    await fillOptions(page, { Epochs: '60', Hidden: '300,300', Seed: '7' });
    await page.getByLabel('Features to select, of 40').fill('6');
    await pressWhen(page, /epoch ([2-9]|[1-4]\d) of/, 'Pause');
    await start(page);
    await page.locator('.run-status', { hasText: 'paused' }).waitFor();
    const status = page.locator('.run-status');
    await page.waitForTimeout(200);
    const held = await status.textContent();
    await page.waitForTimeout(300);
    assert.equal(await status.textContent(), held);
    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForResults(page);

    const saved = await downloadText(page, 'selection.json');
    const ranking = await downloadText(page, 'ranking.csv');
    const command = await page.locator('.command code').textContent();
    const theirs = runCommand(command!, name, text);
    assert.equal(ranking, theirs.ranking);
    const [ours, cli] = [JSON.parse(saved), JSON.parse(theirs.json)];
    for (const field of ['features', 'parameters', 'measured', 'history', 'data', 'k', 'seed']) {
      assert.deepEqual(ours[field], cli[field], field);
    }
    // Each front end words them itself.
    assert.equal(ours.warnings.length, cli.warnings.length);

    const report = await downloadText(page, 'report.html');
    for (const [fileName, content] of [
      ['selection.json', theirs.json],
      ['report.html', report],
    ]) {
      await page.getByRole('button', { name: 'Start over' }).click();
      await chooseFile(page, fileName, content);
      await page.getByRole('heading', { name: `6 of 40 features of ${name}` }).waitFor();
      const first = await page.locator('.ranking-table tbody th').first().textContent();
      assert.equal(first, ours.features[0].name);
    }
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('threads, a second method, other seeds and the epochs to go back through', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'a.csv', sampleCsv());
    await fillOptions(page, quickOptions);
    const threads = page.getByLabel(/Compute threads/);
    if (Number(await threads.getAttribute('max')) >= 2) await threads.fill('2');
    await page.getByLabel('Compare with').selectOption('fisher');
    await start(page);
    await waitForResults(page);
    assert.match((await page.getByText(/neurofs, .* and fisher, .* share/).textContent())!, /share \d+ of 6 features/);
    assert.equal(await page.locator('.accuracy tbody tr').count(), 4);

    const slider = page.getByLabel(/^Epoch \d/);
    await slider.fill('3');
    await page.getByText('3 / 8').waitFor();

    await page.getByRole('button', { name: 'Run 4 more seeds' }).click();
    await page.getByText(/features were chosen under all 5 seeds/).waitFor();
    assert.equal(await page.locator('.seed-map thead th').count(), 7);

    await page.getByLabel('Search').last().fill('gene 3');
    await page.getByText(/^\d+ found$/).waitFor();
    const shown = await page.locator('.ranking-table tbody th').allTextContents();
    assert.ok(shown.length > 0 && shown.every((each) => each.includes('gene 3')), shown.join());
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('hostile names and cells are text; bad and empty files are said to be so, and the next file works', async () => {
    const { page, troubles } = await studio.open();
    await chooseFile(page, 'empty.csv', '');
    await page.getByText('empty.csv: the file is empty').waitFor();
    await chooseFile(page, 'bad.npz', Buffer.from('PK\u0003\u0004 and nothing else that a zip would hold, really'));
    await page
      .getByRole('alert')
      .getByText(/bad\.npz: .*unpack it first|damaged/)
      .waitFor();
    // HDF5 is read by a worker that the worker starts.
    await chooseFile(page, 'cells.h5ad', readFileSync(new URL('../../test/data/csr.h5ad', import.meta.url)));
    await page.getByText('6 rows, 5 columns').waitFor();
    await chooseFile(page, 'no-classes.csv', 'a,b\n0.1,1\n0.3,1\n0.5,1\n');
    await page.locator('.problem').waitFor();

    const evil = (mark: number) => `<img src=x onerror="document.title='hit ${mark}'">`;
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const head = [evil(1), '<script>document.title="hit"</script>', 'c', evil(2)].map(quoted).join(',');
    const rows = Array.from({ length: 60 }, (_, row) =>
      [row % 7, (row * 5) % 11, quoted(evil(3 + (row % 3))), quoted(`<b>${row % 2}</b>`)].join(','),
    );
    await dropFile(page, `${evil(0)}.csv`, [head, ...rows, ''].join('\n'));
    await fillOptions(page, quickOptions);
    await start(page);
    await waitForResults(page);
    assert.equal(await page.title(), 'NeuroFS Studio');
    assert.equal(await page.locator('main img').count(), 0);
    const report = await downloadText(page, 'report.html');
    await page.getByRole('button', { name: 'Start over' }).click();
    await chooseFile(page, 'report.html', report);
    await page.getByRole('heading', { name: /onerror/ }).waitFor();
    assert.equal(await page.title(), 'NeuroFS Studio');
    assert.deepEqual(troubles, []);
    // Even code of the page itself cannot make markup or a foreign script of a text.
    const refused = (code: string) => page.evaluate(code).then(String, ({ message }: Error) => message);
    assert.match(await refused("document.body.innerHTML = '<b>text</b>'"), /TrustedHTML/);
    assert.match(await refused("new Worker('https://example.org/worker.js')"), /another place/);
    await page.close();
  });

  test('a worker that dies is replaced, the page says so, and the file is still there', async () => {
    const { page } = await studio.open();
    await page.getByText('Planted columns').click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.workers()[0].evaluate(() => {
      setTimeout(() => {
        throw new Error('out of memory');
      });
    });
    await page.getByText('The worker stopped').waitFor();
    await page.getByLabel('Method').selectOption('fisher');
    await start(page);
    await waitForResults(page);
    await page.close();
  });

  test('from a server without isolation it says that it runs on one thread, and runs', async () => {
    const plain = await serveDist(false);
    try {
      const { page, troubles } = await studio.openAt(`${plain.address}/studio/index.html`);
      await page.getByText('Runs on one thread: this page is served without the headers').waitFor();
      await chooseFile(page, 'a.csv', sampleCsv());
      await page.getByLabel('Method').selectOption('fisher');
      await start(page);
      await waitForResults(page);
      assert.deepEqual(troubles, []);
      await page.close();
    } finally {
      plain.server.close();
      plain.server.closeAllConnections();
    }
  });
});
