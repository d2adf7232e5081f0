/** One selection format: what the library and the command line write is what the schema says, and both read both. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { FeatureSelector } from '../src/index.js';
import { makeClassification } from '../src/make-classification.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const schema = JSON.parse(readFileSync(join(root, 'schemas', 'selection.schema.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: true }).compile(schema);
const { x, y } = makeRows();

function makeRows(): { readonly x: number[][]; readonly y: number[] } {
  const shape = { rowCount: 60, featureCount: 12, informativeCount: 3, redundantCount: 0, classCount: 2 };
  const { values, labels } = makeClassification({ ...shape, separation: 1, seed: 1 });
  const x = Array.from(labels, (_, row) => Array.from(values.subarray(row * 12, row * 12 + 12)));
  return { x, y: Array.from(labels) };
}

function assertValid(value: unknown): void {
  assert.ok(validate(value), JSON.stringify(validate.errors));
}

function select(...words: string[]): string {
  return execFileSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), ...words], { encoding: 'utf8' });
}

test('the library and the command line write one format, and each reads what the other wrote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-format-'));
  try {
    const file = join(folder, 'rows.csv');
    const names = x[0].map((_, column) => `f${column}`);
    writeFileSync(file, `${[...names, 'y'].join()}\n${x.map((row, i) => [...row, `c${y[i]}`].join()).join('\n')}\n`);
    const text = select('select', file, '--target', 'y', '--k', '4', '--epochs', '3', '--json');
    const written = JSON.parse(text);
    assertValid(written);

    const fromFile = FeatureSelector.fromJSON(written);
    assert.deepEqual(
      fromFile.featureNamesOut().sort(),
      written.features.map((each: { name: string }) => each.name).sort(),
    );
    assert.equal(fromFile.options.epochs, 3);
    assert.equal(fromFile.transform(x).columnCount, 4);

    const selector = await new FeatureSelector({ k: 4, options: { epochs: 3 } }).fit(x, y, { featureNames: names });
    const own = JSON.stringify(selector);
    assertValid(JSON.parse(own));
    const kept = join(folder, 'kept.json');
    writeFileSync(kept, own);
    const judged = JSON.parse(select('evaluate', file, '--target', 'y', '--features', kept, '--json'));
    assert.deepEqual([...judged.featureNames].sort(), selector.featureNamesOut().sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every score of every method can be written and comes back, infinite ones too', async () => {
  // A feature that tells the classes apart without any spread within them has an infinite F statistic.
  const rows = y.map((label, row) => [label, x[row][0], x[row][1]]);
  const selector = await new FeatureSelector({ k: 1, method: 'anova-f' }).fit(rows, y);
  const json = JSON.parse(JSON.stringify(selector));
  assert.equal(json.scores[0], 'Infinity');
  assertValid(json);
  assert.deepEqual(FeatureSelector.fromJSON(json).scores, selector.scores);
});

test('a selector of version 0.1 is still read; a selection without scores is refused', () => {
  const older = {
    format: 'neurofs-selector',
    version: 1,
    k: 1,
    method: 'anova-f',
    seed: 0,
    scaling: 'minmax',
    options: {},
    featureNames: ['a', 'b'],
    scores: [1, 2],
    ranking: [1, 0],
  };
  assert.deepEqual(Array.from(FeatureSelector.fromJSON(older).selected), [1]);
  const withoutScores = {
    format: 'neurofs-selection',
    formatVersion: 1,
    method: 'anova-f',
    k: 1,
    seed: 0,
    features: [],
  };
  assert.throws(() => FeatureSelector.fromJSON(withoutScores), /no scores of all features/);
});
