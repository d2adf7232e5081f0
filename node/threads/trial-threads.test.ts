/** Trials on several threads: the same numbers as one after the other, and nothing is left running, however they end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../src/compute/engine.js';
import type { UserError } from '../../src/errors.js';
import type { Trial, TrialSetting } from '../../src/method-trial.js';
import { selectFeatures } from '../../src/pipeline.js';
import { trialsInTurn } from '../../src/run-trials.js';
import { type AnyMethod, findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import type { ClassTarget, Dataset, Matrix } from '../../src/types.js';
import { noNative } from '../../test/fixtures/comparing-engine.js';
import { generatedDataset } from '../../test/fixtures/generated-dataset.js';
import type { EngineName } from '../engines/choose-backend.js';
import { kernelsApart } from '../engines/kernels-apart.js';
import { trialThreadsWithin } from '../rows/memory-plan.js';
import { handOutTrials } from './hand-out-trials.js';
import { type StartTrialThread, startTrialThread } from './start-trial-thread.js';
import { createNodeEngine } from './threads.js';
import { trialThreads } from './trial-threads.js';

const dataset = generatedDataset({
  rowCount: 60,
  featureCount: 40,
  informativeCount: 5,
  redundantCount: 0,
  classCount: 2,
  separation: 1,
  seed: 3,
}) as Dataset<Matrix, ClassTarget>;

const setting: TrialSetting = {
  dataset,
  preparation: { scaling: 'minmax', scaleOn: 'train' },
  k: 5,
  sizes: [5],
  seed: 0,
  judge: 'svm',
  measure: 'accuracy',
};

const optionsOf = (method: string, given = {}) =>
  resolveOptions(findMethod(method), given) as Readonly<Record<string, unknown>>;

/** Short ones of all kinds: a network, trees, a machine, a filter. */
const trials: readonly Trial[] = [0, 1].flatMap((fold) =>
  [
    { method: 'mutual-information', options: optionsOf('mutual-information') },
    { method: 'extra-trees', options: optionsOf('extra-trees') },
    { method: 'rfe', options: optionsOf('rfe') },
    { method: 'neurofs', options: optionsOf('neurofs', { epochs: 2 }) },
  ].map((each) => ({ deal: 0, fold, ...each })),
);

/** Trials that go on until they are stopped. */
const endless: readonly Trial[] = [0, 1, 2, 3].map((fold) => ({
  deal: 0,
  fold,
  method: 'neurofs',
  options: optionsOf('neurofs', { epochs: 1_000_000 }),
}));

const nothing = (): void => {};

let engine: Engine;
let expected: readonly number[];
before(async () => {
  engine = await createNodeEngine(3);
  expected = await trialsInTurn(setting, { engine }).run(trials, nothing);
});
after(() => engine.dispose());

/** Runs them on threads alone, as many as wanted. */
async function runOnThreads(given: readonly Trial[], own: Engine, threadCount = 2): Promise<number[]> {
  const start = { setting, kernels: kernelsApart(own) };
  const threads = Array.from({ length: threadCount }, () => startTrialThread(start));
  const handedOut = handOutTrials(given, { onDone: nothing, onFailed: nothing });
  try {
    await Promise.all(threads.map(async ({ ready, run }) => handedOut.serve(await ready.then(() => run))));
    return handedOut.values();
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

/** Runs them beside this thread, from the start, and closes. */
async function runBeside(given: readonly Trial[], startThread = startTrialThread, signal?: AbortSignal) {
  const context = { engine, ...(signal && { signal }) };
  const runner = trialThreads({ patience: 0, startThread })(setting, context);
  try {
    return await runner.run(given, nothing);
  } finally {
    await runner.close();
  }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );
}

describe('trials on threads', () => {
  const engines: readonly EngineName[] = noNative ? ['wasm'] : ['wasm', 'native'];
  for (const name of engines) {
    test(`come to the numbers of one after the other, bit for bit, on ${name}`, async () => {
      const own = await createNodeEngine(1, undefined, name);
      try {
        assert.deepEqual(await runOnThreads(trials, own), expected);
      } finally {
        own.dispose();
      }
    });
  }

  test('come to the same beside this thread, in one deal and the next', async () => {
    const runner = trialThreads({ patience: 0 })(setting, { engine });
    const done: Trial[] = [];
    assert.deepEqual(await runner.run(trials, (trial) => done.push(trial)), expected);
    assert.deepEqual(new Set(done), new Set(trials));
    assert.deepEqual(await runner.run(trials.slice(3), nothing), expected.slice(3));
    await runner.close();
  });

  test('start no thread where all are done before one could be of use, where there is one, or no memory', async () => {
    const startThread: StartTrialThread = () => assert.fail('a thread was started');
    const serial = await createNodeEngine(1);
    for (const options of [{ patience: 60_000 }, { patience: 0, memory: 1e8 }, { patience: 0, engine: serial }]) {
      const runner = trialThreads({ ...options, startThread })(setting, { engine, ...options });
      assert.deepEqual(await runner.run(trials, nothing), expected);
      await runner.close();
    }
  });

  test('are as many as there is memory for', () => {
    const matrix = { rowCount: 300, columnCount: 6000 };
    const counts = [100e6, 400e6, 600e6, 10e9].map((budget) => trialThreadsWithin(budget, 8, matrix));
    assert.deepEqual(counts, [1, 2, 3, 8]);
  });

  test('fail with the error that one after the other would end with, its code and advice', async () => {
    const unknown = { ...trials[0], method: 'fishr' };
    const [inTurn, onThreads] = await Promise.all([
      failureOf(trialsInTurn(setting, { engine }).run([trials[0], unknown], nothing)),
      failureOf(runOnThreads([trials[0], unknown], engine)),
    ]);
    const { code, message, statement, subject, advice } = inTurn as UserError;
    assert.match(message, /unknown method "fishr"/);
    const found = onThreads as UserError;
    assert.deepEqual(
      [found.constructor, found.code, found.message, found.statement, found.subject, found.advice],
      [(inTurn as UserError).constructor, code, message, statement, subject, advice],
    );
  });

  test('fail with a bug as what it is', async () => {
    const broken = { ...trials[0], method: 'neurofs', options: null as never };
    const inTurn = (await failureOf(trialsInTurn(setting, { engine }).run([broken], nothing))) as Error;
    const onThreads = (await failureOf(runOnThreads([broken], engine, 1))) as Error;
    assert.deepEqual([onThreads.name, onThreads.message], [inTurn.name, inTurn.message]);
    assert.equal(inTurn.name, 'TypeError');
  });

  test('end at once when they are no longer wanted', async () => {
    const stopping = new AbortController();
    const startThread: StartTrialThread = (start) => {
      const thread = startTrialThread(start);
      const run: typeof thread.run = (trial) => {
        setImmediate(() => stopping.abort());
        return thread.run(trial);
      };
      return { ...thread, run };
    };
    const error = (await failureOf(runBeside(endless, startThread, stopping.signal))) as UserError;
    assert.deepEqual([error.name, error.code], ['AbortError', 'interrupted']);
  });

  test('are not begun when they are not wanted from the first', async () => {
    const error = (await failureOf(runBeside(endless, startTrialThread, AbortSignal.abort()))) as UserError;
    assert.equal(error.code, 'interrupted');
  });

  test('end with a clear error where a thread dies', async () => {
    const broken: StartTrialThread = ({ setting: own, kernels }) =>
      startTrialThread({ setting: own, kernels: { ...kernels, compiled: { module: {} as WebAssembly.Module } } });
    const error = (await failureOf(runBeside(endless, broken))) as UserError;
    assert.equal(error.code, 'failure');
    assert.match(
      error.message,
      /^a compute thread stopped: .*WebAssembly.*; run again, or use threads: 1 if it happens/,
    );
  });

  test('end with a clear error where no thread can be started', async () => {
    const none: StartTrialThread = () => {
      throw new Error('no room for a thread');
    };
    assert.match(
      String(await failureOf(runBeside(endless, none))),
      /a compute thread stopped: no room for a thread; run/,
    );
  });

  test('leave nothing running, whether they are done, interrupted or fail', () => {
    const [trialsModule, threadsModule] = ['./trial-threads.js', './threads.js'].map((name) =>
      fileURLToPath(new URL(name, import.meta.url)),
    );
    const { matrix } = dataset;
    const sent = { ...setting, dataset: { ...dataset, matrix: undefined, target: undefined } };
    const source = `
      import { createNodeEngine } from '${threadsModule}';
      import { trialThreads } from '${trialsModule}';
      const engine = await createNodeEngine(2);
      const { setting, trials, endless, cells, labels, classNames, rowCount, columnCount } = ${JSON.stringify({
        setting: sent,
        trials,
        endless,
        cells: Array.from(matrix.kind === 'dense' ? matrix.values : []),
        labels: Array.from(dataset.target.labels),
        classNames: dataset.target.classNames,
        rowCount: matrix.rowCount,
        columnCount: matrix.columnCount,
      })};
      setting.dataset.matrix = { kind: 'dense', rowCount, columnCount, values: Float32Array.from(cells) };
      setting.dataset.target = { kind: 'classes', labels: Int32Array.from(labels), classNames };
      async function run(given, signal) {
        const runner = trialThreads({ patience: 0 })(setting, { engine, signal });
        try {
          await runner.run(given, () => {});
          return 'done';
        } catch (error) {
          return error.code;
        } finally {
          await runner.close();
        }
      }
      console.log(await run(trials));
      console.log(await run(endless, AbortSignal.timeout(700)));
      console.log(await run([{ ...endless[0], method: 'fishr' }, endless[0]]));
    `;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: 'done\ninterrupted\nusage\n', stderr: '' });
  });
});

describe('handing out trials', () => {
  const named = (...methods: string[]): Trial[] => methods.map((method) => ({ deal: 0, fold: 0, method, options: {} }));

  test('begins with the longest and keeps values by place', async () => {
    const given = named('mrmr', 'rfe', 'neurofs', 'extra-trees', 'neurofs');
    const order: number[] = [];
    const handedOut = handOutTrials(given, { onDone: nothing, onFailed: nothing });
    await handedOut.serve(async (trial) => order.push(given.indexOf(trial)));
    assert.deepEqual(order, [2, 4, 1, 3, 0]);
    assert.deepEqual(handedOut.values(), [5, 3, 1, 4, 2]);
  });

  test('throws the error of the first in order, whichever came first, and begins none after it', async () => {
    const given = named('extra-trees', 'rfe', 'mrmr', 'neurofs', 'mrmr');
    const begun: number[] = [];
    let decidedAfter: number | undefined;
    const onFailed = () => {
      decidedAfter ??= begun.length;
    };
    const handedOut = handOutTrials(given, { onDone: nothing, onFailed });
    await handedOut.serve(async (trial) => {
      const place = given.indexOf(trial);
      begun.push(place);
      if (place === 1 || place === 3) throw new Error(`trial ${place}`);
      return place;
    });
    assert.throws(() => handedOut.values(), /^Error: trial 1$/);
    assert.deepEqual([begun, decidedAfter], [[3, 1, 0], 3]);
  });
});

test('a selection is the same for any number of threads, with the same record of what was tried', async () => {
  const standsFor = ['fisher', 'random', 'extra-trees', 'rfe'];
  const method: AnyMethod = { ...findMethod('fisher'), name: 'either', standsFor };
  const select = async (threadCount: number) => {
    const own = await createNodeEngine(threadCount);
    const shares: number[] = [];
    try {
      const { tried, ranking, parameters, measured } = await selectFeatures(
        { dataset, k: 5, method, evaluation: { judges: ['knn'] } },
        { engine: own, startTrials: trialThreads({ patience: 0 }), onProgress: (share) => shares.push(share) },
      );
      return { tried, ranking, parameters, measured, shares };
    } finally {
      own.dispose();
    }
  };
  const { shares: _, ...alone } = await select(1);
  assert.deepEqual(
    alone.tried?.methods.map((each) => each.method),
    standsFor,
  );
  for (const threadCount of [2, 3]) {
    const { shares, ...found } = await select(threadCount);
    assert.deepEqual(found, alone);
    assert.ok(shares.some((share) => share > 0 && share < 1));
  }
});
