/**
 * One flow for all: whichever way a selection is asked for, the same data, method, options, K and seed give the same
 * features with the same scores; and copies of informative columns do not hide them.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataCache } from '../node/jobs/job-data.js';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createInlineRunner } from '../src/experiment/inline-runner.js';
import type { ResultRow } from '../src/experiment/result-row.js';
import { makeClassification } from '../src/make-classification.js';
import { createRandom, shuffle } from '../src/maths/random.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { selectFeatures } from '../src/pipeline.js';
import { FeatureSelector } from '../src/selector.js';
import { openFiles } from '../src/studio/open-files.js';
import { StudioSession } from '../src/studio/session.js';
import { classesOf } from '../src/target/class-target.js';
import type { Dataset } from '../src/types.js';

const runProgram = promisify(execFile);
const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));
const methods = ['neurofs', 'fisher', 'mrmr', 'random'];
const [k, seed] = [4, 3];

/** Planted signals with a constant column and copies, as a file. */
function csvText(): string {
  const { values, labels } = makeClassification({
    rowCount: 150,
    featureCount: 24,
    informativeCount: 3,
    redundantCount: 2,
    classCount: 3,
    separation: 1.5,
    seed: 5,
  });
  const head = [...Array.from({ length: 24 }, (_, i) => `f${i}`), 'same', 'copy5', 'copy7', 'class'];
  const lines = Array.from(labels, (label, row) => {
    const cells = [...values.subarray(row * 24, (row + 1) * 24)];
    return [...cells, 1, cells[5], cells[7], 'abc'[label]].join(',');
  });
  return `${[head.join(','), ...lines].join('\n')}\n`;
}

interface Found {
  readonly features: readonly number[];
  readonly scores: readonly number[];
}

let engine: Engine;
let folder: string;
let path: string;
let dataset: Dataset;
let blob: Blob;

before(async () => {
  engine = await createSerialEngine();
  folder = await mkdtemp(join(tmpdir(), 'neurofs-flow-'));
  path = join(folder, 'data.csv');
  await writeFile(path, csvText());
  blob = new Blob([csvText()]);
  const { table } = await openFiles([{ name: 'data.csv', blob }], { target: 'class' });
  dataset = encodeTable(table, { target: 'class' });
});
after(() => rm(folder, { recursive: true }));

async function expected(method: string): Promise<Found & { readonly train: Int32Array }> {
  const { features, split } = await selectFeatures({ dataset, k, method, seed }, { engine });
  return {
    features: features.map(({ index }) => index),
    scores: features.map(({ score }) => score),
    train: split.train,
  };
}

describe('the same selection comes', () => {
  for (const method of methods) {
    test(`from the library and the pipeline, by ${method}`, async () => {
      const { train, ...wanted } = await expected(method);
      const selector = new FeatureSelector({ k, method, seed });
      await selector.fit(
        takeRows(dataset.matrix, train),
        train.map((row) => classesOf(dataset.target).labels[row]),
      );
      const features = [...selector.selected];
      const { scores } = selector;
      assert.deepEqual({ features, scores: features.map((feature) => scores[feature]) }, wanted);
    });
  }

  test('from neurofs select and neurofs compare, by every method', { timeout: 120_000 }, async () => {
    const shared = [path, '--target', 'class', '--k', String(k), '--seed', String(seed), '--threads', '1', '--json'];
    const run = async (...words: string[]) => JSON.parse((await runProgram(process.execPath, [main, ...words])).stdout);
    const compared = (await run('compare', ...shared, '--methods', methods.join())) as {
      readonly rows: readonly ResultRow[];
    };
    for (const method of methods) {
      const { train: _, ...wanted } = await expected(method);
      const { features } = (await run('select', ...shared, '--method', method)) as {
        readonly features: readonly { readonly index: number; readonly score: number }[];
      };
      assert.deepEqual(
        { features: features.map(({ index }) => index), scores: features.map(({ score }) => score) },
        wanted,
        `select --method ${method}`,
      );
      const row = compared.rows.find((each) => each.method === method);
      assert.deepEqual(row?.features, wanted.features, `compare --methods ${method}`);
    }
  });

  test('from a job that a process or a queue runs, for a split and for a fold of a curve', async () => {
    const hash = (text: string) => text;
    const cache = createDataCache();
    const sha256 = await sha256Of(path);
    const rows: ResultRow[] = [];
    const job = (split: { readonly fold?: { readonly count: number; readonly number: number } }) => ({
      kind: 'select' as const,
      data: {
        name: 'data.csv',
        sha256,
        place: { kind: 'file' as const, path, target: 'class' },
        split: { testFraction: 0.2, seed, ...split },
        scaling: 'minmax' as const,
        scaleOn: 'train' as const,
      },
      method: 'fisher',
      variant: 'fisher',
      options: {},
      seed,
      picks: [{ k, judges: [] }],
      judgeOptions: {},
      code: '',
    });
    await createInlineRunner({ engine, load: (data) => cache.load(data), hash, now: () => 0 }).run(
      [job({}), job({ fold: { count: 3, number: 1 } })],
      {
        onStart() {},
        onProgress() {},
        onEnd() {},
        onRow: async (_, row) => {
          rows.push(row);
        },
      },
    );
    assert.equal(rows[0].error, undefined);
    assert.deepEqual(rows[0].features, (await expected('fisher')).features);
    const { split } = await cache.load(job({ fold: { count: 3, number: 1 } }).data);
    const inFold = await selectFeatures({ dataset, k, method: 'fisher', seed, split }, { engine });
    assert.deepEqual(
      rows[1].features,
      inFold.features.map(({ index }) => index),
    );
  });

  test('from the page', async () => {
    const session = new StudioSession({
      createEngine: () => createSerialEngine(),
      now: () => 0,
      versions: {},
      events: { reading() {}, begin() {}, stage() {}, progress() {}, point() {}, fold() {}, seed() {}, epoch() {} },
    });
    const source = { id: 'data', files: [{ name: 'data.csv', blob }] };
    const data = { target: 'class', missing: 'refuse', leaveOut: [], keep: [] } as const;
    for (const method of methods) {
      const settings = { k, method, seed, scaling: 'minmax', testFraction: 0.2, methodOptions: {} } as const;
      const { order, scores } = await session.run({ id: method, source, data, settings, threads: 1 });
      const { train: _, ...wanted } = await expected(method);
      assert.deepEqual({ features: [...order].slice(0, k), scores: [...scores].slice(0, k) }, wanted, method);
    }
  });
});

async function sha256Of(file: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

describe('copies of informative columns', () => {
  /** Ten signals among a hundred; `copies` more of each of the ten, all columns in an order drawn by the seed. */
  function plantedWithCopies(copies: number, draw: number): { readonly data: Dataset; readonly signal: Int32Array } {
    const made = makeClassification({
      rowCount: 400,
      featureCount: 100,
      informativeCount: 10,
      redundantCount: 0,
      classCount: 4,
      separation: 1,
      seed: draw,
    });
    const informative = [...made.informative];
    const sources = [
      ...Array.from({ length: 100 }, (_, feature) => feature),
      ...Array.from({ length: copies }, () => informative).flat(),
    ];
    const order = shuffle(Int32Array.from(sources), createRandom(draw));
    const values = new Float32Array(400 * order.length);
    for (let row = 0; row < 400; row++) {
      order.forEach((source, column) => {
        values[row * order.length + column] = made.values[row * 100 + source];
      });
    }
    const matrix = { kind: 'dense', rowCount: 400, columnCount: order.length, values } as const;
    return {
      data: {
        matrix,
        featureNames: Array.from(order, (source, column) => `${source} at ${column}`),
        target: { kind: 'classes', labels: made.labels, classNames: ['a', 'b', 'c', 'd'] },
        targetName: 'class',
      },
      // The signal behind every column, -1 for noise.
      signal: order.map((source) => (made.informative.has(source) ? source : -1)),
    };
  }

  test('do not hide them: as many signals are found with 1 and 3 copies of each as without', async () => {
    for (const draw of [1, 2, 3]) {
      const found: number[] = [];
      for (const copies of [0, 1, 3]) {
        const { data, signal } = plantedWithCopies(copies, draw);
        const { features } = await selectFeatures(
          { dataset: data, method: 'neurofs', k: 10, seed: draw, evaluation: { judges: [] } },
          { engine },
        );
        const signals = features.map(({ index }) => signal[index]).filter((source) => source >= 0);
        assert.equal(new Set(signals).size, signals.length, 'no signal is selected twice');
        found.push(signals.length);
      }
      assert.ok(found[0] >= 8, `${found[0]} of 10 without copies`);
      assert.ok(Math.min(found[1], found[2]) >= found[0] - 1, `draw ${draw}: ${found.join(', ')} of 10`);
    }
  });
});
