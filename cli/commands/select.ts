/** `neurofs select`: a file in, its most informative features out. */
import type { Command } from 'commander';
import { kernelRowsWithin } from '../../node/rows/memory-plan.js';
import { createNodeEngine } from '../../node/threads/threads.js';
import { trialThreads } from '../../node/threads/trial-threads.js';
import { groupFeatures } from '../../src/choose/group-features.js';
import { describeSelection } from '../../src/describe-selection.js';
import { UserError } from '../../src/errors.js';
import { type SelectionResult, selectFeatures } from '../../src/pipeline.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import { type AnyMethod, findMethod } from '../../src/select/registry.js';
import { refuseStored } from '../../src/select/training-for.js';
import { reducedSelection, selectionFileNames, selectionFiles } from '../../src/selection-files.js';
import { shellQuote } from '../../src/shell-quote.js';
import { writeTable } from '../../src/write/write-table.js';
import { dataParameters } from '../input/data-identity.js';
import { type GivenConstraints, readConstraints } from '../input/read-constraints.js';
import { type LoadedLarge, readLargeDataset, settleMethodOptions, settleScaling } from '../input/read-dataset.js';
import { namedJudges, toJudgeOptions } from '../options/judge-options.js';
import type { NamedData } from '../options/named-data.js';
import { defaultFolder, type SelectOptions, selectOptions } from '../options/select-options.js';
import { chooseOutputFolder, type OutputFile, writeOutputFolder } from '../output-folder.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { selectionSummary } from '../terminal/selection-summary.js';
import { createProgress, type Progress } from '../terminal/terminal.js';
import { packageVersion } from '../version.js';
import { flagWording } from '../wording.js';
import { type ChosenMethod, createMethodCommand } from './method-command.js';

const examples = `Examples:
  neurofs select genes.csv --target tumour
  neurofs select genes.csv --target tumour --fdr 0.1
  neurofs select genes.csv --target tumour --k 50
  neurofs select genes.csv --target tumour --k 50 --method fisher --out fisher-50
  neurofs select genes.csv --target tumour --k 50 --seed 7 --json > selection.json
  neurofs select cells.h5ad --target obs:cell_type --k 100 --write h5ad
  neurofs select coil20 --k 50
  neurofs select --sql "select * from 'genes.parquet' join 'patients.csv' using (id)" --target tumour --k 50
`;

const stageNames = {
  method: 'Trying methods',
  size: 'Finding how many',
  select: 'Selecting',
  stability: 'Selecting from halves',
  substitutes: 'Looking for substitutes',
  evaluate: 'Evaluating',
  verdict: 'Cross-validating',
} as const;

export function createSelectCommand(surroundings: Surroundings): Command {
  return createMethodCommand<SelectOptions>(surroundings, {
    name: 'select',
    description: 'Chooses the columns of FILE that say most about the target, and writes them out with a report.',
    examples,
    options: selectOptions(),
    run: (chosen, data, options) => select(chosen, data, options, surroundings),
  });
}

async function select(
  { method, given }: ChosenMethod,
  data: NamedData,
  options: SelectOptions,
  surroundings: Surroundings,
): Promise<void> {
  const formats = (options.write ?? []).filter((format) => format !== 'csv');
  const others = formats.map((format) => `selected.${format}`);
  const folder = await chooseOutputFolder(options, defaultFolder, [...selectionFileNames, ...others]);
  if (folder === undefined && options.write !== undefined) {
    throw new UserError('usage', '--write needs a folder where --json is given: --out neurofs-out');
  }

  const { stderr, signal } = surroundings;
  const progress = createProgress({ ...surroundings, stream: stderr });
  let loaded: LoadedLarge | undefined;
  try {
    const { constraints, named } = await readConstraints(options);
    const read = await readLargeDataset(data, options, surroundings, progress, () =>
      refuseStored(method, { kind: 'stored' }),
    );
    loaded = read;
    if (named) loaded = { ...read, dataset: groupFeatures(read.dataset, named) };
    const settled = settleMethodOptions(method, given, loaded);
    const result = await runSelection(loaded, { ...options, constraints }, method, settled, surroundings, progress);
    const described = describe(data, loaded, result, options, surroundings);
    progress.stage('Writing');
    const { table, dataset, first = dataset } = loaded;
    const files = selectionFiles(table, first, result, described, options.testFile);
    const reduced = formats.length === 0 ? undefined : reducedSelection(table, first, result, described);
    const written: OutputFile[] = [];
    for (const [place, format] of formats.entries()) {
      written.push({ name: others[place], content: await writeTable(reduced!, format) });
    }
    const paths = folder === undefined ? [] : await writeOutputFolder(folder, [...files, ...written], signal);
    progress.end();
    if (options.json) for (const piece of files[0].content) surroundings.stdout.write(piece);
    else showResult(described, paths, surroundings);
  } finally {
    loaded?.close();
    progress.end();
  }
}

async function runSelection(
  loaded: LoadedLarge,
  options: SelectOptions & Pick<GivenConstraints, 'constraints'>,
  method: AnyMethod,
  methodOptions: Readonly<Record<string, unknown>>,
  { signal, now }: Surroundings,
  progress: Progress,
): Promise<SelectionResult> {
  const { k, fdr, seed, scaling, scaleOn, testFraction } = settleScaling(options, loaded);
  const { dataset, split } = loaded;
  const engine = await createNodeEngine(options.threads, options.memory, options.engine);
  try {
    return await selectFeatures(
      {
        dataset,
        method: method.name,
        k,
        falseDiscovery: fdr,
        ...options.constraints,
        strict: options.strict === true,
        stability: options.stability,
        repeats: options.repeats,
        substitutes: true,
        seed,
        methodOptions,
        scaling,
        scaleOn,
        testFraction,
        ...(split && { split }),
        evaluation: {
          judges: namedJudges(options),
          measure: options.measure,
          options: toJudgeOptions({ judgeSet: options.judgeSet ?? {}, cache: kernelRowsWithin(options.memory) }),
        },
      },
      {
        engine,
        startTrials: trialThreads({ memory: options.memory }),
        signal,
        now,
        wording: flagWording,
        onStage: (stage) => progress.stage(stageNames[stage]),
        onProgress: (done) => progress.share(done),
        onEpoch: (report) => progress.epoch(report),
      },
    );
  } finally {
    engine.dispose();
  }
}

function describe(
  data: NamedData,
  { dataset, checksum, seconds }: LoadedLarge,
  result: SelectionResult,
  options: SelectOptions,
  { words }: Surroundings,
): SelectionReportInput {
  const described = describeSelection(dataset, result, {
    dataName: data.name,
    checksum,
    methodSummary: findMethod(result.method).summary,
    command: repeatingCommand(words, result.seed),
    versions: { neurofs: packageVersion(), node: process.versions.node },
  });
  const parameters = { ...described.parameters, ...dataParameters(options) };
  return { ...described, parameters, timings: { read: seconds, ...described.timings } };
}

/** The words as they were given, with the seed spelt out, since a default may change one day. */
export function repeatingCommand(words: readonly string[], seed: number): string {
  const namesSeed = words.some((word) => word === '--seed' || word.startsWith('--seed='));
  return shellQuote(['neurofs', ...words, ...(namesSeed ? [] : ['--seed', String(seed)])]);
}

function showResult(described: SelectionReportInput, paths: readonly string[], { stdout, env }: Surroundings): void {
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  stdout.write(`${selectionSummary(described, colours, stdout.columns || 80)}\nWrote ${paths.join(', ')}\n`);
}
