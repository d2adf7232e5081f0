import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAddress, redact, withoutAddress } from './address.js';

describe('the address of a queue', () => {
  test('has the parts people expect, with their defaults', () => {
    const { host, port, database, isEncrypted, shown, prefix } = readAddress({ address: 'redis://lab' }, {});
    assert.deepEqual(
      [host, port, database, isEncrypted, shown, prefix],
      [...['lab', 6379, 0, false, 'redis://lab:6379', 'neurofs']],
    );
    const full = readAddress({ address: 'rediss://me:p%40ss@[::1]:7000/2', prefix: '{lab}' }, {});
    assert.deepEqual(
      [full.host, full.port, full.database, full.isEncrypted, full.user, full.password, full.prefix],
      ['::1', 7000, 2, true, 'me', 'p@ss', '{lab}'],
    );
    assert.equal(full.shown, 'rediss://[::1]:7000/2');
  });

  test('comes from the environment where it is not given, and so do user, password and prefix', () => {
    const env = {
      NEUROFS_QUEUE: 'redis://from-env',
      NEUROFS_QUEUE_USER: 'u',
      NEUROFS_QUEUE_PASSWORD: 'hidden',
      NEUROFS_QUEUE_PREFIX: 'p',
    };
    const read = readAddress({}, env);
    assert.deepEqual([read.host, read.user, read.password, read.prefix], ['from-env', 'u', 'hidden', 'p']);
    const given = readAddress({ address: 'redis://a:b@other', prefix: 'q' }, env);
    assert.deepEqual([given.host, given.user, given.password, given.prefix], ['other', 'a', 'b', 'q']);
  });

  for (const [what, address, message] of [
    ['no address', undefined, /name the queue/],
    ['another protocol', 'http://me:hush@host', /must be redis:\/\/host:6379.*Got "http:\/\/host"/],
    ['a file name', 'genes.csv', /Got "genes.csv"/],
    ['a database that is no number', 'redis://host/two', /number of the database/],
  ] as const) {
    test(`is refused: ${what}`, () => {
      assert.throws(() => readAddress(address === undefined ? {} : { address }, {}), message);
    });
  }

  test('is refused with a prefix that would break keys apart', () => {
    assert.throws(() => readAddress({ address: 'redis://host', prefix: 'a:b' }, {}), /--queue-prefix/);
  });
});

describe('secrets', () => {
  test('are taken out of texts, also passwords that hold an @ or a slash', () => {
    assert.equal(redact('cannot reach redis://me:hush@host:1/0 now'), 'cannot reach redis://host:1/0 now');
    assert.equal(redact('rediss://:p@ss/w0rd@host'), 'rediss://host');
    assert.equal(redact('WRONGPASS for hush-hush', { password: 'hush-hush' }), 'WRONGPASS for ***');
  });

  test('go with the address from the words of a command', () => {
    const words = ['compare', 'a.csv', '--queue', 'redis://me:hush@host', '--k', '5'];
    assert.deepEqual(withoutAddress(words), ['compare', 'a.csv', '--k', '5']);
    assert.deepEqual(withoutAddress(['jobs', '--queue=redis://:hush@host']), ['jobs']);
    assert.deepEqual(withoutAddress(['compare', '--queue', '--k', '5']), ['compare', '--k', '5']);
  });
});
