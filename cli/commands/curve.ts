/** `neurofs curve`: a measure against the number of features, and how many are enough. */
import { type Command, Option } from 'commander';
import { codeVersion } from '../../node/code-version.js';
import { hashText } from '../../node/files/hash-text.js';
import { createNodeEngine } from '../../node/threads/threads.js';
import { trialThreads } from '../../node/threads/trial-threads.js';
import { UserError } from '../../src/errors.js';
import type { MeasureCurve } from '../../src/evaluate/curve.js';
import { decidingMeasure } from '../../src/evaluate/measures/registry.js';
import { findJudges, judgeTitle } from '../../src/evaluate/registry.js';
import { curveDefaults, onceForEachFold } from '../../src/evaluation-pipeline.js';
import { createInlineRunner } from '../../src/experiment/inline-runner.js';
import type { JobData } from '../../src/experiment/job.js';
import type { JobRunner } from '../../src/experiment/job-runner.js';
import { prepareJobRows } from '../../src/experiment/prepare-job-rows.js';
import { runCurve } from '../../src/experiment/run-curve.js';
import {
  curveColumns,
  curveFileNames,
  curveFiles,
  curveJson,
  type DescribedCurve,
  verdict,
} from '../../src/report/curve-report.js';
import { countOf, formatCount, formatDuration } from '../../src/report/format.js';
import { guessOf } from '../../src/report/guess.js';
import { rareClassText } from '../../src/report/judge-selection.js';
import { measureText } from '../../src/report/measure-text.js';
import type { AnyMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import { shellQuote } from '../../src/shell-quote.js';
import { describeClasses } from '../../src/target/class-target.js';
import { describeTarget } from '../../src/target/describe-target.js';
import type { ScalingMethod } from '../../src/types.js';
import { dataIdentity, dataParameters } from '../input/data-identity.js';
import { type Loaded, readDataset, settleMethodOptions, settleScaling } from '../input/read-dataset.js';
import { type OutputOptions, outputOptions } from '../options/common-options.js';
import { type ComputeOptions, computeOptions } from '../options/compute-options.js';
import {
  type DataOptions,
  dataOptions,
  grouped,
  type ScalingOptions,
  scalingOptions,
  type TestFileOptions,
  testFileOption,
} from '../options/data-options.js';
import {
  type JudgeFlags,
  judgeOptions,
  namedJudges,
  settledJudgeOptions,
  toJudgeOptions,
} from '../options/judge-options.js';
import type { NamedData } from '../options/named-data.js';
import { names, wholeNumber } from '../options/options.js';
import { type QueueOptions, queueOptions, withoutQueue, withQueueRunner } from '../options/queue-options.js';
import { chooseOutputFolder, writeOutputFolder } from '../output-folder.js';
import type { Surroundings } from '../surroundings.js';
import { type Colours, createColours, wantsColour } from '../terminal/colours.js';
import { createProgress, type Progress } from '../terminal/terminal.js';
import { printable, textTable } from '../terminal/text-table.js';
import { packageVersion } from '../version.js';
import { type ChosenMethod, createMethodCommand } from './method-command.js';

const examples = `Examples:
  neurofs curve genes.csv --target tumour --k 10,25,50,100
  neurofs curve genes.csv --target tumour --k 10,25,50 --method fisher --judge svm,knn --folds 10
  neurofs curve cohort1.csv --target tumour --k 10,25,50 --test-file cohort2.csv
`;

const defaultFolder = 'neurofs-curve';

interface CurveOptions
  extends ComputeOptions,
    OutputOptions,
    DataOptions,
    TestFileOptions,
    ScalingOptions,
    JudgeFlags,
    QueueOptions,
    Readonly<Record<string, unknown>> {
  readonly k: readonly number[];
  readonly folds: number;
  readonly seed: number;
}

type SettledOptions = CurveOptions & { readonly scaling: ScalingMethod };

export function createCurveCommand(surroundings: Surroundings): Command {
  return createMethodCommand<CurveOptions>(surroundings, {
    name: 'curve',
    usual: curveDefaults.method,
    description: 'Selects columns for every K in each fold of a cross-validation and measures how good they are.',
    examples,
    options: curveOptions(),
    run: (chosen, data, options) => curve(chosen, data, options, surroundings),
  });
}

function curveOptions(): readonly Option[] {
  return [
    ...grouped('Data:', [...dataOptions(), testFileOption(), ...scalingOptions()]),
    ...grouped('Curve:', [
      new Option('-k, --k <a,b,...>', 'numbers of features to try').argParser(readKs).makeOptionMandatory(),
      new Option('--folds <count>', 'folds of the cross-validation; each is tested on once')
        .argParser(wholeNumber('--folds', 2))
        .default(curveDefaults.folds),
      new Option('--method <name>', 'selection method, one of those listed below').default(curveDefaults.method),
      ...judgeOptions(),
      new Option('--seed <number>', 'the same seed gives the same curve')
        .argParser(wholeNumber('--seed', 0))
        .default(curveDefaults.seed),
      ...computeOptions(),
    ]),
    ...grouped('Queue:', queueOptions()),
    ...grouped('Output:', outputOptions('the curve', curveFileNames, defaultFolder)),
  ];
}

function readKs(text: string): readonly number[] {
  return names(text).map(wholeNumber('--k', 1));
}

async function curve(
  { method, given }: ChosenMethod,
  data: NamedData,
  options: CurveOptions,
  surroundings: Surroundings,
): Promise<void> {
  const folder = await chooseOutputFolder(options, defaultFolder, curveFileNames);

  const { stderr, stdout, env, now, signal } = surroundings;
  const progress = createProgress({ ...surroundings, stream: stderr });
  try {
    const loaded = await readDataset(data, options, surroundings, progress);
    const started = now();
    const settled = settleScaling(options, loaded);
    const own = settleMethodOptions(method, given, loaded);
    const curves = await computeCurve(data, loaded, settled, method, own, surroundings, progress);
    const seconds = (now() - started) / 1000;
    const described = describe(data, loaded, settled, method, own, curves, seconds, surroundings);
    progress.stage('Writing');
    const paths = folder === undefined ? [] : await writeOutputFolder(folder, curveFiles(described), signal);
    progress.end();
    const colours = createColours(wantsColour(stdout.isTTY === true, env));
    stdout.write(
      options.json ? curveJson(described) : `${curveSummary(described, colours)}\nWrote ${paths.join(', ')}\n`,
    );
  } finally {
    progress.end();
  }
}

async function computeCurve(
  data: NamedData,
  loaded: Loaded,
  options: SettledOptions,
  method: AnyMethod,
  given: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
  progress: Progress,
): Promise<MeasureCurve[]> {
  const { first: dataset = loaded.dataset, split: own } = loaded;
  const hasCohort = loaded.first !== undefined;
  const { signal, now } = surroundings;
  const { scaling, scaleOn, seed, folds, k: ks } = options;
  const judges = findJudges(namedJudges(options), dataset.target.kind, dataset);
  checkFewestRows(dataset, folds);
  const identity = await dataIdentity(data, options, loaded);
  const request = {
    data: { ...identity, split: { testFraction: 0, seed }, scaling, scaleOn },
    dataset,
    ks,
    folds,
    seed,
    method,
    options: resolveOptions(method, given) as Readonly<Record<string, unknown>>,
    judges,
    measure: decidingMeasure(dataset.target, options.measure).measure,
    judgeOptions: toJudgeOptions(options),
    code: codeVersion(),
    beside: true,
    cohort: hasCohort,
  };
  progress.stage('Selecting and evaluating');
  const runWith = (runner: JobRunner) =>
    runCurve(request, { runner, signal, onProgress: (done) => progress.share(done) });
  if (options.queue !== undefined) return withQueueRunner(options, {}, surroundings, runWith);
  const engine = () => createNodeEngine(options.threads, undefined, options.engine);
  const ofFold = onceForEachFold(dataset);
  // The other cohort is no fold: all rows of the first are trained on.
  const load = (wanted: JobData, stop: AbortSignal | undefined) =>
    wanted.split.fold === undefined && hasCohort
      ? prepareJobRows(loaded.dataset, wanted, own, stop)
      : ofFold(wanted, stop);
  return runWith(createInlineRunner({ engine, startTrials: trialThreads(), load, hash: hashText, now }));
}

/** A class with one row is in no training rows in the fold that tests it. */
function checkFewestRows({ target }: Loaded['dataset'], folds: number): void {
  if (target.kind !== 'classes') return;
  const { classNames, classCounts: counts } = describeClasses(target);
  const rare = counts.findIndex((count) => count < 2);
  if (rare < 0) return;
  throw new UserError(
    'data',
    `class "${classNames[rare]}" has ${countOf(counts[rare], 'row').replace('\u00a0', ' ')}, too few for ${folds} folds; ` +
      'drop it or merge it with another class',
  );
}

function describe(
  data: NamedData,
  { dataset: whole, first: dataset = whole, checksum }: Loaded,
  options: SettledOptions,
  method: AnyMethod,
  given: Readonly<Record<string, unknown>>,
  curves: readonly MeasureCurve[],
  seconds: number,
  { words }: Surroundings,
): DescribedCurve {
  const { folds, seed, scaling, scaleOn } = options;
  const ownOptions = resolveOptions(method, given);
  const deciding = decidingMeasure(dataset.target, options.measure);
  const guess = guessOf(deciding.measure, describeTarget(dataset.target));
  return {
    versions: { neurofs: packageVersion(), node: process.versions.node },
    command: shellQuote(['neurofs', ...withoutQueue(words)]),
    dataName: data.name,
    checksum,
    targetName: dataset.targetName,
    rowCount: dataset.matrix.rowCount,
    featureCount: dataset.groups?.names.length ?? dataset.featureNames.length,
    folds,
    method: method.name,
    seed,
    parameters: {
      ...dataParameters(options),
      ...ownOptions,
      scaling,
      scaleOn,
      ...settledJudgeOptions(
        curves.map(({ judge }) => judge),
        options,
      ),
    },
    deciding,
    ...(guess && { guess }),
    curves,
    seconds,
  };
}

function curveSummary(
  { curves, deciding, guess, dataName, folds, method, seconds, featureCount }: DescribedCurve,
  colours: Colours,
): string {
  const { heading, value } = measureText(deciding.measure);
  const title = `${heading} of ${method} on ${printable(dataName)}, ${countOf(folds, 'fold')}, in ${formatDuration(seconds)}`;
  const columns = curveColumns(curves);
  const table = textTable(
    {
      head: ['features', ...columns.map((column) => column.heading)],
      rows: curves[0].points.map(({ k }, place) => [formatCount(k), ...columns.map(({ cells }) => cells[place])]),
      right: [0, ...columns.map((_, i) => i + 1)],
    },
    colours.dim,
  );
  const all = curves.map(({ judge, beside }) =>
    beside ? `${judgeTitle(judge)} with all ${formatCount(featureCount)}: ${value(beside.all)}` : '',
  );
  const without = guess ? `${guess.how}: ${value(guess.value)}` : '';
  const besides = [...all, without].filter((text) => text !== '').join('; ');
  const verdicts = curves.map((each) => `${judgeTitle(each.judge)}: ${verdict(each)}`);
  if (deciding.rareClass !== undefined) verdicts.push(printable(rareClassText(deciding.rareClass)));
  const parts = [colours.bold(title), table, besides, verdicts.join('\n')].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}
