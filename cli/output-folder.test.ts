import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { UserError } from '../src/errors.js';
import { checkOutputFolder, writeOutputFolder } from './output-folder.js';

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-output-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('checking a folder that is not there yet leaves no trace', () =>
  inTemporaryFolder(async (folder) => {
    await checkOutputFolder(join(folder, 'a', 'b'), ['x.json']);
    assert.deepEqual(await readdir(folder), []);
  }));

test('files are written into a new folder, streamed or whole, and nothing else stays', () =>
  inTemporaryFolder(async (folder) => {
    const out = join(folder, 'a', 'b');
    const lines = ['1\n', '2\n'];
    const written = await writeOutputFolder(out, [
      { name: 'x.json', content: '{}' },
      { name: 'y.csv', content: lines },
    ]);
    assert.deepEqual(written, [join(out, 'x.json'), join(out, 'y.csv')]);
    assert.equal(await readFile(join(out, 'y.csv'), 'utf8'), '1\n2\n');
    assert.deepEqual([await readdir(folder), (await readdir(out)).sort()], [['a'], ['x.json', 'y.csv']]);
  }));

test('nobody sees some of the files without the others, in a new folder or in one that is there', () =>
  inTemporaryFolder(async (folder) => {
    const files = Array.from({ length: 100 }, (_, i) => ({ name: `${i}.json`, content: '{}' }));
    for (const out of [join(folder, 'new'), folder]) {
      const seen = new Set<number>();
      const look = setInterval(() => {
        if (existsSync(out)) seen.add(readdirSync(out).filter((name) => name.endsWith('.json')).length);
      }, 0);
      await writeOutputFolder(out, files);
      clearInterval(look);
      assert.deepEqual(
        [...seen].filter((count) => count !== 0 && count !== files.length),
        [],
      );
    }
    const plain = join(folder, 'plain');
    await mkdir(plain);
    assert.equal((await stat(join(folder, 'new'))).mode, (await stat(plain)).mode, 'open to whom a new folder is open');
  }));

test('files of the same name are replaced, others are left alone', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'x.json'), 'old');
    await writeFile(join(folder, 'mine.txt'), 'mine');
    await writeOutputFolder(folder, [{ name: 'x.json', content: 'new' }]);
    assert.equal(await readFile(join(folder, 'x.json'), 'utf8'), 'new');
    assert.deepEqual((await readdir(folder)).sort(), ['mine.txt', 'x.json']);
  }));

test('a failure or an abort in the middle leaves the old files and nothing else', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'x.json'), 'old');
    const controller = new AbortController();
    async function* endless() {
      for (let line = 0; ; line++) {
        if (line === 1000) controller.abort();
        yield 'line\n'.repeat(100);
      }
    }
    const files = [
      { name: 'x.json', content: 'new' },
      { name: 'y.csv', content: endless() },
    ];
    await assert.rejects(writeOutputFolder(folder, files, controller.signal), {
      name: 'AbortError',
      code: 'interrupted',
    });
    function* broken() {
      yield 'a';
      throw new RangeError('broken');
    }
    await assert.rejects(writeOutputFolder(folder, [files[0], { name: 'y.csv', content: broken() }]), RangeError);
    assert.equal(await readFile(join(folder, 'x.json'), 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['x.json']);
  }));

test('a file where the folder should be, or a folder where a file should be, is told before the work starts', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'taken'), '');
    await mkdir(join(folder, 'x.json'));
    for (const [path, reason] of [
      [join(folder, 'taken'), /taken is a file, not a folder/],
      [join(folder, 'taken', 'below'), /a part of the path is a file/],
      [folder, /x\.json is a folder/],
    ] as const) {
      await assert.rejects(checkOutputFolder(path, ['x.json']), (error) => {
        assert.ok(error instanceof UserError && error.code === 'failure');
        assert.match(error.message, reason);
        return true;
      });
    }
  }));

const isRoot = process.getuid?.() === 0;
test(
  'a folder that may not be written is told before the work starts',
  { skip: isRoot && 'root may write anywhere' },
  () =>
    inTemporaryFolder(async (folder) => {
      await chmod(folder, 0o500);
      await assert.rejects(checkOutputFolder(join(folder, 'out'), []), /cannot write \(you may not write there\)/);
      await chmod(folder, 0o700);
    }),
);

test(
  'a place where nothing can be made is told in plain words',
  { skip: !existsSync('/proc/self') && 'needs /proc' },
  () =>
    assert.rejects(checkOutputFolder('/proc/none', []), {
      message: '--out /proc/none: cannot write (nothing can be written there); name another folder with --out',
    }),
);
