import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../compute/engine.js';

import { encodeTable } from '../encode/encode-table.js';
import { guessTarget } from '../examine/guess-target.js';
import { selectFeatures } from '../pipeline.js';
import { readTable } from '../read/read-table.js';
import { openBlobSource } from '../read/source/blob-source.js';
import { finish } from '../turns.js';
import { markStory, stories, storyCsv } from './stories.js';

/** What the page chooses of a story by its defaults. */
async function chosenOf(fileName: string, k: number, leaveOut: readonly string[] = []) {
  const source = await openBlobSource(fileName, new Blob([...storyCsv(fileName)]));
  const { table } = await readTable(source, {});
  const dataset = encodeTable(table, { target: finish(guessTarget(table))!, leaveOut });
  const engine = await createSerialEngine();
  try {
    const { features, leaks } = await selectFeatures(
      { dataset, method: 'neurofs', k, evaluation: { judges: [] } },
      { engine },
    );
    return { names: features.map(({ name }) => name), leaks };
  } finally {
    engine.dispose();
  }
}

describe('a story', () => {
  const story = (part: string) => stories.find(({ fileName }) => fileName.includes(part))!;
  const marked = async (part: string, leaveOut: readonly string[] = []) => {
    const { fileName, k } = story(part);
    const { names, leaks } = await chosenOf(fileName, k, leaveOut);
    return { ...markStory(story(part), names), names, leaks };
  };

  test('is the same text every time', () => {
    for (const { fileName } of stories) {
      assert.equal([...storyCsv(fileName)].join(''), [...storyCsv(fileName)].join(''));
    }
  });

  test('of the leak is one: the dose is chosen and named, and without it all markers are found', async () => {
    const { names, leaks } = await marked('leak');
    assert.equal(names[0], 'dose');
    assert.deepEqual(leaks[0].columns, ['dose']);
    assert.deepEqual((await marked('leak', ['dose'])).found, 3);
  });

  test('of repeats spends places on the same thing, and has them free when one of two is banned', async () => {
    assert.ok((await marked('repeats')).found < 3);
    const once = await marked('repeats', ['length in', 'weight lb', 'age months']);
    assert.equal(once.found, 3);
  });

  test('of pairs, of rare classes and of many genes is told by what was planted', async () => {
    for (const part of ['pairs', 'imbalance', 'genes']) {
      const { found, outOf, names } = await marked(part);
      assert.equal(found, outOf, `${part}: ${names.join()}`);
    }
  });
});
