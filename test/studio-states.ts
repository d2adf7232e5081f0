/** Every state of NeuroFS Studio, one after another: what tests check in each, and what pictures are taken of. */
import type { Page } from 'playwright-core';
import {
  chooseFile,
  csvWithConstant,
  downloadText,
  dropFile,
  fillOptions,
  pressWhen,
  runQuickly,
  start,
  waitForResults,
} from './studio-page.js';

type Look = (state: string) => Promise<void>;

/** Calls `look` in every state. */
export async function visitStates(page: Page, look: Look): Promise<void> {
  await look('start');
  await dropFile(page, 'empty.csv', '');
  await page.getByRole('alert').waitFor();
  await look('error');
  await page.getByRole('button', { name: 'Close this message' }).click();
  await dropFile(page, 'a.csv', csvWithConstant(5));
  await page.getByText('150 rows, 41 columns').waitFor();
  await page.getByLabel('Target: the column to predict').selectOption('gene 5');
  await page.locator('.problem').waitFor();
  await look('target that cannot be predicted');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: /^One in twenty/ }).click();
  await page.getByRole('button', { name: 'Let all classes count alike' }).waitFor();
  await page.locator('.method-cards summary').click();
  await page.locator('.method-cards li').first().waitFor();
  await look('doctor');
  await train(page, look);
  await answer(page, look);
  await promise(page, look);
  await saved(page, look);
}

async function train(page: Page, look: Look): Promise<void> {
  await fillOptions(page, { Epochs: '5000', Hidden: '40,40' });
  await pressWhen(page, /epoch ([2-9]|\d\d)/, 'Pause');
  await start(page);
  await page.locator('.run-status', { hasText: 'paused' }).waitFor();
  await look('running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped. The ranking so far is kept.').waitFor();
  await look('stopped');
}

async function answer(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Close this message' }).click();
  await page.getByLabel('Compare with').selectOption('fisher');
  await runQuickly(page);
  await page.getByText(/Answer key: /).waitFor();
  await page.getByRole('list', { name: 'The chosen features, best first' }).getByRole('button').first().click();
  await page.getByRole('heading', { name: /^Feature / }).waitFor();
  await look('finished, compared, a feature open');
  await page.getByRole('button', { name: 'Cross-validate', exact: true }).click();
  await page.getByRole('button', { name: 'Cross-validate again' }).waitFor();
  await page.getByRole('button', { name: 'Run 4 more seeds' }).click();
  await page.getByText(/chosen under all 5 seeds/).waitFor();
  await look('curve and seeds');
}

async function promise(page: Page, look: Look): Promise<void> {
  await page.getByLabel('Compare with').selectOption('');
  await page.getByLabel('Method', { exact: true }).selectOption('fisher');
  await page.getByLabel('Promise', { exact: true }).selectOption('0.2');
  await page.getByLabel('Steadiness', { exact: true }).selectOption('5');
  await page.getByLabel('Verdict by cross-validation', { exact: true }).selectOption('1');
  await start(page);
  await waitForResults(page);
  await look('promise, steadiness and verdict');
}

async function saved(page: Page, look: Look): Promise<void> {
  const selection = await downloadText(page, 'selection.json');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('heading', { level: 1, name: /^Too many columns/ }).waitFor();
  await look('start with runs');
  await chooseFile(page, 'selection.json', selection);
  await page.getByText('A saved selection').waitFor();
  await look('saved selection');
}
