/** Reports in Debian's Chromium: on a phone none is wider than the screen, texts of charts can be read, and axe-core finds nothing to mend. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { JudgedDetail } from '../src/evaluate/detail.js';
import { renderComparisonReport } from '../src/report/comparison-report.js';
import { renderCurveReport } from '../src/report/curve-report.js';
import { renderSelectionReport } from '../src/report/selection-report.js';
import { experimentNames } from '../src/reproduce/experiments.js';
import { planJobs } from '../src/reproduce/plan.js';
import { reproductionFiles } from '../src/reproduce/report.js';
import { fullScale } from '../src/reproduce/scale.js';
import { overflow, violations } from './axe.js';
import { launchChromium, skipWithoutBrowser as skip } from './chromium.js';
import { inputOf } from './fixtures/comparison-input.js';
import { plainHash, sampleRows, sampleSet } from './fixtures/reproduction-sets.js';
import { sampleInput } from './fixtures/selection-input.js';

const command = `neurofs curve ${'a-long-name'.repeat(20)}.csv --target y --k 1,2,3,4,5,6,7,8,9`;
const points = [1, 2, 5].map((k) => ({ k, values: [0.8, 0.9], mean: 0.85, standardError: 0.05 }));

const curve = renderCurveReport({
  versions: { neurofs: '0' },
  command,
  dataName: `${'long-'.repeat(20)}.csv`,
  checksum: '',
  targetName: 'y',
  rowCount: 100,
  featureCount: 9,
  folds: 5,
  method: 'fisher',
  seed: 0,
  parameters: {},
  deciding: { measure: 'accuracy' },
  curves: [{ judge: 'svm', measure: 'accuracy', points, bestK: 1, parsimoniousK: 1 }],
  seconds: 1,
});

/** With every part that a report may have. */
function selection(detail: JudgedDetail): string {
  const base = sampleInput({ command });
  const names = base.features.map(({ name }) => name);
  return renderSelectionReport({
    ...base,
    measured: base.measured!.map((set, place) => (place === 0 ? { ...set, detail } : set)),
    correlations: { names, values: Float64Array.from([1, 0.9, 0, 0.9, 1, -0.5, 0, -0.5, 1]), rowCount: 200 },
    stability: {
      pairs: 5,
      threshold: 0.75,
      shares: names.map((name) => ({ name, share: 0.8 })),
      stable: names,
      bound: 0.6,
      overlap: 0.5,
      overlapOfKinds: 0.5,
    },
    size: { auto: { judge: 'svm', measure: 'accuracy', folds: 5, points, bestK: 1, parsimoniousK: 1 } },
  });
}

const classes: JudgedDetail = {
  kind: 'classes',
  classNames: ['zero', 'a class with a long name'],
  confusion: {
    table: [
      [600, 20],
      [30, 350],
    ],
    classes: [{ recall: 0.97 }, { recall: 0.92 }],
  } as never,
};
const values: JudgedDetail = {
  kind: 'values',
  truth: Float64Array.from([1, 2, 3]),
  predicted: Float64Array.from([1.2, 1.9, 3.3]),
  outputCount: 1,
};
const survival: JudgedDetail = {
  kind: 'survival',
  times: Float64Array.from([1, 2, 3, 4]),
  events: Uint8Array.from([1, 0, 1, 1]),
  risks: Float64Array.from([3, 2, 1, 0]),
};

function reproduction(): string {
  const sets = [sampleSet('mnist', { imageShape: [28, 28], about: 'a text of many words' }), sampleSet('usps')];
  const plan = { experiments: experimentNames, sets, scale: { ...fullScale, seeds: [0] }, code: '0' };
  const planned = planJobs(plan);
  const rows = planned.flatMap((each) => sampleRows(each));
  const { documents } = reproductionFiles({
    ...plan,
    planned,
    rows,
    hash: plainHash,
    missing: [],
    settings: {},
    command,
  });
  return documents[0].content;
}

const reports = {
  reproduction: reproduction(),
  curve,
  comparison: renderComparisonReport(inputOf({ rigl: [0.9, 0.8], mrmr: [0.8], random: [0.5, 0.6] }, { ks: [5, 10] })),
  'selection for classes': selection(classes),
  'selection for numbers': selection(values),
  'selection for survival': selection(survival),
};

test('no report is wider than a phone, and axe-core finds nothing to mend', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-report-'));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    for (const [name, report] of Object.entries(reports)) {
      // From a file, as users open it: its policy forbids writing into it.
      const path = join(folder, 'report.html');
      writeFileSync(path, report);
      await page.goto(pathToFileURL(path).href);
      assert.equal(await overflow(page), 0, name);
      assert.deepEqual(await violations(page), [], name);
      if (name === 'reproduction') assert.deepEqual(await hardToRead(page), []);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});

test('a printed report has no text larger than the one it explains, and its charts fit the paper', {
  skip,
}, async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 680, height: 900 } });
    await page.emulateMedia({ media: 'print' });
    await page.setContent(reports.reproduction);
    const sizes = await page.evaluate(() =>
      ['.figure-table td > span:first-child', '.figure-table .runs', '.figure-table .paper'].map((each) =>
        Number.parseFloat(getComputedStyle(document.querySelector(each)!).fontSize),
      ),
    );
    assert.ok(sizes[1] < sizes[0] && sizes[2] < sizes[0], String(sizes));
    assert.equal(await overflow(page), 0);
  } finally {
    await browser.close();
  }
});

/** Texts of charts smaller than 11 pixels, and charts that are cut off where nobody could scroll to the rest. */
function hardToRead(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const charts = [...document.querySelectorAll<SVGSVGElement>('svg.chart')];
    const small = charts.flatMap((chart) =>
      [...chart.querySelectorAll('text')]
        .filter((text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a < 10.9)
        .map((text) => `small: ${text.textContent}`),
    );
    const cut = charts.filter((chart) => {
      const box = chart.closest('.scroll');
      const room = (box ?? document.body).scrollWidth;
      return chart.getBoundingClientRect().width > room + 1 || (box && getComputedStyle(box).overflowX !== 'auto');
    });
    return [...small, ...cut.map((chart) => `cut: ${chart.getAttribute('aria-label')}`)];
  });
}
