/** `neurofs select`: a file in, its most informative features out. */
import { Command, Option } from 'commander';
import { createNodeEngine } from '../node/threads.js';
import { type SelectionResult, selectFeatures } from '../src/pipeline.js';
import { selectionJson } from '../src/report/selection-json.js';
import type { SelectionReportInput } from '../src/report/selection-report-input.js';
import { type AnyMethod, findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { describeSelection, selectionFileNames, selectionFiles } from '../src/selection-files.js';
import { createColours, wantsColour } from './colours.js';
import { fileArgument, type NamedData, nameData } from './named-data.js';
import { givenMethodOptions, methodOptions } from './options.js';
import { checkOutputFolder, writeOutputFolder } from './output-folder.js';
import { type LoadedLarge, readLargeDataset, settleMethodOptions, settleScaling } from './read-dataset.js';
import { defaultFolder, methodList, namedMethod, type SelectOptions, selectOptions } from './select-options.js';
import { selectionSummary } from './selection-summary.js';
import { shellQuote } from './shell-quote.js';
import type { Surroundings } from './surroundings.js';
import { createProgress, type Progress } from './terminal.js';
import { packageVersion } from './version.js';

const examples = `Examples:
  neurofs select genes.csv --target tumour --k 50
  neurofs select genes.csv --target tumour --k 50 --method fisher --out fisher-50
  neurofs select genes.csv --target tumour --k 50 --seed 7 --json > selection.json
  neurofs select cells.h5ad --target obs:cell_type --k 100
  neurofs select coil20 --k 50
  neurofs select --sql "select * from 'genes.parquet' join 'patients.csv' using (id)" --target tumour --k 50
`;

const stageNames = { select: 'Selecting', evaluate: 'Evaluating' } as const;

/** The command with the options of the method that the words name, so that `--method X --help` shows X's own. */
export function createSelectCommand(surroundings: Surroundings): Command {
  const { words } = surroundings;
  const method = findMethod(namedMethod(words[0] === 'select' ? words : []));
  const command = new Command('select')
    .summary('choose the most informative columns of a file')
    .description('Chooses the K columns of FILE that tell most about the target, and writes them with a report.')
    .addArgument(fileArgument())
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples)
    .addHelpText('after', `\n${methodList()}`);
  const ownOptions = methodOptions(method.options, `Options of the method ${method.name}:`);
  for (const option of [...selectOptions(), ...ownOptions]) command.addOption(option);
  return command.action((file: string | undefined, options: SelectOptions) =>
    select(nameData(file, options), options, method, surroundings),
  );
}

async function select(
  data: NamedData,
  options: SelectOptions,
  method: AnyMethod,
  surroundings: Surroundings,
): Promise<void> {
  // What can be refused before the file is read is refused here.
  const given = givenMethodOptions(method.options, options);
  resolveOptions({ name: `--method ${method.name}`, options: method.options }, given);
  const folder = options.out ?? (options.json ? undefined : defaultFolder);
  if (folder !== undefined) await checkOutputFolder(folder, selectionFileNames);

  const { stderr, env, now, signal } = surroundings;
  const progress = createProgress({ stream: stderr, env, now });
  let loaded: LoadedLarge | undefined;
  try {
    loaded = await readLargeDataset(data, options, surroundings, progress);
    const settled = settleMethodOptions(method, given, loaded);
    const result = await runSelection(loaded, options, method, settled, surroundings, progress);
    const described = describe(data, loaded, result, method, surroundings);
    progress.stage('Writing');
    const files = selectionFiles(loaded.table, loaded.dataset, result, described);
    const paths = folder === undefined ? [] : await writeOutputFolder(folder, files, signal);
    progress.end();
    showResult(described, paths, options.json === true, surroundings);
  } finally {
    loaded?.close();
    progress.end();
  }
}

async function runSelection(
  loaded: LoadedLarge,
  options: SelectOptions,
  method: AnyMethod,
  methodOptions: Readonly<Record<string, unknown>>,
  { signal, now }: Surroundings,
  progress: Progress,
): Promise<SelectionResult> {
  const { k, seed, scaling, scaleOn, testFraction } = settleScaling(options, loaded);
  const { dataset, split } = loaded;
  const engine = await createNodeEngine(options.threads);
  try {
    return await selectFeatures(
      { dataset, method: method.name, k, seed, methodOptions, scaling, scaleOn, testFraction, ...(split && { split }) },
      {
        ...{ engine, signal, now },
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
  method: AnyMethod,
  { words }: Surroundings,
): SelectionReportInput {
  const described = describeSelection(dataset, result, {
    dataName: data.name,
    checksum,
    methodSummary: method.summary,
    command: repeatingCommand(words, result.seed),
    versions: { neurofs: packageVersion(), node: process.versions.node },
  });
  return { ...described, timings: { read: seconds, ...described.timings } };
}

/** The words as they were given, with the seed spelt out, since a default may change one day. */
export function repeatingCommand(words: readonly string[], seed: number): string {
  const namesSeed = words.some((word) => word === '--seed' || word.startsWith('--seed='));
  return shellQuote(['neurofs', ...words, ...(namesSeed ? [] : ['--seed', String(seed)])]);
}

function showResult(
  described: SelectionReportInput,
  paths: readonly string[],
  asJson: boolean,
  { stdout, env }: Surroundings,
): void {
  if (asJson) {
    stdout.write(selectionJson(described));
    return;
  }
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  stdout.write(`${selectionSummary(described, colours, stdout.columns || 80)}\nWrote ${paths.join(', ')}\n`);
}
