import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { sampleInput } from '../../test/fixtures/selection-input.js';
import { renderSelectionReport } from './selection-report.js';
import { spread } from './strength-section.js';

const voidElements = new Set(['meta', 'input', 'br', 'image', 'path', 'circle', 'rect', 'line']);

/** Checks that every element is closed in order, and returns how often each occurs. */
function countElements(page: string): Map<string, number> {
  const body = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '<$1></$1>').replace('<!doctype html>', '');
  const counts = new Map<string, number>();
  const open: string[] = [];
  for (const [, slash, name, rest] of body.matchAll(/<(\/?)([a-z0-9]+)((?:"[^"]*"|[^>"])*)>/g)) {
    if (slash) assert.equal(open.pop(), name);
    else {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (!rest.endsWith('/') && !voidElements.has(name)) open.push(name);
    }
  }
  assert.deepEqual(open, []);
  return counts;
}

test('the report is well-formed, with one heading, one figure per epoch shown and one row per feature', () => {
  const page = renderSelectionReport(sampleInput());
  const counts = countElements(page);
  assert.equal(counts.get('h1'), 1);
  assert.equal(counts.get('image'), 6);
  assert.equal(page.match(/<th scope="row"><bdi>pixel \d+<\/bdi>/g)?.length, 3);
  assert.equal(page.match(/<li class="chip"><bdi>pixel \d+<\/bdi>/g)?.length, 3);
  assert.match(page, /<h1>3 of 30\u00a0features selected from digits.csv<\/h1>/);
  for (const text of ['c0ffee', '--seed 42', '20, 20', '15\u00a0s', '1,200 (200 to train on, 1,000 to test on)']) {
    assert.ok(page.includes(text), text);
  }
});

test('the report reaches for nothing outside itself', () => {
  const page = renderSelectionReport(sampleInput());
  const addresses = [...page.matchAll(/(?:href|src)="([^"]{0,22})|url\(/g)].map((match) => match[1]);
  assert.ok(addresses.length > 0 && addresses.every((address) => address === 'data:image/png;base64,'));
  assert.doesNotMatch(page, /https?:|@import/);
});

test('hostile names in every place show as text', () => {
  const evil = `"><img src=x onerror=alert(1)><script>alert('2')</script>`;
  const base = sampleInput();
  for (const imageShape of [base.dataset.imageShape, undefined]) {
    const { imageShape: _, ...dataset } = base.dataset;
    const page = renderSelectionReport(
      sampleInput({
        dataset: {
          ...dataset,
          ...(imageShape && { imageShape }),
          name: evil,
          targetName: evil,
          classNames: [evil, evil],
          checksum: evil,
        },
        method: evil,
        methodSummary: evil,
        parameters: { [evil]: evil },
        features: base.features.map((feature) => ({ ...feature, name: evil })),
        measured: base.measured!.map((row) => ({ ...row, judge: evil })),
        timings: { [evil]: 1 },
        warnings: [evil],
        preparation: [evil],
        command: evil,
        versions: { [evil]: evil, neurofs: evil },
        createdAt: evil,
      }),
    );
    const counts = countElements(page);
    assert.equal(counts.get('img'), undefined);
    // One that runs, and one that is data: the selection as JSON.
    assert.equal(counts.get('script'), 2);
    assert.equal(page.match(/<script>/g)?.length, 1);
    assert.doesNotMatch(page, /<[^>"]*onerror/);
  }
});

test('only the script and the styles of the page are allowed, named by their hashes', () => {
  const page = renderSelectionReport(sampleInput());
  assert.match(page, /default-src 'none'/);
  for (const element of ['script', 'style']) {
    const [, text] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)!;
    assert.ok(page.includes(`${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`), element);
  }
  assert.doesNotMatch(page, / on[a-z]+="| style="/);
});

test('what was not measured is left out', () => {
  const page = renderSelectionReport(sampleInput({ measured: [], history: [], snapshots: [] }));
  countElements(page);
  for (const part of ['class="accuracy"', 'id="training"', 'id="strengths"']) assert.ok(!page.includes(part), part);
  const [selected, all] = sampleInput().measured!;
  const partly = renderSelectionReport(sampleInput({ measured: [selected, all] }));
  assert.match(
    partly,
    /3 random<\/td><td class="number"><span class="hidden">not measured<\/span><\/td><td class="interval"><\/td>/,
  );
});

test('data that is not an image shows its best features by epoch, strongest in the brightest colour', () => {
  const { imageShape, ...dataset } = sampleInput().dataset;
  const page = renderSelectionReport(sampleInput({ dataset }));
  assert.ok(imageShape !== undefined);
  assert.equal(countElements(page).get('image'), undefined);
  assert.match(page, /<table class="heat-table">[\s\S]*title="pixel 8">[\s\S]*class="heat-255"/);
});

test('infinite and negative scores have bars and text', () => {
  const scores = [Number.POSITIVE_INFINITY, 2, -1];
  const features = sampleInput().features.map((feature, i) => ({ ...feature, score: scores[i] }));
  const page = renderSelectionReport(sampleInput({ features }));
  const widths = [...page.matchAll(/bar-score"[^>]*><rect class="fill" width="([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(widths, ['100%', '100%', '0%']);
  assert.match(page, />∞<[\s\S]*>2\.000<[\s\S]*>−1\.000</);
});

test('the pages of MNIST and of a 100 x 100 image stay small', () => {
  const size = (height: number, width: number) => {
    const featureCount = height * width;
    const base = sampleInput();
    const snapshots = base.snapshots.map(({ epoch }) => ({
      epoch,
      strengths: Float32Array.from({ length: featureCount }, (_, i) => (i * 31 + epoch) % 97),
    }));
    return renderSelectionReport(
      sampleInput({ dataset: { ...base.dataset, featureCount, imageShape: [height, width] }, snapshots }),
    ).length;
  };
  assert.ok(size(28, 28) < 60_000);
  assert.ok(size(100, 100) < 140_000);
});

test('spreading keeps the first and the last value', () => {
  assert.deepEqual(spread([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 6), [1, 3, 5, 7, 9, 11]);
  assert.deepEqual(spread([1, 2], 6), [1, 2]);
});
