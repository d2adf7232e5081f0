/** Reading and encoding answer within a second when they are no longer wanted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeInTurns } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import { readTable } from '../src/read/read-table.js';
import { bytesSource } from '../src/read/source/source.js';
import type { Table } from '../src/types.js';
import { longFiles } from './fixtures/long-files.js';

/** Of the processor, not of the clock: other work on the machine must not fail the test. */
const longestMicroseconds = 1e6;

/** Stops the work after a while, and after it has taken many turns, and holds it to the time it takes to hear that. */
async function holdsInterrupt(name: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  for (const delay of [20, 300]) {
    const stopping = new AbortController();
    let asked: NodeJS.CpuUsage | undefined;
    setTimeout(() => {
      asked = process.cpuUsage();
      stopping.abort();
    }, delay);
    const started = process.cpuUsage();
    await assert.rejects(
      work(stopping.signal),
      (error) => error instanceof UserError && error.code === 'interrupted',
      `${name} after ${delay} ms`,
    );
    // A loop that lets no timer through is late from the start.
    const { user, system } = process.cpuUsage(asked);
    const all = process.cpuUsage(started);
    assert.ok(user + system < longestMicroseconds, `${name}: ${(user + system) / 1000} ms to stop`);
    const late = all.user + all.system - delay * 1000;
    assert.ok(late < 2 * longestMicroseconds, `${name}: ${late / 1000} ms late`);
  }
}

for (const [name, make] of Object.entries(longFiles)) {
  test(`an interrupt while ${name} is read is heard within a second`, async () => {
    const bytes = await make();
    await holdsInterrupt(name, (signal) => readTable(bytesSource(name, bytes, 2 ** 20), { signal, maxBytes: 2 ** 31 }));
  });
}

test('an interrupt while a table is encoded is heard within a second', async () => {
  const rowCount = 400_000;
  const words = Array.from({ length: 40 }, (_, i) => `word ${i}`);
  const text = Array.from({ length: 12 }, (_, column) => ({
    name: `t${column}`,
    values: Array.from({ length: rowCount }, (_, row) => words[(row * (column + 7)) % words.length]),
  }));
  const numericNames = Array.from({ length: 20 }, (_, column) => `n${column}`);
  const table: Table = {
    rowCount,
    numericNames,
    numeric: {
      kind: 'dense',
      rowCount,
      columnCount: 20,
      values: Float32Array.from({ length: 20 * rowCount }, (_, at) => at % 17),
    },
    text,
    columnOrder: [...numericNames, ...text.map(({ name }) => name)],
  };
  await holdsInterrupt('encoding', (signal) => encodeInTurns(table, { target: 't0' }, signal));
});
