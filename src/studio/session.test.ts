import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accuracyOf } from '../../test/fixtures/accuracies.js';
import { createSerialEngine } from '../compute/engine.js';
import { encodeTable } from '../encode/encode-table.js';
import { UserError } from '../errors.js';
import { curveOfDataset } from '../evaluation-pipeline.js';
import { selectFeatures } from '../pipeline.js';
import { allFeaturesValue, curveOf, type FoldValue } from './cross-validate.js';
import type { EpochFrame } from './epoch-frame.js';
import { openFiles } from './open-files.js';
import { plantedCsv } from './planted-example.js';
import type { RunTask, StudioEvents } from './protocol.js';
import type { RunSettings } from './select-command.js';
import { StudioSession } from './session.js';
import { strengthsOf } from './strength-history.js';

const file = {
  name: 'planted.csv',
  blob: new Blob([
    ...plantedCsv({
      rowCount: 120,
      featureCount: 40,
      informativeCount: 4,
      redundantCount: 1,
      classCount: 3,
      separation: 2,
      seed: 5,
    }),
  ]),
};
const data = { target: 'class', missing: 'refuse', leaveOut: [], keep: [] } as const;
const settings: RunSettings = {
  k: 5,
  method: 'neurofs',
  seed: 3,
  scaling: 'standard',
  testFraction: 0.25,
  methodOptions: { epochs: 8, hidden: [30, 30] },
};

const source = { id: 'planted', files: [file] };
const task: RunTask = { id: 'run 1', source, data, settings, threads: 1 };

async function openSession(more: Partial<StudioEvents> = {}) {
  const frames: EpochFrame[] = [];
  const session = new StudioSession({
    createEngine: () => createSerialEngine(),
    now: () => performance.now(),
    versions: { neurofs: 'test' },
    events: {
      reading() {},
      begin() {},
      stage() {},
      progress() {},
      point() {},
      fold() {},
      seed() {},
      epoch: (_, frame) => frames.push(frame),
      ...more,
    },
  });
  const table = await session.open(source);
  await session.prepare(source, data);
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
    assert.deepEqual(table.guessed, { target: 'class' });
    assert.equal(table.rowCount, 120);
    assert.equal(table.columns.names.length, 41);
    assert.equal(table.columns.isText[40], 1);
    assert.equal(table.missingCount, 0);
  });

  test('gives the bits of the pipeline, a frame for every epoch and the command line', async () => {
    const { session, frames } = await openSession();
    const result = await session.run(task);
    const { ranking, measured } = await selectDirectly();
    assert.deepEqual(
      [...result.order],
      ranking.map(({ index }) => index),
    );
    assert.deepEqual(
      [...result.scores],
      ranking.map(({ score }) => score),
    );
    assert.deepEqual(result.measured, measured);
    assert.deepEqual(
      frames.map(({ epoch }) => epoch),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    assert.equal(
      result.command,
      'neurofs select planted.csv --target class --scaling standard --test-fraction 0.25 --k 5 --method neurofs --epochs 8 --hidden 30,30 --seed 3',
    );
  });

  test('cross-validates as the command line does, and tells every fold of the method, a filter, chance and all features', async () => {
    const told: FoldValue[] = [];
    const { session } = await openSession({ fold: (_, measured) => told.push(measured) });
    await session.validate(task);
    const { table } = await openFiles([file], { target: 'class' });
    const dataset = encodeTable(table, data);
    const { k: _, testFraction: __, ...judged } = settings;
    const engine = await createSerialEngine();
    const own = curveOf(told, settings.method)!;
    const ks = own.points.map(({ k }) => k);
    assert.ok(ks.includes(settings.k));
    const [{ beside, ...curve }] = await curveOfDataset({ dataset, ks, ...judged, beside: true }, { engine });
    assert.deepEqual(own, curve);
    assert.deepEqual(
      curveOf(told, 'random')!.points.map(({ mean }) => mean),
      beside!.random,
    );
    assert.equal(allFeaturesValue(told), beside!.all);
    const filter = { ...judged, method: 'anova-f', methodOptions: {} };
    assert.deepEqual([curveOf(told, 'anova-f')], await curveOfDataset({ dataset, ks, ...filter }, { engine }));
  });

  test('rows that belong together are on one side of the split, and the command line says so', async () => {
    const { session } = await openSession();
    const grouped = { ...data, groupBy: 'noise-1' };
    const { command } = await session.run({ ...task, data: grouped });
    assert.match(command!, /--group-by noise-1/);
  });

  test('stands still while it is paused, and ends with the same bits', async () => {
    const { session, frames } = await openSession({
      epoch: (_, frame) => {
        frames.push(frame);
        if (frame.epoch === 3) session.pause();
      },
    });
    const running = session.run(task);
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

  test('can be stopped while it is paused, and keeps the ranking so far, marked as such', async () => {
    let isPaused = false;
    const { session } = await openSession({
      epoch: (_, { epoch }) => {
        if (epoch !== 2) return;
        session.pause();
        isPaused = true;
      },
    });
    const running = session.run(task);
    while (!isPaused) await sleep(5);
    session.stop();
    const { stoppedIn, order, scores, findings, command } = await running;
    assert.equal(stoppedIn, 'select');
    assert.deepEqual(
      [...order].sort((a, b) => a - b),
      [...Array(40).keys()],
    );
    assert.ok(scores.every((score, place) => place === 0 || score <= scores[place - 1]));
    assert.ok(findings.some(({ text }) => /stopped after epoch 2: this is the ranking so far/.test(text)));
    assert.equal(command, undefined);
  });

  test('stopped while the accuracy is measured it keeps the whole ranking', async () => {
    const { session } = await openSession({ stage: (stage) => stage === 'evaluate' && session.stop() });
    const { stoppedIn, order, measured } = await session.run(task);
    const { ranking } = await selectDirectly();
    assert.equal(stoppedIn, 'evaluate');
    assert.deepEqual(
      [...order],
      ranking.map(({ index }) => index),
    );
    assert.deepEqual(measured, []);
  });

  test('stopped before there is anything to keep it says that it was interrupted', async () => {
    const { session } = await openSession({ begin: () => session.stop() });
    const filter = { ...task, settings: { ...settings, method: 'fisher', methodOptions: {} } };
    await assert.rejects(
      session.run(filter),
      (error: unknown) => error instanceof UserError && error.code === 'interrupted',
    );
  });

  test('a run keeps its names and its data after other files and settings', async () => {
    const begun: (readonly string[])[] = [];
    const { session } = await openSession({ begin: (_, { dataset }) => begun.push(dataset.names) });
    const result = await session.run(task);
    const { order, split } = result;
    const before = await (await session.file(task, result, 'ranking.csv')).text();
    const other = {
      id: 'other',
      files: [{ name: 'other.csv', blob: new Blob(['a,b,class\n1,2,x\n2,1,y\n3,4,x\n5,6,y\n']) }],
    };
    await session.open(other);
    await session.prepare(other, data);
    const leftOut = begun[0][0];
    await assert.rejects(session.prepare(source, { ...data, target: 'nothing' }));
    await session.prepare(source, { ...data, leaveOut: [leftOut] });
    assert.equal(await (await session.file(task, result, 'ranking.csv')).text(), before);
    const chosen = result.described.features.map(({ name }) => `${name}\n`).join('');
    assert.equal(await (await session.file(task, result, 'features.txt')).text(), chosen);
    const rows = JSON.parse(await (await session.file(task, result, 'split.json')).text());
    assert.deepEqual([rows.train, rows.test], [[...split.train], [...split.test]]);
    assert.equal((await session.run(task)).order[0], order[0]);
    assert.deepEqual(begun[1], begun[0]);
    assert.equal((await session.curve(task, { order, split })).at(-1)?.k, 10);
  });

  test('a file that cannot be read leaves the one that is open', async () => {
    const { session } = await openSession();
    await assert.rejects(session.open({ id: 'empty', files: [{ name: 'empty.csv', blob: new Blob([]) }] }), UserError);
    assert.equal((await session.run(task)).order.length, 40);
  });

  test('measures the first features of the ranking, with K among them', async () => {
    const { session } = await openSession();
    const result = await session.run(task);
    const { measured } = result;
    const curve = await session.curve(task, result);
    const atK = curve.find(({ k }) => k === settings.k);
    assert.equal(atK?.value, accuracyOf(measured.find(({ features }) => features === 'selected')!));
    assert.equal(curve.at(-1)?.k, 10);
  });

  test('selects with the seeds it is given, and gives the same again', async () => {
    const { session } = await openSession();
    const seeds = await session.stability(task, [3, 4, 5]);
    const { order } = await session.run(task);
    assert.deepEqual(
      seeds.map(({ seed }) => seed),
      [3, 4, 5],
    );
    assert.deepEqual(seeds[0].order, order.slice(0, 5));
    assert.notDeepEqual(seeds[1].order, seeds[2].order);
  });

  test('gives the strengths of a feature over the epochs', async () => {
    const { session, frames } = await openSession();
    const { strengths } = await session.run(task);
    const best = frames.at(-1)!.strongest[0];
    assert.equal(strengths.epochs.length, 9);
    assert.equal(strengthsOf(strengths, best)[8], frames.at(-1)!.strengths[0]);
  });

  test('writes the files of the command line', async () => {
    const { session } = await openSession();
    const result = await session.run(task);
    const json = JSON.parse(await (await session.file(task, result, 'selection.json')).text());
    assert.deepEqual(
      json.features.map(({ index }: { index: number }) => index),
      [...result.order.subarray(0, 5)],
    );
    assert.match(json.data.sha256, /^[0-9a-f]{64}$/);
    const csv = await (await session.file(task, result, 'ranking.csv')).text();
    assert.equal(csv.split('\n').length, 42);
    const selected = await (await session.file(task, result, 'selected.csv')).text();
    assert.equal(selected.split('\n')[0].split(',').length, 6);
  });

  test('refuses an image shape that does not fit', async () => {
    const { session } = await openSession();
    await assert.rejects(session.prepare(source, { ...data, imageShape: [5, 5] }), /5 x 5 has 25 pixels.*40 features/);
    assert.deepEqual((await session.prepare(source, { ...data, imageShape: [5, 8] })).imageShape, [5, 8]);
  });
});

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
