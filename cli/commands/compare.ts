/** `neurofs compare`: many methods on one file, every result kept as it comes, the answer as a table and a report. */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { codeVersion } from '../../node/code-version.js';
import { hashText } from '../../node/files/hash-text.js';
import { type FileResultStore, openResultStore, storeName } from '../../node/results/result-store.js';
import { createNodeEngine } from '../../node/threads/threads.js';
import { trialThreads } from '../../node/threads/trial-threads.js';
import { comparisonFileNames, comparisonFiles, describeComparison } from '../../src/comparison-files.js';
import { UserError } from '../../src/errors.js';
import { decidingMeasure } from '../../src/evaluate/measures/registry.js';
import { findJudges } from '../../src/evaluate/registry.js';
import { thrownError } from '../../src/experiment/failed-rows.js';
import type { SplitRecipe } from '../../src/experiment/job.js';
import type { JobRunner } from '../../src/experiment/job-runner.js';
import type { JobRow } from '../../src/experiment/result-row.js';
import { createMemoryStore, type ResultStore } from '../../src/experiment/result-store.js';
import { type Comparison, runComparison } from '../../src/experiment/run-comparison.js';
import { comparisonJson } from '../../src/report/comparison-json.js';
import type { ComparisonReportInput } from '../../src/report/comparison-report-input.js';
import { findMethod } from '../../src/select/registry.js';
import { comparableMethods } from '../../src/select/training-for.js';
import type { ScalingMethod } from '../../src/types.js';
import { dataIdentity } from '../input/data-identity.js';
import { type Loaded, readDataset, settleMethodOptions, settleScaling } from '../input/read-dataset.js';
import { type CompareOptions, compareOptions, defaultFolder } from '../options/compare-options.js';
import { namedJudges, toJudgeOptions } from '../options/judge-options.js';
import { fileArgument, type NamedData, nameData } from '../options/named-data.js';
import { withoutQueue, withQueueRunner } from '../options/queue-options.js';
import { methodList } from '../options/select-options.js';
import { checkOutputFolder, chooseOutputFolder, writeOutputFolder } from '../output-folder.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { createTracker } from '../terminal/comparison-progress.js';
import { comparisonSummary } from '../terminal/comparison-summary.js';
import { createProgress, type Progress } from '../terminal/terminal.js';
import { packageVersion } from '../version.js';
import { repeatingCommand } from './select.js';

const examples = `Examples:
  neurofs compare genes.csv --target tumour --k 25,50
  neurofs compare genes.csv --target tumour --k 50 --methods neurofs,fisher,mrmr --seeds 3 --judge svm,knn
  neurofs compare genes.csv --target tumour --k 25 --folds 5 --repeats 2
  neurofs compare genes.csv --target tumour --k 25,50 --limit 10m --set rigl.epochs=50 --resume
`;

export function createCompareCommand(surroundings: Surroundings): Command {
  const command = new Command('compare')
    .description('Selects columns of FILE with several methods and measures how well a judge does with each choice.')
    .addArgument(fileArgument())
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples)
    .addHelpText('after', `\n${methodList()}`);
  for (const option of compareOptions()) command.addOption(option);
  return command.action(async (file: string | undefined, options: CompareOptions) =>
    compare(await nameData(file, options, surroundings), options, surroundings),
  );
}

type SettledOptions = CompareOptions & { readonly scaling: ScalingMethod; readonly methods: readonly string[] };

async function compare(data: NamedData, options: CompareOptions, surroundings: Surroundings): Promise<void> {
  const { stderr, signal } = surroundings;
  if (options.testFraction === 0) {
    throw new UserError('usage', '--test-fraction must be above 0, or there is nothing to compare. Got 0');
  }
  const folder = await chooseOutputFolder(options, defaultFolder, comparisonFileNames);
  const store = await openStore(folder, options.resume === true);
  const progress = createProgress({ ...surroundings, stream: stderr });
  try {
    const loaded = await readDataset(data, options, surroundings, progress);
    const methods = options.methods ?? comparableMethods(loaded.dataset);
    refuseIdleSettings(options.set, methods);
    const settled = { ...settleScaling(options, loaded), methods };
    noteManyRows(loaded, options, surroundings);
    const comparison = await run(data, loaded, settled, store, folder, surroundings, progress);
    throwIfNothingWorked(comparison);
    const described = describe(data, loaded, comparison, settled, surroundings);
    progress.stage('Writing');
    const paths = folder === undefined ? [] : await writeOutputFolder(folder, comparisonFiles(described), signal);
    progress.end();
    showResult(described, paths, options.json === true, surroundings);
  } finally {
    progress.end();
    if ('close' in store) await store.close();
  }
}

/** From here on an SVM takes longer than most selections do. */
const manyRows = 20_000;

function noteManyRows({ dataset, split }: Loaded, options: CompareOptions, { stderr }: Surroundings): void {
  const asked = findJudges(namedJudges(options), dataset.target.kind).map(({ name }) => name);
  const rowCount = split?.train.length ?? Math.round(dataset.matrix.rowCount * (1 - options.testFraction));
  if (rowCount < manyRows || judgeRowsOf(options) !== undefined || !asked.includes('svm')) return;
  stderr.write(
    `neurofs: an SVM on ${rowCount} training rows takes minutes for each method, K and seed; ` +
      '--judge-rows 5000 fits the judges to a sample\n',
  );
}

async function openStore(folder: string | undefined, resume: boolean): Promise<ResultStore<JobRow> | FileResultStore> {
  if (folder === undefined) {
    if (resume)
      throw new UserError('usage', '--resume with --json needs the folder with the results: name it with --out');
    return createMemoryStore<JobRow>();
  }
  await checkOutputFolder(folder, [storeName]);
  const store = await openResultStore(join(folder, storeName));
  const count = store.rows().length;
  if (count === 0 || resume) return store;
  throw new UserError(
    'usage',
    `${join(folder, storeName)} already has ${count} ${count === 1 ? 'result' : 'results'}; ` +
      'use --resume to continue with them, or name another folder with --out',
  );
}

async function run(
  data: NamedData,
  loaded: Loaded,
  options: SettledOptions,
  store: ResultStore<JobRow>,
  folder: string | undefined,
  surroundings: Surroundings,
  progress: Progress,
): Promise<Comparison> {
  const { signal, now } = surroundings;
  const { dataset, split } = loaded;
  const { scaling, scaleOn, testFraction, limit } = options;
  const splits = splitsOf(options, loaded);
  const judges = findJudges(namedJudges(options), dataset.target.kind).map(({ name }) => name);
  const { measure } = decidingMeasure(dataset.target, options.measure);
  const tracker = createTracker({ judge: judges[0], measure }, progress, surroundings);
  const judgeRows = judgeRowsOf(options);
  const isQueued = options.queue !== undefined;
  const identity = await dataIdentity(data, options, loaded);
  const runWith = (runner?: JobRunner) =>
    runComparison(
      {
        dataset,
        data: identity,
        scaling,
        scaleOn,
        testFraction,
        ks: options.k,
        methods: options.methods,
        ...(splits ? { splits } : split && { split }),
        ...(judgeRows !== undefined && { judgeRows }),
        methodOptions: optionsByMethod(options, loaded),
        seeds: seedsOf(options),
        judges,
        ...(options.measure !== undefined && { measure: options.measure }),
        judgeOptions: toJudgeOptions(options),
        code: codeVersion(),
      },
      {
        store,
        now,
        signal,
        createEngine: () => createNodeEngine(options.threads, undefined, options.engine),
        startTrials: trialThreads(),
        hash: hashText,
        limit,
        ...(runner && { runner }),
        onEvent: tracker.note,
      },
    );
  try {
    if (!isQueued) return await runWith();
    const limits = limit === undefined ? {} : { seconds: limit };
    return await withQueueRunner(options, limits, surroundings, runWith);
  } catch (error) {
    const isInterrupted = error instanceof UserError && error.code === 'interrupted';
    // A run on a queue goes on, and its runner has said how to get its results.
    if (!isInterrupted || isQueued || folder === undefined) throw error;
    const kept = tracker.resultCount === 1 ? '1 result is' : `${tracker.resultCount} results are`;
    throw new UserError(
      'interrupted',
      `interrupted; ${kept} kept in ${folder}, continue with the same command and --resume`,
    );
  }
}

/** A setting of a method that does not run would change nothing, and whoever wrote it would not learn that. */
function refuseIdleSettings(set: CompareOptions['set'] = {}, methods: readonly string[]): void {
  const idle = Object.keys(set).find((name) => name !== 'random' && !methods.includes(name));
  if (idle === undefined) return;
  throw new UserError(
    'usage',
    `--set ${idle}: ${idle} is not compared; add it to --methods. Got ${methods.join(', ')}`,
  );
}

/** The splits that --repeats and --folds ask for; undefined where there is one. */
function splitsOf({ repeats = 1, folds, seed, testFraction }: CompareOptions, { split }: Loaded) {
  if (repeats === 1 && folds === undefined) return undefined;
  if (split !== undefined) {
    throw new UserError('usage', '--repeats and --folds draw splits, and the data brings one; add --split random');
  }
  const turns = Array.from({ length: repeats }, (_, turn) => seed + turn);
  return turns.flatMap((turn): SplitRecipe[] =>
    folds === undefined
      ? [{ testFraction, seed: turn }]
      : Array.from({ length: folds }, (_, number) => ({
          testFraction: 0,
          seed: turn,
          fold: { count: folds, number },
        })),
  );
}

/** As `select` takes them: what was given, and what the paper sets for this data set. */
function optionsByMethod({ methods, set = {} }: SettledOptions, loaded: Loaded) {
  return Object.fromEntries(
    methods.map((name) => [name, settleMethodOptions(findMethod(name), set[name] ?? {}, loaded)]),
  );
}

/** Where even all features and random ones failed, the fault lies in the data or the machine, not in a method. */
function throwIfNothingWorked({ rows }: Comparison): void {
  const errors = rows.map((row) => row.error);
  const [first] = errors;
  if (first === undefined || errors.includes(undefined)) return;
  throw thrownError(first, 'every run failed; the first error');
}

function judgeRowsOf({ judgeRows, classifierRows }: CompareOptions): number | undefined {
  return judgeRows ?? classifierRows;
}

/** Every split has a seed of its own. */
function seedsOf({ seed, seeds, repeats = 1, folds = 1 }: CompareOptions): number[] {
  const splitCount = repeats * folds;
  return Array.from({ length: splitCount > 1 ? splitCount : seeds }, (_, place) => seed + place);
}

function describe(
  data: NamedData,
  { dataset, checksum }: Loaded,
  comparison: Comparison,
  options: SettledOptions,
  { words }: Surroundings,
): ComparisonReportInput {
  const { scaling, scaleOn, testFraction, limit } = options;
  const given = withoutQueue(words).filter((word) => word !== '--resume');
  return describeComparison(dataset, comparison, {
    dataName: data.name,
    checksum,
    seeds: seedsOf(options),
    settings: {
      scaling,
      scaleOn,
      ...(options.folds === undefined ? { testFraction } : { folds: options.folds }),
      ...(options.repeats !== undefined && { repeats: options.repeats }),
      ...(limit !== undefined && { limit: `${limit} seconds a run` }),
    },
    command: repeatingCommand(given, options.seed),
    versions: { neurofs: packageVersion(), node: process.versions.node },
  });
}

function showResult(
  described: ComparisonReportInput,
  paths: readonly string[],
  asJson: boolean,
  { stdout, env }: Surroundings,
): void {
  if (asJson) {
    stdout.write(comparisonJson(described));
    return;
  }
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  stdout.write(`${comparisonSummary(described, colours, stdout.columns || 80)}\nWrote ${paths.join(', ')}\n`);
}
