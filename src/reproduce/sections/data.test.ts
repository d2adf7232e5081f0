import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainHash, sampleSet } from '../../../test/fixtures/reproduction-sets.js';
import { gatherResults } from '../gather.js';
import { fullScale } from '../scale.js';
import { dataSection } from './data.js';

test("says which sets are the paper's, and of which its table was made from another copy", () => {
  const sets = [
    sampleSet('mnist', { isPapers: true }),
    sampleSet('usps', { isPapers: true, remade: 'USPS by smoothing' }),
    sampleSet('har', { isPapers: false }),
  ];
  const { pieces } = dataSection(gatherResults({ planned: [], rows: [], sets, scale: fullScale, hash: plainHash }));
  const [text, table] = pieces;
  assert.ok(text.kind === 'text' && table.kind === 'plain-table');
  assert.match(
    text.text,
    /† marks those that are not\. Some of the authors' tables were made of other copies: USPS by smoothing\.$/,
  );
  assert.deepEqual(
    table.table.rows.map((row) => [row.at(0), row.at(-1)]),
    [
      ['mnist', 'yes'],
      ['usps', 'yes, remade'],
      ['har †', 'another copy'],
    ],
  );
});
