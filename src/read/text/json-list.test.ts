import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { bytesSource } from '../source/source.js';
import { readListItems } from './json-list.js';

async function itemsOf(text: string, chunkBytes: number): Promise<string[]> {
  const items: string[] = [];
  const bytes = new TextEncoder().encode(text);
  for await (const batch of readListItems(bytesSource('list.json', bytes, chunkBytes), 2 ** 20)) {
    for (const { number, text: item } of batch) {
      assert.equal(number, items.length + 1);
      items.push(item);
    }
  }
  return items;
}

test('the items of any list are those that JSON.parse finds, wherever the chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(2),
      async (list, bytes, space) => {
        const items = await itemsOf(` ${JSON.stringify(list, undefined, space)}\n`, bytes);
        assert.deepEqual(
          items.map((item) => JSON.parse(item)),
          JSON.parse(JSON.stringify(list)),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a list that is cut short, goes on or has an endless item is refused', async () => {
  for (const text of ['[1, 2', '[{"a": "]"', '[', '["\\"]']) await assert.rejects(itemsOf(text, 2), /does not end/);
  for (const text of ['[1] 2', '[1][2]', '[1]]', '[1],']) await assert.rejects(itemsOf(text, 2), /goes on after/);
  await assert.rejects(itemsOf(`["${'x'.repeat(2 ** 21)}"]`, 1000), /more than 1 MiB/);
  assert.deepEqual(await itemsOf('[1,,2]', 3), ['1', '', '2'], 'an item that is missing is for the parser to refuse');
});
