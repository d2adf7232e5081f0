/** `neurofs evaluate`: how well judges do with given features of a file. */
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { kernelRowsWithin } from '../../node/rows/memory-plan.js';
import { createNodeEngine } from '../../node/threads/threads.js';
import { UserError } from '../../src/errors.js';
import type { FeatureChoice } from '../../src/evaluate/choose-features.js';
import { type DatasetEvaluation, evaluateDataset, judgingDefaults } from '../../src/evaluation-pipeline.js';
import { type DescribedEvaluation, evaluationJson } from '../../src/report/evaluation-json.js';
import { readSelection } from '../../src/report/read-selection.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import { shellQuote } from '../../src/shell-quote.js';
import type { ScalingMethod } from '../../src/types.js';
import { messageLine } from '../errors.js';
import { dataParameters } from '../input/data-identity.js';
import { type LoadedLarge, readLargeDataset, settleScaling } from '../input/read-dataset.js';
import { type ComputeOptions, computeOptions } from '../options/compute-options.js';
import {
  type DataOptions,
  dataOptions,
  grouped,
  type MemoryOptions,
  memoryOptions,
  type ScalingOptions,
  scalingOptions,
  type TestFileOptions,
  testFileOption,
  testFractionOption,
} from '../options/data-options.js';
import {
  type JudgeFlags,
  judgeOptions,
  namedJudges,
  settledJudgeOptions,
  toJudgeOptions,
} from '../options/judge-options.js';
import { fileArgument, type NamedData, nameData } from '../options/named-data.js';
import { names, wholeNumber } from '../options/options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { evaluationSummary } from '../terminal/evaluation-summary.js';
import { createProgress, type Progress } from '../terminal/terminal.js';
import { packageVersion } from '../version.js';

const examples = `Examples:
  neurofs evaluate genes.csv --target tumour --features neurofs-out/selection.json
  neurofs evaluate genes.csv --target tumour --features BRCA1,TP53 --judge svm,knn,extra-trees
  neurofs evaluate genes.csv --target tumour --features random --k 50 --json
`;

interface EvaluateOptions
  extends ComputeOptions,
    DataOptions,
    TestFileOptions,
    MemoryOptions,
    ScalingOptions,
    JudgeFlags {
  readonly features: string;
  readonly k?: number;
  readonly seed?: number;
  readonly testFraction: number;
  readonly perClass?: true;
  readonly json?: true;
}

type SettledOptions = EvaluateOptions & { readonly scaling: ScalingMethod };

export function createEvaluateCommand(surroundings: Surroundings): Command {
  const command = new Command('evaluate')
    .description('Fits judges to the given columns of FILE and measures them on held-out rows.')
    .addArgument(fileArgument())
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples);
  for (const option of evaluateOptions()) command.addOption(option);
  return command.action(async (file: string | undefined, options: EvaluateOptions) =>
    evaluate(await nameData(file, options, surroundings), options, surroundings),
  );
}

function evaluateOptions(): readonly Option[] {
  return [
    ...grouped('Data:', [
      ...dataOptions(),
      testFileOption(),
      ...scalingOptions(),
      ...memoryOptions(),
      testFractionOption('share of the rows held out to measure on'),
    ]),
    ...grouped('Evaluation:', [
      new Option(
        '--features <which>',
        'a selection.json, a .txt with a name a line, column names separated by commas, all, or random',
      ).makeOptionMandatory(),
      new Option('-k, --k <count>', 'number of features for --features random').argParser(wholeNumber('--k', 1)),
      ...judgeOptions(),
      new Option('--seed <number>', `the same seed gives the same result (default: the selection's, else 0)`).argParser(
        wholeNumber('--seed', 0),
      ),
      ...computeOptions(),
    ]),
    ...grouped('Output:', [
      new Option('--per-class', 'also print a line for every class and the confusion matrix'),
      new Option('--json', 'print only the evaluation, as JSON'),
    ]),
  ];
}

async function evaluate(data: NamedData, options: EvaluateOptions, surroundings: Surroundings): Promise<void> {
  if (options.testFraction === 0)
    throw new UserError('usage', '--test-fraction must be above 0, or there are no rows to measure on. Got 0');
  const selection = await openSelection(options.features);
  const choice = chooseFrom(options, selection, await listedNames(options.features));
  const seed = options.seed ?? selection?.seed ?? judgingDefaults.seed;
  const { stderr, stdout, env } = surroundings;
  const progress = createProgress({ ...surroundings, stream: stderr });
  let loaded: LoadedLarge | undefined;
  try {
    loaded = await readLargeDataset(data, options, surroundings, progress);
    const settled = settleScaling(options, loaded);
    const result = await runEvaluation(loaded, settled, choice, seed, surroundings, progress);
    progress.end();
    const described = describe(data, loaded, settled, result, seed, selection, surroundings);
    for (const warning of described.warnings) {
      stderr.write(messageLine(warning, createColours(wantsColour(stderr.isTTY === true, env))));
    }
    const colours = createColours(wantsColour(stdout.isTTY === true, env));
    stdout.write(
      options.json ? evaluationJson(described) : evaluationSummary(described, options.perClass === true, colours),
    );
  } finally {
    loaded?.close();
    progress.end();
  }
}

async function openSelection(features: string): Promise<SelectionReportInput | undefined> {
  if (isList(features)) return undefined;
  if (!features.endsWith('.json')) {
    // A column may be called anything; only what looks like a path and is there is taken for a file.
    if (/[/\\]|\.\w+$/.test(features) && existsSync(features)) await refuseOtherFile(features);
    return undefined;
  }
  try {
    return readSelection(await readFile(features, 'utf8'), features);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError('data', `--features ${features}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
  }
}

/** A file such as features.txt; a column may be called anything, so it must be there. */
function isList(features: string): boolean {
  return features.endsWith('.txt') && existsSync(features);
}

/** The names of a list, one a line. */
async function listedNames(features: string): Promise<readonly string[] | undefined> {
  if (!isList(features)) return undefined;
  const lines = (await readFile(features, 'utf8')).split(/\r?\n/).filter((line) => line !== '');
  if (lines.length === 0) throw new UserError('data', `--features ${features}: the file is empty`);
  return lines;
}

const mostShown = 60;

/** Says what the file holds instead of a selection. */
async function refuseOtherFile(path: string): Promise<never> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4 * mostShown)).finally(() => file.close());
  const [line] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1);
  const start = line.length > mostShown ? `${line.slice(0, mostShown)}...` : line;
  const hint = line.startsWith('rank,name,') ? '; this is a ranking, name the selection.json beside it' : '';
  throw new UserError(
    'usage',
    `--features must be a selection.json that neurofs select wrote, a .txt with a name a line, column names separated by commas, all or random. ` +
      `Got the file ${path}, which starts with "${start}"${hint}`,
  );
}

function chooseFrom(
  { features, k }: EvaluateOptions,
  selection: SelectionReportInput | undefined,
  listed: readonly string[] | undefined,
): FeatureChoice {
  if (k !== undefined && features !== 'random')
    throw new UserError('usage', '--k can only be used with --features random');
  if (selection) return { names: selection.features.flatMap(({ name, columns }) => columns ?? [name]) };
  if (listed) return { names: listed };
  if (features === 'all') return 'all';
  if (features !== 'random') return { names: names(features) };
  if (k === undefined) throw new UserError('usage', '--features random needs --k, the number of features to draw');
  return { random: k };
}

async function runEvaluation(
  { dataset, split }: LoadedLarge,
  options: SettledOptions,
  features: FeatureChoice,
  seed: number,
  { signal }: Surroundings,
  progress: Progress,
): Promise<DatasetEvaluation> {
  const { scaling, scaleOn, testFraction, measure } = options;
  const judges = namedJudges(options);
  const engine = await createNodeEngine(options.threads, options.memory, options.engine);
  progress.stage('Evaluating');
  try {
    return await evaluateDataset(
      {
        dataset,
        features,
        seed,
        scaling,
        scaleOn,
        testFraction,
        ...(judges && { judges }),
        ...(measure !== undefined && { measure }),
        judgeOptions: toJudgeOptions({ ...options, cache: kernelRowsWithin(options.memory, options.cache) }),
        ...(split && { split }),
      },
      { engine, signal, onProgress: (done) => progress.share(done) },
    );
  } finally {
    engine.dispose();
  }
}

function describe(
  data: NamedData,
  { dataset, checksum }: LoadedLarge,
  options: SettledOptions,
  { evaluations, deciding, split }: DatasetEvaluation,
  seed: number,
  selection: SelectionReportInput | undefined,
  { words }: Surroundings,
): DescribedEvaluation {
  const { scaling, scaleOn, testFraction } = options;
  const asked = evaluations.map(({ judge }) => judge);
  return {
    versions: { neurofs: packageVersion(), node: process.versions.node },
    command: shellQuote(['neurofs', ...words]),
    dataName: data.name,
    checksum,
    targetName: dataset.targetName,
    trainRowCount: split.train.length,
    testRowCount: split.test.length,
    features: options.features,
    featureNames: Array.from(evaluations[0].features, (feature) => dataset.featureNames[feature]),
    seed,
    parameters: {
      ...dataParameters(options),
      scaling,
      scaleOn,
      testFraction,
      ...settledJudgeOptions(asked, options),
    },
    deciding,
    evaluations,
    warnings: selection ? selectionWarnings(selection, options, checksum, seed, split.train.length, data.name) : [],
  };
}

/** The names have matched, or there would be no evaluation; what else may be wrong with a stored selection is said. */
function selectionWarnings(
  selection: SelectionReportInput,
  { features }: EvaluateOptions,
  checksum: string,
  seed: number,
  trainRowCount: number,
  dataName: string,
): string[] {
  const { seed: ownSeed, dataset } = selection;
  const { checksum: own, name: ownName, trainRowCount: ownRows } = dataset;
  if (own !== undefined && own !== checksum) {
    return [
      `${features} was made from another file (${ownName}, its checksum differs from that of ` +
        `${dataName}); its columns are measured on rows of this file alone, and classifiers are trained on its other rows: ` +
        'to test what was learnt on the first file, name that as FILE and this one with --test-file',
    ];
  }
  if (ownSeed !== seed || (ownRows !== undefined && ownRows !== trainRowCount)) {
    return [
      `${features} was made with another split (another seed or test fraction): it may have seen test rows, ` +
        'and the figures may be too good',
    ];
  }
  return [];
}
