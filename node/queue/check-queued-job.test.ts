import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { UserError } from '../../src/errors.js';
import type { Job } from '../../src/experiment/job.js';
import { sampleJob } from '../../test/fixtures/jobs.js';
import { hashText } from '../files/hash-text.js';
import { allowsPath, checkAddress, isOwnAddress, nothingAllowed } from './allowed-places.js';
import { checkQueuedJob } from './check-queued-job.js';
import { createContentCache } from './content-cache.js';
import { queueKeys } from './keys.js';

const base = await mkdtemp(join(tmpdir(), 'neurofs-boundary-'));
after(() => rm(base, { recursive: true }));

const sha256 = 'a'.repeat(64);
const job = sampleJob({ path: '/data/sample.csv', sha256 });
const file = { name: 'sample.csv', sha256, bytes: 10, role: 'data' as const };
const good = { run: 'r1', job, files: [file] };

/** The job with the value at a path of names replaced. */
function forged(path: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(good));
  const names = path.split('.');
  let at = copy;
  for (const name of names.slice(0, -1)) at = at[name];
  at[names.at(-1)!] = value;
  return copy;
}

describe('a job of the queue', () => {
  test('as a submitter writes it is taken as it is', () => {
    assert.equal(checkQueuedJob(good), good);
  });

  const forgeries: readonly [string, unknown][] = [
    ['run', '../other'],
    ['run', 'a:b'],
    ['files', []],
    ['files.0.name', '../../etc/passwd'],
    ['files.0.name', '/etc/passwd'],
    ['files.0.name', 'a/../../b'],
    ['files.0.name', 'c:\\x'],
    ['files.0.name', 'a\0b'],
    ['files.0.bytes', 2 ** 60],
    ['files.0.bytes', '10'],
    ['files.0.sha256', `${'a'.repeat(63)}/`],
    ['job.kind', 'shell'],
    ['job.kind', 'toString'],
    ['job.method', '../x'],
    ['job.method', { toString: 'x' }],
    ['job.seed', -1],
    ['job.picks', Array.from({ length: 100_001 }, () => ({ k: 1, judges: [] }))],
    ['job.picks.0.k', 0],
    ['job.data.sha256', '../../x'],
    ['job.data.place', { kind: 'shell', path: 'x', target: 'y' }],
    ['job.data.place', { kind: 'set', key: '../x' }],
    ['job.data.place.path', ['a']],
    ['job.data.place.path', 'x'.repeat(5000)],
    ['job.data.split', null],
    ['job.options', 'x'],
    ['job.code', '$(reboot)'],
    ['job.data.reading', { names: '/etc/passwd' }],
    ['job.data.reading', { with: '/etc/passwd' }],
    ['job.data.place.testPath', '/etc/passwd'],
    ['job.data.place.withPath', '/etc/passwd'],
    ['job.data.place.namesPath', '/etc/passwd'],
    ['job.program', '/bin/sh'],
    ['files.0.link', '/etc/passwd'],
    ['limits', { threads: 1000 }],
  ];
  for (const [path, value] of forgeries) {
    test(`is refused with ${path} = ${JSON.stringify(value).slice(0, 40)}`, () => {
      assert.throws(
        () => checkQueuedJob(forged(path, value)),
        (error) => error instanceof UserError && error.code === 'queue',
      );
    });
  }

  test('is refused where a key reaches a prototype, or where it is deep or is nothing', () => {
    const spoilt = JSON.parse(JSON.stringify(good).replace('"options":{}', '"options":{"__proto__":{"k":1}}'));
    assert.throws(() => checkQueuedJob(spoilt), /prototype/);
    let deep: unknown = 1;
    for (let depth = 0; depth < 50; depth++) deep = [deep];
    assert.throws(() => checkQueuedJob(forged('job.options.x', deep)), /smaller/);
    for (const nothing of [null, undefined, 1, 'x', []]) assert.throws(() => checkQueuedJob(nothing), UserError);
  });
});

describe('a worker', () => {
  test('reads files in the folders that it was allowed, and follows no link out of them', async () => {
    await mkdir(join(base, 'open'));
    await writeFile(join(base, 'open', 'a.csv'), 'x');
    await writeFile(join(base, 'secret.csv'), 'x');
    await writeFile(join(base, 'open-not.csv'), 'x');
    await symlink(join(base, 'secret.csv'), join(base, 'open', 'link.csv'));
    const allowed = { paths: [join(base, 'open')], hosts: [] };
    assert.equal(await allowsPath(allowed, join(base, 'open', 'a.csv')), true);
    for (const path of ['secret.csv', 'open-not.csv', 'open/link.csv', 'open/../secret.csv', 'open/none.csv']) {
      assert.equal(await allowsPath(allowed, `${base}/${path}`), false, path);
    }
    assert.equal(await allowsPath(nothingAllowed, join(base, 'open', 'a.csv')), false);
  });

  test('does not say of a path that is not allowed whether it is there or what it holds', async () => {
    const cache = createContentCache({
      redis: { llen: async () => 0 } as never,
      keys: queueKeys('test'),
      folder: join(base, 'cache'),
    });
    const messages: string[] = [];
    for (const path of ['/etc/passwd', '/etc/there-is-no-such-file']) {
      const data: Job['data'] = { ...job.data, place: { kind: 'file', path, target: 'y' } };
      await cache.bring(data, [file]).catch((error: Error) => messages.push(error.message.replaceAll(path, 'PATH')));
    }
    assert.equal(messages.length, 2);
    assert.equal(messages[0], messages[1]);
    assert.match(messages[0], /PATH may not be read here; start the worker with --allow-path/);
  });

  test('follows no manifest of the queue out of its folder, and says nothing of what is there', async () => {
    const folder = join(base, 'sets');
    const cache = createContentCache({ redis: { llen: async () => 0 } as never, keys: queueKeys('test'), folder });
    await writeFile(join(base, 'secret.mat'), 'secret');
    const own = { key: 'isolet', file: 'isolet/a.mat', y: 'Y' };
    for (const entry of [
      { ...own, file: '../../secret.mat' },
      { ...own, file: '../../' },
      { ...own, split: '../../secret.json' },
    ]) {
      const text = JSON.stringify([entry]);
      const manifest = { ...file, name: 'manifest.json', text, sha256: hashText(text) };
      const first = { ...file, name: 'isolet/a.mat', text: 'x', sha256: hashText('x') };
      const data: Job['data'] = { ...job.data, place: { kind: 'set', key: 'isolet' } };
      await assert.rejects(cache.bring(data, [first, manifest]), (error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, /names a file outside of its folder/);
        return !error.message.includes(hashText('secret'));
      });
    }
  });

  test('fetches from the hosts that it was allowed, by http or https, and never by a name of its own machine', async () => {
    const allowed = { paths: [], hosts: ['127.0.0.1:8080', 'data.example.org'] };
    await checkAddress(allowed, 'http://127.0.0.1:8080/a.csv');
    for (const address of [
      'http://127.0.0.1:6379/',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'http://data.example.org@evil.example/',
      'http://user:word@data.example.org/',
      'ftp://data.example.org/',
    ]) {
      await assert.rejects(checkAddress(allowed, address), UserError, address);
    }
    for (const own of ['127.0.0.1', '::1', '0.0.0.0', '169.254.169.254', '::ffff:127.0.0.1', 'fe80::1']) {
      assert.equal(isOwnAddress(own), true, own);
    }
    assert.equal(isOwnAddress('93.184.216.34'), false);
  });
});
