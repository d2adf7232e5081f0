import assert from 'node:assert/strict';
import test from 'node:test';
import { inputOf, row } from '../../test/fixtures/comparison-input.js';
import type { ResultRow } from '../experiment/result-row.js';
import { summariseRows } from '../experiment/summarise.js';
import { comparisonCsv } from './comparison-csv.js';
import { comparisonJson } from './comparison-json.js';
import { renderComparisonReport } from './comparison-report.js';
import type { ComparisonReportInput } from './comparison-report-input.js';
import { marksAt } from './comparison-table.js';
import { judgeComparison } from './judge-comparison.js';

const textOf = (input: ComparisonReportInput) => judgeComparison(input).map(({ level, text }) => `${level}: ${text}`);
const has = (input: ComparisonReportInput, part: RegExp) => textOf(input).some((text) => part.test(text));

test('the best and the second best of a K are marked, equal ones alike, and after two best ones nothing is second', () => {
  const marked = (byMethod: Readonly<Record<string, readonly number[]>>) =>
    Object.fromEntries(marksAt(inputOf(byMethod).summary, 'svm', 0));
  assert.deepEqual(marked({ rigl: [0.9], mrmr: [0.8], cife: [0.8], random: [0.5] }), {
    rigl: 'best',
    mrmr: 'second',
    cife: 'second',
  });
  assert.deepEqual(marked({ rigl: [0.9], fisher: [0.9001], mrmr: [0.8], random: [0.5] }), {
    rigl: 'best',
    fisher: 'best',
  });
});

test('a lead within the spread over seeds is called a draw, a clear one is not', () => {
  const draw = inputOf({ rigl: [0.88, 0.96], fisher: [0.9], random: [0.5, 0.5] });
  assert.ok(has(draw, /^warning: SVM: at K.=.5 the two best methods differ by less than the spread/));
  const clear = inputOf({ rigl: [0.95, 0.96], fisher: [0.8], random: [0.5, 0.5] });
  assert.ok(!has(clear, /draw/));
});

test('a lead that the test rows cannot tell is called a draw too, though the seeds agree', () => {
  const byMethod = { rigl: [0.92, 0.92], fisher: [0.9], random: [0.5, 0.5] };
  assert.ok(has(inputOf(byMethod, { testRowCount: 100 }), /draw/));
  assert.ok(!has(inputOf(byMethod, { testRowCount: 100_000 }), /draw/));
});

test('random features that do as well are told, and so is a gain over them', () => {
  assert.ok(
    has(
      inputOf({ fisher: [0.905], random: [0.9, 0.9] }),
      /^warning: SVM: at K.=.5 no method is clearly better than random/,
    ),
  );
  const gain = inputOf({ fisher: [0.95], random: [0.7, 0.7] });
  assert.ok(has(gain, /^good: SVM: the best method beats random features: fisher by 25\.0.points at K.=.5\./));
  assert.ok(
    has(
      inputOf({ fisher: [0.95], random: [0.99, 0.99] }),
      /^warning: SVM: at K.=.5 no method is clearly better than random/,
    ),
  );
});

test('what a method that stands for several took is counted', () => {
  const input = inputOf({ auto: [0.9, 0.9, 0.9], random: [0.5, 0.5] });
  const took = ['rfe', 'neurofs', 'neurofs'];
  const rows = took.map((taken, seed): ResultRow => ({ ...row('auto', 5, seed, 0.9), details: { taken } }));
  const summary = summariseRows([...rows, row('random', 5, 0, 0.5)], ['svm']);
  assert.ok(has({ ...input, summary }, /^note: In 3.selections auto took neurofs in 2 and rfe in 1\.$/));
  assert.ok(!has(input, /took/));
});

test('another method that is clearly ahead of the default is called the better choice, one within the spread is not', () => {
  const ahead = inputOf({ neurofs: [0.8, 0.8], fisher: [0.95], random: [0.5, 0.5] });
  assert.ok(
    has(
      ahead,
      /^warning: SVM: on this data another method than neurofs is the better choice: fisher by 15\.0.points at K/,
    ),
  );
  assert.ok(!has(inputOf({ neurofs: [0.8, 0.96], fisher: [0.95], random: [0.5, 0.5] }), /better choice/));
  assert.ok(!has(inputOf({ neurofs: [0.95, 0.95], fisher: [0.8], random: [0.5, 0.5] }), /better choice/));
  assert.ok(!has(inputOf({ rigl: [0.8, 0.8], fisher: [0.95], random: [0.5, 0.5] }), /better choice/));
});

test('a small test set, a single seed and failed runs are told', () => {
  assert.ok(
    has(inputOf({ fisher: [0.8], random: [0.5] }, { testRowCount: 40 }), /The test set is small: one of its 40/),
  );
  assert.ok(!has(inputOf({ fisher: [0.8], random: [0.5] }, { testRowCount: 4000 }), /test set is small/));
  assert.ok(has({ ...inputOf({ fisher: [0.8] }), seeds: [0] }, /Only one seed/));
  const input = inputOf({ fisher: [0.8], random: [0.5] });
  const failed: ResultRow = {
    ...row('rigl', 5, 0, 0),
    measures: [],
    error: { code: 'diverged', message: 'it diverged' },
  };
  const summary = summariseRows([...input.rows, failed], ['svm']);
  assert.ok(has({ ...input, summary }, /^warning: rigl has 1.result missing\. K.=.5, seed 0: it diverged\.$/));
});

test('features that change are laid to another seed, or to another split where there are several', () => {
  const input = inputOf({ mrmr: [0.8, 0.8], random: [0.5, 0.5] }, { ks: [1] });
  assert.ok(has(input, /^note: mrmr: another seed selects mostly other features/));
  assert.ok(has({ ...input, splitCount: 2 }, /^note: mrmr: another split selects mostly other features/));
});

test('the report is one file that fetches nothing, and text from the data stays text', () => {
  const input = inputOf({ rigl: [0.9, 0.92], fisher: [0.8], random: [0.5, 0.6] }, { ks: [5, 10] });
  const hostile = '<script>alert(1)</script>';
  const page = renderComparisonReport({ ...input, dataset: { ...input.dataset, name: hostile }, warnings: [hostile] });
  assert.ok(!page.includes(hostile));
  assert.ok(page.includes('&lt;script&gt;alert(1)'));
  assert.ok(!/(src|href)="(?!data:)|@import|url\(/.test(page));
  for (const part of ['id="accuracy"', 'id="curves"', 'id="overlap"', 'id="cost"', 'id="settings"']) {
    assert.ok(page.includes(part), part);
  }
  assert.ok(!/undefined|NaN/.test(page.slice(0, page.indexOf('<script>'))));
});

test('one K has no curve, and a method without a result says so', () => {
  const input = inputOf({ fisher: [0.8], random: [0.5] });
  const failed: ResultRow = {
    ...row('rigl', 5, 0, 0),
    measures: [],
    error: { code: 'diverged', message: 'it diverged' },
  };
  const page = renderComparisonReport({ ...input, summary: summariseRows([...input.rows, failed], ['svm']) });
  assert.ok(!page.includes('id="curves"'));
  assert.match(page, />rigl<\/th><td class="number quiet">failed</);
  assert.match(page, /id="failures"[\s\S]*rigl, K = 5, seed 0: it diverged/);
});

test('CSV has a line for every result, judge and measure, JSON the same rows without their keys', () => {
  const input = inputOf({ fisher: [0.8], random: [0.5, 0.6] });
  const lines = [...comparisonCsv(input)];
  assert.equal(
    lines[0],
    'method,k,seed,judge,measure,value,low,high,select_seconds,evaluate_seconds,peak_bytes,error\n',
  );
  assert.equal(lines[2], 'fisher,5,0,svm,accuracy,0.8,,,0.5,0.1,0,\n');
  assert.equal(lines.length, 5);
  const json = JSON.parse(comparisonJson(input));
  assert.equal(json.format, 'neurofs-comparison');
  const { key: _, ...fisher } = row('fisher', 5, 0, 0.8);
  assert.deepEqual(json.rows[1], fisher);
});

test('the first line credits no single method where several are best', () => {
  const first = (byMethod: Readonly<Record<string, readonly number[]>>) =>
    /<table class="accuracy">[\s\S]*?<tbody><tr><td class="set">([^<]*)/
      .exec(renderComparisonReport(inputOf(byMethod)))?.[1]
      .replaceAll('\u00a0', ' ');
  assert.equal(first({ rigl: [0.9], mrmr: [0.8], random: [0.5] }), '5 by rigl');
  assert.equal(first({ rigl: [0.9], mrmr: [0.9], random: [0.5] }), '5 by rigl or mrmr');
  assert.equal(first({ rigl: [0.9], mrmr: [0.9], cife: [0.9], fisher: [0.9] }), '5 by any of 4 methods');
});

test('settings are told in words', () => {
  const input = inputOf({ fisher: [0.8], random: [0.5] });
  const settings = { scaling: 'standard', scaleOn: 'train', testFraction: 0.2, limit: undefined };
  const page = renderComparisonReport({ ...input, settings }).replaceAll('\u00a0', ' ');
  assert.match(page, /Scaling fitted on<\/dt>\s*<dd>training rows/);
  assert.match(page, /Rows held out for testing<\/dt>\s*<dd>20\.0 %/);
  assert.ok(
    !/scaleOn|testFraction|undefined/.test(page.slice(page.indexOf('id="settings"'), page.indexOf('<script>'))),
  );
});
