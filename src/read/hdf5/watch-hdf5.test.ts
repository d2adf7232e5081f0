import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../errors.js';
import { damagedHdf5 } from './hdf5-limits.js';
import type { Hdf5News } from './hdf5-messages.js';
import { type Hdf5Worker, watchHdf5 } from './watch-hdf5.js';

const limits = { silentSeconds: 0.4, maxBytes: 1000, libraryBytes: 2 ** 28 };

/** A worker that says what the test wants; what was done to it is noted. */
function fakeWorker(start: (tell: (news: Hdf5News) => void) => void = () => {}) {
  const done: string[] = [];
  const worker: Hdf5Worker = {
    onNews: (take) => start(take),
    onDeath() {},
    stop: () => void done.push('stopped'),
    release: () => void done.push('released'),
  };
  return { worker, done };
}

const isDamaged = (error: unknown) =>
  error instanceof UserError && error.code === 'data' && /damaged/.test(error.message);
const clock = () => performance.now() / 1000;

test('a worker that is busy and says nothing is ended, and the file is called damaged', async () => {
  const { worker, done } = fakeWorker();
  await assert.rejects(watchHdf5(worker, { name: 'a.h5', limits, worked: clock }), isDamaged);
  assert.deepEqual(done, ['stopped']);
});

test('a worker that waits for a slow disk, or tells of progress, is not ended', async () => {
  const table = { rowCount: 0 } as never;
  const after = (tell: (news: Hdf5News) => void) =>
    setTimeout(() => tell({ kind: 'table', table, isReusable: true }), 1200);
  const waiting = fakeWorker(after);
  assert.equal(await watchHdf5(waiting.worker, { name: 'a.h5', limits, worked: () => 0 }), table);
  assert.deepEqual(waiting.done, ['released']);
  const telling = fakeWorker((tell) => {
    const timer = setInterval(() => tell({ kind: 'progress' }), 50);
    after((news) => {
      clearInterval(timer);
      tell(news);
    });
  });
  assert.equal(await watchHdf5(telling.worker, { name: 'a.h5', limits, worked: clock }), table);
});

test('an interrupt ends the worker at once', async () => {
  const { worker, done } = fakeWorker();
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 20);
  const reading = watchHdf5(worker, { name: 'a.h5', limits, worked: () => 0, signal: stopping.signal });
  await assert.rejects(reading, (error) => error instanceof UserError && error.code === 'interrupted');
  assert.deepEqual(done, ['stopped']);
});

test('a library that ended itself is told in plain words', () => {
  const { message } = damagedHdf5('a.h5ad', new Error('Aborted(native code called abort())'));
  assert.equal(message, 'a.h5ad: cannot be read as HDF5 (the HDF5 library gave up on it); is the file damaged?');
});
