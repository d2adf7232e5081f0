/** Files that are made, or damaged, so that reading them would cost without bound: each is refused, soon and clearly. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { loadFile } from '../node/files/load-file.js';
import { UserError } from '../src/errors.js';
import { createRandom } from '../src/maths/random.js';
import { heldLimit } from '../src/read/source/read-all.js';
import { mutate } from './fixtures/mutate.js';

const here = fileURLToPath(new URL('../../test/data/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'neurofs-hostile-'));
after(() => rm(folder, { recursive: true }));

async function stored(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const isRefused = (words: RegExp) => (error: unknown) =>
  error instanceof UserError && error.code === 'data' && words.test(error.message);

/** A gzip of the same piece over and over, made without holding what it unpacks to. */
function bomb(head: string, piece: string, times: number): Uint8Array {
  // Members of a gzip file follow each other, so one is enough to be repeated.
  const member = gzipSync(Buffer.alloc(2 ** 22, piece));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: times }, () => member)]);
}

/** Runs with the growth of the process's memory watched, in bytes. */
async function growth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, process.memoryUsage.rss()) - before;
}

const mostGrowth = 1.2e9;

test('a damaged HDF5 file on which HDF5 goes round in circles is given up', async () => {
  // Found by `mutate` with the seeds 0 to 99; reading it in the same thread does not come to an end.
  const original = new Uint8Array(await readFile(join(here, 'dense.h5ad')));
  const path = await stored('circle.h5ad', mutate(original, createRandom(72)));
  await assert.rejects(loadFile(path, { target: 'cell_type' }), isRefused(/did not get on .* damaged/));
});

test('a damaged HDF5 file leaves nothing behind: the repaired one in its place is read', async () => {
  const original = new Uint8Array(await readFile(join(here, 'text.h5')));
  for (const seed of [0, 16]) {
    const path = await stored('damaged.h5', mutate(original, createRandom(seed)));
    await assert.rejects(
      loadFile(path, { x: 'X', target: 'y' }),
      isRefused(/cannot be read as HDF5 \([^\n]+\); is the file/),
    );
    // HDF5 keeps parts of a file that it could not close, and knows the file by its place on the disk.
    await writeFile(path, original);
    assert.equal((await loadFile(path, { x: 'X', target: 'y' })).table.rowCount, 6);
  }
});

test('one endless line is refused, as CSV, svmlight, ARFF and JSON', async () => {
  const heads = { 'a.csv.gz': '', 'b.svm.gz': '1 1:1\n', 'c.arff.gz': '@relation r\n', 'd.jsonl.gz': '{"a":"' };
  for (const [name, head] of Object.entries(heads)) {
    const path = await stored(name, bomb(head, name.startsWith('a') ? '0,' : '1 ', 100));
    const used = await growth(() => assert.rejects(loadFile(path), isRefused(/longer than/)));
    assert.ok(used < mostGrowth, `${name}: ${used} bytes`);
  }
});

test('a small file may be held at 100 times its size and 256 MiB, a large one at 4 GiB, or at what was asked for', () => {
  assert.equal(heldLimit(2 ** 20, undefined), 2 ** 28 + 100 * 2 ** 20);
  assert.equal(heldLimit(2 ** 30, undefined), 2 ** 32);
  assert.equal(heldLimit(2 ** 20, 1000), 1000);
});

test('a JSON list, a CSV file and an npz that unpack to more than they may, are refused with the option that allows it', async () => {
  const refusal = isRefused(/more than 1 MiB once decompressed.*; raise maxBytes if you trust the file/);
  const limit = { maxBytes: 2 ** 20 };
  const list = await stored('list.json.gz', bomb('[{"a":"', 'x', 2));
  await assert.rejects(loadFile(list, limit), refusal);
  const cells = await stored('cells.csv.gz', bomb('a,b,y\n', '0.1,a,b\n', 2));
  await assert.rejects(loadFile(cells, limit), refusal);
  const array = new Uint8Array(2 ** 22);
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${array.length - 128}, 1), }`.padEnd(117);
  array.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, 118, 0, ...new TextEncoder().encode(`${header}\n`)]);
  const zeros = await stored('zeros.npz', zipSync({ 'x.npy': array }, { level: 1 }));
  await assert.rejects(loadFile(zeros, limit), refusal);
  assert.equal((await loadFile(zeros)).table.rowCount, array.length - 128);
});

test('records with keys of their own are refused before their empty table fills the memory', async () => {
  const lines = Array.from({ length: 20_000 }, (_, row) => `{"k${row}":1.5,"y":${row % 2}}\n`).join('');
  const path = await stored('keys.jsonl', lines);
  const used = await growth(() =>
    assert.rejects(loadFile(path, { target: 'y' }), isRefused(/20,001 different keys.*, or raise maxBytes/)),
  );
  assert.ok(used < mostGrowth, `${used} bytes`);
});

/** A workbook with one sheet, some of its parts put in place of the usual ones. */
function workbook(parts: Readonly<Record<string, string>>): Uint8Array {
  const all = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="s" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
    'xl/worksheets/sheet1.xml': '<worksheet/>',
    ...parts,
  };
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, encoder.encode(xml)])), {
    level: 1,
  });
}

test('a workbook whose small parts are not small, or that shares texts without end, is refused', async () => {
  const many = (part: string, times: number) => `<x>${part.repeat(times)}</x>`;
  for (const part of ['xl/workbook.xml', 'xl/styles.xml']) {
    const path = await stored('parts.xlsx', workbook({ [part]: many('<a/>', 2 ** 23) }));
    await assert.rejects(loadFile(path), isRefused(/larger than that of any workbook/), part);
  }
  const path = await stored('texts.xlsx', workbook({ 'xl/sharedStrings.xml': many('<si><t>a</t></si>', 200_000) }));
  await assert.rejects(loadFile(path, { maxBytes: 2 ** 22 }), isRefused(/needs more than 4 MiB/));
});

test('what a workbook writes as an entity is that, or stays as it stands: no name of a prototype is looked up', async () => {
  const cells = ['n', '&constructor; &amp; &toString;'].map((text) => `<c t="str"><v>${text}</v></c><c><v>1</v></c>`);
  const sheet = `<worksheet><sheetData>${cells.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`;
  const { table } = await loadFile(await stored('entities.xlsx', workbook({ 'xl/worksheets/sheet1.xml': sheet })));
  assert.deepEqual(table.text[0].values, ['&constructor; & &toString;']);
});
