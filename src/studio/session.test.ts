import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSerialEngine } from '../compute/engine.js';
import { encodeTable } from '../encode/encode-table.js';
import { UserError } from '../errors.js';
import { selectFeatures } from '../pipeline.js';
import type { EpochFrame } from './epoch-frame.js';
import { openFiles } from './open-files.js';
import { plantedCsv } from './planted-example.js';
import type { StudioEvents } from './protocol.js';
import type { RunSettings } from './select-command.js';
import { StudioSession } from './session.js';

const file = {
  name: 'planted.csv',
  blob: new Blob([
    ...plantedCsv({
      ...{ rowCount: 120, featureCount: 40, informativeCount: 4, redundantCount: 1, classCount: 3, separation: 2 },
      seed: 5,
    }),
  ]),
};
const data = { target: 'class', missing: 'refuse', leaveOut: [], keep: [] } as const;
const settings: RunSettings = {
  ...{ k: 5, method: 'neurofs', seed: 3, scaling: 'standard', testFraction: 0.25 },
  methodOptions: { epochs: 8, hidden: [30, 30] },
};

async function openSession(more: Partial<StudioEvents> = {}) {
  const frames: EpochFrame[] = [];
  const session = new StudioSession({
    createEngine: () => createSerialEngine(),
    now: () => performance.now(),
    versions: { neurofs: 'test' },
    events: {
      ...{ reading() {}, begin() {}, stage() {}, progress() {}, point() {}, seed() {} },
      epoch: (frame) => frames.push(frame),
      ...more,
    },
  });
  const table = await session.open([file]);
  await session.prepare(data);
  return { session, frames, table };
}

async function selectDirectly() {
  const { table } = await openFiles([file], { target: 'class' });
  const engine = await createSerialEngine();
  return selectFeatures({ dataset: encodeTable(table, data), ...settings }, { engine });
}

describe('a session', () => {
  test('guesses the target and says what is in the file', async () => {
    const { table } = await openSession();
    assert.equal(table.guessedTarget, 'class');
    assert.equal(table.rowCount, 120);
    assert.equal(table.columns.names.length, 41);
    assert.equal(table.columns.isText[40], 1);
    assert.equal(table.missingCount, 0);
  });

  test('gives the bits of the pipeline, a frame for every epoch and the command line', async () => {
    const { session, frames } = await openSession();
    const result = await session.run(settings, 1);
    const { ranking, accuracies } = await selectDirectly();
    assert.deepEqual(
      [...result.order],
      ranking.map(({ index }) => index),
    );
    assert.deepEqual(
      [...result.scores],
      ranking.map(({ score }) => score),
    );
    assert.deepEqual(result.accuracies, accuracies);
    assert.deepEqual(
      frames.map(({ epoch }) => epoch),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    assert.equal(
      result.command,
      'neurofs select planted.csv --target class --scaling standard --test-fraction 0.25 --k 5 --epochs 8 --hidden 30,30 --seed 3',
    );
  });

  test('stands still while it is paused, and ends with the same bits', async () => {
    const { session, frames } = await openSession({
      epoch: (frame) => {
        frames.push(frame);
        if (frame.epoch === 3) session.pause();
      },
    });
    const running = session.run(settings, 1);
    while (frames.at(-1)?.epoch !== 3) await sleep(5);
    await sleep(60);
    assert.equal(frames.length, 4);
    session.resume();
    const { ranking } = await selectDirectly();
    assert.deepEqual(
      [...(await running).scores],
      ranking.map(({ score }) => score),
    );
    assert.equal(frames.length, 9);
  });

  test('can be stopped while it is paused', async () => {
    const { session } = await openSession({ epoch: ({ epoch }) => epoch === 2 && session.pause() });
    const running = session.run(settings, 1);
    await sleep(100);
    session.stop();
    await assert.rejects(running, (error: unknown) => error instanceof UserError && error.code === 'interrupted');
  });

  test('measures the first features of the ranking, with K among them', async () => {
    const { session } = await openSession();
    const { id, accuracies } = await session.run(settings, 1);
    const curve = await session.curve(id);
    const atK = curve.find(({ k }) => k === settings.k);
    assert.equal(atK?.accuracy, accuracies.find(({ features }) => features === 'selected')?.accuracy);
    assert.equal(curve.at(-1)?.k, 10);
  });

  test('selects with the next seeds, its own first', async () => {
    const { session } = await openSession();
    const { id, order } = await session.run(settings, 1);
    const seeds = await session.stability(id, 3);
    assert.deepEqual(
      seeds.map(({ seed }) => seed),
      [3, 4, 5],
    );
    assert.deepEqual(seeds[0].order, order.slice(0, 5));
    assert.notDeepEqual(seeds[1].order, seeds[2].order);
  });

  test('gives the strengths of a feature over the epochs', async () => {
    const { session, frames } = await openSession();
    const { id } = await session.run(settings, 1);
    const best = frames.at(-1)!.strongest[0];
    const { epochs, values } = session.series(id, Int32Array.of(best));
    assert.equal(epochs.length, 9);
    assert.equal(values[8], frames.at(-1)!.strengths[0]);
  });

  test('writes the files of the command line', async () => {
    const { session } = await openSession();
    const { id, order } = await session.run(settings, 1);
    const json = JSON.parse(await (await session.file(id, 'selection.json')).text());
    assert.deepEqual(
      json.features.map(({ index }: { index: number }) => index),
      [...order.subarray(0, 5)],
    );
    assert.match(json.data.sha256, /^[0-9a-f]{64}$/);
    const csv = await (await session.file(id, 'ranking.csv')).text();
    assert.equal(csv.split('\n').length, 42);
    assert.equal((await (await session.file(id, 'selected.csv')).text()).split('\n')[0].split(',').length, 6);
  });

  test('refuses an image shape that does not fit', async () => {
    const { session } = await openSession();
    await assert.rejects(session.prepare({ ...data, imageShape: [5, 5] }), /5 x 5 has 25 pixels.*40 features/);
    assert.deepEqual((await session.prepare({ ...data, imageShape: [5, 8] })).imageShape, [5, 8]);
  });
});

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
