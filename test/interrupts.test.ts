/** Reading, encoding, preparing and every stage of a selection answer within a second when they are no longer wanted. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { loadFile } from '../node/files/load-file.js';
import { createSerialEngine } from '../src/compute/engine.js';
import { encodeInTurns } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import { describeTable } from '../src/examine/describe-table.js';
import { summariseColumns } from '../src/examine/summarise-table.js';
import { createRandom } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { type SelectionRequest, type SelectionStage, selectFeatures } from '../src/pipeline.js';
import { prepareInTurns } from '../src/prepare/prepare-rows.js';
import { readTable } from '../src/read/read-table.js';
import { bytesSource } from '../src/read/source/source.js';
import { inTurns } from '../src/turns.js';
import type { Dataset, DenseMatrix, SparseMatrix, Table } from '../src/types.js';
import { longFiles } from './fixtures/long-files.js';
import { mutate } from './fixtures/mutate.js';

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

test('HDF5 that goes round in circles on a damaged file is ended from outside', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-interrupts-'));
  try {
    const path = join(folder, 'damaged.h5ad');
    const good = await readFile(new URL('../../test/data/csr.h5ad', import.meta.url));
    await writeFile(path, mutate(good, createRandom(1537)));
    const stopping = new AbortController();
    const reading = assert.rejects(loadFile(path, { target: 'cell_type', signal: stopping.signal }), /interrupted/);
    // By then it has been loaded and is at it, for good: nothing but the signal ends it within eight seconds.
    const started = process.cpuUsage();
    while (process.cpuUsage(started).user < 1.5e6) await Promise.race([reading, pause(50)]);
    stopping.abort();
    await reading;
    await pause(200);
    const ended = process.cpuUsage();
    await pause(500);
    assert.ok(process.cpuUsage(ended).user < 2.5e5, 'the thread works on');
  } finally {
    await rm(folder, { recursive: true });
  }
});

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

/** Two classes that the first columns tell; every tenth column is much like the one before it. */
function dataset(rowCount: number, columnCount: number): Dataset & { readonly matrix: DenseMatrix } {
  const random = createRandom(3);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % 2);
  const values = new Float32Array(rowCount * columnCount);
  for (let at = 0; at < values.length; at++) {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    values[at] = random.float() + (column < 8 ? labels[row] : 0) + (column % 10 === 9 ? 2 * values[at - 1] : 0);
  }
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values },
    featureNames: Array.from({ length: columnCount }, (_, column) => `f${column}`),
    target: { kind: 'classes', labels, classNames: ['a', 'b'] },
    targetName: 'y',
  };
}

test('an interrupt while a very wide table is described is heard within a second', async () => {
  const columnCount = 1_500_000;
  const numericNames = Array.from({ length: columnCount }, (_, column) => `column${column}`);
  const values = Float32Array.from({ length: 4 * columnCount }, (_, at) => (at * 7) % 11);
  const table: Table = {
    rowCount: 4,
    numericNames,
    numeric: { kind: 'dense', rowCount: 4, columnCount, values },
    text: [{ name: 'y', values: ['a', 'b', 'a', 'b'] }],
    columnOrder: [...numericNames, 'y'],
  };
  await holdsInterrupt('describing', (signal) => describeTable(table, {}, signal));
  await holdsInterrupt('showing its columns', (signal) => inTurns(summariseColumns(table), signal));
});

test('an interrupt while rows are prepared is heard within a second', async () => {
  const data = dataset(400_000, 30);
  const { values } = data.matrix;
  const split = { train: allRows(data.matrix).subarray(1000), test: allRows(data.matrix).subarray(0, 1000) };
  const prepare = (given: Dataset, scaling: 'standard' | 'robust') => (signal: AbortSignal) =>
    prepareInTurns(given, split, { scaling, scaleOn: 'train' }, signal);
  const sparse: SparseMatrix = {
    ...{ kind: 'sparse', rowCount: data.matrix.rowCount, columnCount: 30, value: values },
    rowStart: Float64Array.from({ length: data.matrix.rowCount + 1 }, (_, row) => 30 * row),
    column: Int32Array.from({ length: values.length }, (_, at) => at % 30),
  };
  await holdsInterrupt('sparse rows', prepare({ ...data, matrix: sparse }, 'standard'));
  for (let at = 0; at < values.length; at += 41) values[at] = Number.NaN;
  await holdsInterrupt('rows with missing cells', prepare({ ...data, missing: 'median' }, 'robust'));
});

/** Stops a selection soon after a stage of it has begun; a stage that is over by then stops in the next. */
async function holdsInterruptIn(stage: SelectionStage, request: SelectionRequest): Promise<void> {
  const stopping = new AbortController();
  let asked: NodeJS.CpuUsage | undefined;
  const engine = await createSerialEngine();
  const onStage = (name: SelectionStage) => {
    if (name !== stage) return;
    setTimeout(() => stopping.abort(), 50);
    asked = process.cpuUsage();
  };
  await assert.rejects(
    selectFeatures(request, { engine, signal: stopping.signal, onStage }),
    (error) => error instanceof UserError && error.code === 'interrupted',
    stage,
  );
  const { user, system } = process.cpuUsage(asked);
  assert.ok(asked !== undefined && user + system < 1.05 * longestMicroseconds, `${stage}: ${user / 1000} ms to stop`);
}

test('an interrupt in any stage of a selection is heard within a second', async () => {
  const wide = dataset(120, 10_000);
  const evaluation = { judges: ['svm'], randomSets: 20 };
  const usual = { dataset: wide, method: 'fisher', evaluation, stability: 20, substitutes: true, repeats: 5 };
  for (const stage of ['stability', 'substitutes', 'evaluate', 'verdict'] as const) {
    await holdsInterruptIn(stage, { ...usual, k: 10, ...(stage === 'verdict' && { stability: 1 }) });
  }
  const network = { ...usual, method: 'neurofs', methodOptions: { epochs: 4 } };
  await holdsInterruptIn('size', { ...network, k: 'auto' });
  await holdsInterruptIn('select', { ...network, k: 10 });
  await holdsInterruptIn('select', { ...network, falseDiscovery: 0.1 });
});
