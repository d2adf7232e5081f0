/**
 * What NeuroFS Studio once got wrong when it was tried with real clicks, each as a claim that it no longer does.
 *
 * Names of another run, work that is lost, stops that keep nothing, seeds that are run twice, workers that do not answer:
 * studio-runs. One split that decides everything: studio-answers (cross-validated beside a filter and chance). Phones, zoom,
 * forced colours, focus, live regions: studio-access. Reports on a phone: report-phone. All others: here.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skipWithoutBrowser as skip } from './chromium.js';
import { dropFile, fillOptions, quickOptions, sampleCsv, start, useStudio, waitForResults } from './studio-page.js';

/** The sample with other names for its features, and further columns made of its rows. */
function renamed(name: (feature: number) => string, featureCount: number, rowCount = 60): string {
  const [head, ...lines] = sampleCsv(rowCount, featureCount).split('\n');
  const target = head.split(',').at(-1)!;
  return [[...Array.from({ length: featureCount }, (_, at) => name(at)), target].join(','), ...lines].join('\n');
}

describe('NeuroFS Studio', { skip }, () => {
  const studio = useStudio();

  test('does not start on a target that is no column, and says so at the field', async () => {
    const { page } = await studio.open();
    await dropFile(page, 'wide.csv', sampleCsv(40, 600));
    await page.getByText('40 rows, 601 columns').waitFor();
    const field = page.getByLabel('Target: the column to predict');
    await field.fill('zzz');
    await page.getByText('There is no such column.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled());
    await page.getByText('The target is no column of the file.').waitFor();
    await field.press('Enter');
    await field.fill('kind of thing');
    assert.ok(await page.getByRole('button', { name: 'Start', exact: true }).isEnabled());
    await page.close();
  });

  test('shows LassoNet where it has K features, and does not say that it has not learnt', async () => {
    const { page } = await studio.open();
    await dropFile(page, 'a.csv', sampleCsv());
    await page.getByText('150 rows, 41 columns').waitFor();
    await page.getByLabel('Method').selectOption('lassonet');
    await start(page);
    await waitForResults(page);
    assert.equal(await page.getByText('has not learnt').count(), 0);
    assert.ok((await page.locator('.strength-bars li').count()) >= 6);
    await page.close();
  });

  test('takes numbered columns of a table for columns, not for pixels', async () => {
    const { page } = await studio.open();
    await dropFile(
      page,
      'table.csv',
      renamed((at) => `c${at}`, 400),
    );
    await page.getByText('60 rows, 401 columns').waitFor();
    assert.equal(await page.getByLabel('Image shape, height x width').inputValue(), '');
    await dropFile(
      page,
      'pixels.csv',
      renamed((at) => `pixel${at}`, 400),
    );
    await page.getByText('pixels.csv').waitFor();
    assert.equal(await page.getByLabel('Image shape, height x width').inputValue(), '20x20');
    await page.close();
  });

  test('an image shape that does not fit keeps its field and has a way out', async () => {
    const { page } = await studio.open();
    await dropFile(page, 'a.csv', sampleCsv());
    const field = page.getByLabel('Image shape, height x width');
    await field.first().fill('7x7');
    await field.first().press('Enter');
    await page.locator('.problem', { hasText: 'An image of 7 x 7 has 49 pixels' }).waitFor();
    assert.equal(await field.first().inputValue(), '7x7');
    await page.getByRole('button', { name: 'The rows are no images' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.close();
  });

  test('refuses numbers that make no sense, each at its own field', async () => {
    const { page } = await studio.open();
    await dropFile(page, 'a.csv', sampleCsv());
    await page.getByText('150 rows, 41 columns').waitFor();
    const near = async (label: string, value: string, problem: RegExp): Promise<void> => {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await field.fill(value);
      await start(page);
      await page.locator('.field', { has: field }).getByText(problem).waitFor();
      await field.fill(before);
    };
    await fillOptions(page, {});
    await near('Epochs', '1e9', /at most 100,000 epochs/);
    await near('Features to select, of 40', '41', /There are only 40 features/);
    await near('Seed', '-1', /whole number of at least 0/);
    await near('Share of rows kept apart', '2', /at least 0 and below 1/);
    await near('Learning rate', 'fast', /must be a number/);
    assert.equal(await page.locator('.runs li').count(), 0);
    await page.close();
  });

  test('explains repeats, shows no scores where there is only an order, and speaks no command line', async () => {
    const { page } = await studio.open();
    const [head, ...lines] = sampleCsv().trim().split('\n');
    const repeated = [`${head},copy,id`, ...lines.map((line, row) => `${line},${line.split(',')[0]},person ${row}`)];
    await dropFile(page, 'repeats.csv', repeated.join('\n'));
    await page.getByText('150 rows, 43 columns').waitFor();
    await page.getByLabel('Target: the column to predict').selectOption('kind of thing');
    await page.getByLabel('Method').selectOption('mrmr');
    await start(page);
    await waitForResults(page);
    assert.equal(await page.getByRole('columnheader', { name: 'Score' }).count(), 0);
    await page.getByText('it gives an order, and no scores').waitFor();
    assert.equal(await page.getByText('the network removed the feature').count(), 0);
    await page.getByText(/not selected from, and come last/).waitFor();
    await page.getByLabel('Search').last().fill('copy');
    await page.locator('.ranking-table', { hasText: 'the same as “gene 0”' }).waitFor();
    const words = await page.locator('main').evaluate((main) => {
      const copy = main.cloneNode(true) as HTMLElement;
      for (const command of copy.querySelectorAll('.command')) command.remove();
      return copy.textContent!;
    });
    assert.doesNotMatch(words, /--[a-z]/);
    await page.close();
  });

  test('pictures whose pixels are counted down the columns can be turned upright', async () => {
    const { page } = await studio.open();
    await dropFile(
      page,
      'pixels.csv',
      renamed((at) => `pixel${at}`, 72),
    );
    await page.getByText('60 rows, 73 columns').waitFor();
    await page.getByLabel('Image shape, height x width').fill('9x8');
    await page.getByLabel('Image shape, height x width').press('Enter');
    await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':enabled')).waitFor();
    await fillOptions(page, quickOptions);
    await start(page);
    await waitForResults(page);
    await page.getByRole('img', { name: /Strengths of 8 x 9 pixels/ }).waitFor();
    await page.getByLabel('Pixels are counted down the columns').check();
    await page.getByRole('img', { name: /Strengths of 9 x 8 pixels/ }).waitFor();
    await page.close();
  });

  test('a leak is named before and after a run, is not praised, and a button leaves it out', async () => {
    const { page, troubles } = await studio.open();
    const [head, ...lines] = sampleCsv().trim().split('\n');
    const codes: Readonly<Record<string, number>> = { 'kind 0': 3, 'kind 1': 1, 'kind 2': 2 };
    const leaking = lines.map((line) => `${codes[line.split(',').at(-1)!]},${line}`);
    await dropFile(page, 'leak.csv', [`verdict,${head}`, ...leaking].join('\n'));
    const doctor = page.getByRole('region', { name: 'What to know before you start' });
    await doctor.getByText(/"verdict" tells the target of 100\.0 %/).waitFor();
    await fillOptions(page, quickOptions);
    await start(page);
    await waitForResults(page);
    const verdict = page.getByRole('region', { name: 'What it means' });
    assert.match((await verdict.locator('.findings li').first().textContent())!, /Take care"verdict" tells the target/);
    assert.equal(await verdict.locator('.finding-good').count(), 0, 'nothing is praised');
    await verdict.getByText('that says little while the data gives the answer away').waitFor();
    await verdict.getByRole('button', { name: 'Leave out “verdict”' }).click();
    await page.getByText('Features to select, of 40').waitFor();
    await start(page);
    await waitForResults(page);
    assert.equal(await page.getByText('tells the target').count(), 0);
    assert.match((await page.locator('.command code').textContent())!, /--leave-out verdict/);
    assert.deepEqual(troubles, []);
    await page.close();
  });

  test('a file opens at its top, what is filled in is said, and why it cannot be used in both places, of this file alone', async () => {
    const { page } = await studio.open({ viewport: { width: 1280, height: 800 } });
    await page.evaluate(() => scrollTo(0, 40));
    await dropFile(page, 'gap.csv', sampleCsv().replace(/^-?[\d.]+,/m, ','));
    await page.getByText('The page fills in the mean of the training rows').waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    const [field, bar] = [page.getByLabel(/^Features to select/), page.locator('.start-bar')];
    const [above, below] = [(await field.boundingBox())!, (await bar.boundingBox())!];
    assert.ok(above.y + above.height <= below.y, `the field ends at ${above.y + above.height}, Start is at ${below.y}`);
    await page.getByRole('button', { name: 'Missing cells: fill in the median' }).click();
    await page.getByText('The page fills in').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel(/^Missing cells/).inputValue(), 'median');

    await dropFile(page, 'three.csv', 'a,b,kind\n1,2,x\n3,4,y\n5,6,z\n');
    const problem = (await page.locator('.problem').textContent())!;
    assert.equal(await page.getByText(problem, { exact: true }).count(), 2);
    await dropFile(page, 'a.csv', sampleCsv());
    await page.getByText('150 rows, 41 columns').waitFor();
    assert.equal(await page.getByText(problem, { exact: true }).count(), 0);
    await page.close();
  });

  test('a class with one row, and rows without a target, have a way out', async () => {
    const { page } = await studio.open();
    const lines = sampleCsv().trim().split('\n');
    const once = lines.with(1, lines[1].replace(/kind \d$/, 'once'));
    await dropFile(page, 'once.csv', once.join('\n'));
    await page.locator('.problem', { hasText: 'once' }).waitFor();
    await page.getByRole('button', { name: 'Drop the rare classes' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    const without = lines.with(2, lines[2].replace(/kind \d$/, ''));
    await dropFile(page, 'without.csv', without.join('\n'));
    await page.locator('.problem', { hasText: 'is missing in 1 row' }).waitFor();
    await page.getByRole('button', { name: 'Drop the rows without a target' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.close();
  });
});
