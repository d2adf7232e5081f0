/** Reports on a phone, in Debian's Chromium. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { renderCurveReport } from '../src/report/curve-report.js';
import { renderSelectionReport } from '../src/report/selection-report.js';
import { launchChromium, skipWithoutBrowser as skip } from './chromium.js';
import { sampleInput } from './fixtures/selection-input.js';

const command = `neurofs curve ${'a-long-name'.repeat(20)}.csv --target y --k 1,2,3,4,5,6,7,8,9`;
const points = [1, 2, 5].map((k) => ({ k, values: [0.8, 0.9], mean: 0.85, standardError: 0.05 }));

test('no report is wider than a phone', { skip }, async () => {
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
  const selection = renderSelectionReport(sampleInput({ command }));
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-report-'));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    for (const [place, report] of [curve, selection].entries()) {
      // From a file, as users open it: its policy forbids writing into it.
      const path = join(folder, `report-${place}.html`);
      writeFileSync(path, report);
      await page.goto(pathToFileURL(path).href);
      const width = await page.evaluate(() => document.scrollingElement!.scrollWidth);
      assert.ok(width <= 360, `${width} pixels wide`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
