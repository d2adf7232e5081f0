/** `neurofs reproduce`: the paper's experiments, every result kept as it comes, and the report of what is there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { codeVersion } from '../../node/code-version.js';
import { dataFolder } from '../../node/files/dataset-store.js';
import { lockFolder } from '../../node/files/folder-lock.js';
import { hashText } from '../../node/files/hash-text.js';
import { createProcessPool, planPool } from '../../node/jobs/process-pool.js';
import { earlierName, openFolderStore } from '../../node/results/earlier-database.js';
import { type FoundSets, findReproductionSets } from '../../node/results/reproduction-sets.js';
import { type FileResultStore, storeName } from '../../node/results/result-store.js';
import { defaultThreadCount } from '../../node/threads/threads.js';
import { UserError } from '../../src/errors.js';
import type { JobRunner } from '../../src/experiment/job-runner.js';
import { runJobs } from '../../src/experiment/run-jobs.js';
import { countOf, formatBytes, formatCount, formatDuration } from '../../src/report/format.js';
import { type PlannedJob, planJobs } from '../../src/reproduce/plan.js';
import {
  figureFolder,
  type ResultCounts,
  reproductionFileNames,
  reproductionFiles,
} from '../../src/reproduce/report.js';
import { fullScale, quickScale, type Scale } from '../../src/reproduce/scale.js';
import { shellQuote } from '../../src/shell-quote.js';
import { withQueueRunner } from '../options/queue-options.js';
import { type ReproduceOptions, reproduceOptions } from '../options/reproduce-options.js';
import { checkOutputFolder, writeOutputFolder } from '../output-folder.js';
import type { Surroundings } from '../surroundings.js';
import { createJobTracker } from '../terminal/job-progress.js';
import { createProgress } from '../terminal/terminal.js';

const examples = `Examples:
  neurofs reproduce --quick                          every experiment on three data sets, in minutes
  neurofs reproduce --only accuracy,ranking --limit 1h
  neurofs reproduce --data coil20,usps --seeds 3 --out coil-usps
  neurofs reproduce --only accuracy --methods neurofs,fisher
`;

export function createReproduceCommand(surroundings: Surroundings): Command {
  const command = new Command('reproduce')
    .summary("run the paper's experiments and compare the figures with its own")
    .description(
      "Runs the NeuroFS paper's experiments on its data sets (see neurofs datasets) and writes a report. " +
        'Stop it at any time: the same command continues where it left off.',
    )
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples);
  for (const option of reproduceOptions()) command.addOption(option);
  return command.action((options: ReproduceOptions) => reproduce(options, surroundings));
}

async function reproduce(options: ReproduceOptions, surroundings: Surroundings): Promise<void> {
  const { env } = surroundings;
  const scale = scaleOf(options);
  const found = await findReproductionSets(dataFolder(env), scale, options.data ?? scale.sets);
  if (found.sets.length === 0) {
    throw new UserError('data', `none of the data sets is in ${dataFolder(env)}; see: neurofs datasets`);
  }
  const planned = planJobs({
    experiments: options.only,
    sets: found.sets,
    scale,
    code: codeVersion(),
    ...(options.methods !== undefined && { methods: options.methods }),
  });
  if (options.methods !== undefined && planned.length === 0) {
    throw new UserError('usage', '--methods: none of these methods is part of the experiments asked for');
  }
  await checkOutputFolder(options.out, [...reproductionFileNames, storeName, earlierName]);
  checkStore(options);
  // Jobs of a queue may be waited for by several processes; jobs of this machine would be run twice.
  const runsHere = !options.reportOnly && options.queue === undefined;
  const lock = runsHere ? await lockFolder(options.out) : undefined;
  try {
    await runAndReport(planned, found, scale, options, surroundings);
  } finally {
    lock?.release();
  }
}

async function runAndReport(
  planned: readonly PlannedJob[],
  found: FoundSets,
  scale: Scale,
  options: ReproduceOptions,
  surroundings: Surroundings,
): Promise<void> {
  const store = await openFolderStore(options.out);
  try {
    if (!options.reportOnly) await runPlan(planned, found, store, options, surroundings);
    const { counts, paths } = await writeReport(planned, found, store, scale, options, surroundings);
    surroundings.stdout.write(`${describeCounts(counts, options.out)}\nWrote ${paths.join(', ')}\n`);
  } finally {
    await store.close();
  }
}

/** A report needs results, and the report of another command is not written over. */
function checkStore({ out, reportOnly }: ReproduceOptions): void {
  if ([storeName, earlierName].some((name) => existsSync(join(out, name)))) return;
  if (reportOnly) throw new UserError('data', `there are no results in ${out}; run it without --report-only first`);
  if (existsSync(join(out, reproductionFileNames[0]))) {
    throw new UserError('usage', `${out} holds the report of another command; name another folder with --out`);
  }
}

function scaleOf({ quick, seeds }: ReproduceOptions): Scale {
  const scale = quick ? quickScale : fullScale;
  return seeds === undefined ? scale : { ...scale, seeds: Array.from({ length: seeds }, (_, seed) => seed) };
}

async function runPlan(
  planned: readonly PlannedJob[],
  { missing }: FoundSets,
  store: FileResultStore,
  options: ReproduceOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { stderr, signal, words } = surroundings;
  if (missing.length > 0) {
    const names = missing.map(({ key }) => key).join(', ');
    stderr.write(`Not available and left blank: ${names} (neurofs datasets get NAME fetches one)\n`);
  }
  const limits = {
    ...(options.limit !== undefined && { seconds: options.limit }),
    ...(options.memoryLimit !== undefined && { memoryBytes: options.memoryLimit }),
  };
  const isQueued = options.queue !== undefined;
  const pool = planPool(options.threads ?? defaultThreadCount(), options.jobs);
  const progress = createProgress({ ...surroundings, stream: stderr });
  const tracker = createJobTracker(isQueued ? 1 : pool.processes, progress, surroundings);
  const runWith = (runner: JobRunner) =>
    runJobs(
      planned.map(({ job }) => job),
      {
        runner,
        store,
        hash: hashText,
        limits,
        signal,
        onEvent: tracker.note,
        anyVersion: options.anyVersion === true,
      },
    );
  try {
    if (isQueued) await withQueueRunner(options, limits, surroundings, runWith);
    else await runWith(createProcessPool({ ...pool, limits, ...(options.engine && { engine: options.engine }) }));
  } catch (error) {
    // The run goes on, and the queue's runner has said how to get its results.
    if (isQueued || !(error instanceof UserError && error.code === 'interrupted')) throw error;
    throw new UserError(
      'interrupted',
      `interrupted; ${countOf(store.rows().length, 'result')} kept in ${options.out}, continue with: ${shellQuote(['neurofs', ...words])}`,
    );
  } finally {
    progress.end();
  }
}

async function writeReport(
  planned: readonly PlannedJob[],
  { sets, missing }: FoundSets,
  store: FileResultStore,
  scale: Scale,
  options: ReproduceOptions,
  { words, signal }: Surroundings,
): Promise<{ readonly counts: ResultCounts; readonly paths: readonly string[] }> {
  const { processes, threads } = planPool(options.threads ?? defaultThreadCount(), options.jobs);
  const { documents, figures, counts } = reproductionFiles({
    experiments: options.only,
    planned,
    sets,
    scale,
    rows: store.rows(),
    hash: hashText,
    code: codeVersion(),
    missing: missing.map(({ paperName }) => paperName),
    settings: {
      'Jobs at a time': `${processes}, ${countOf(threads, 'thread')} each`,
      ...(options.limit !== undefined && { 'Time limit': `${formatDuration(options.limit)} a job` }),
      ...(options.memoryLimit !== undefined && { 'Memory limit': `${formatBytes(options.memoryLimit)} a job` }),
      Node: process.versions.node,
    },
    command: shellQuote(['neurofs', ...words]),
  });
  await writeOutputFolder(join(options.out, figureFolder), figures, signal);
  return { counts, paths: await writeOutputFolder(options.out, documents, signal) };
}

/** "146 results: 140 done, 6 failed (see why: neurofs results OUT --failed)". */
function describeCounts({ total, done, failed }: ResultCounts, out: string): string {
  const waiting = total - done - failed;
  const parts = [
    `${formatCount(done)} done`,
    ...(failed > 0
      ? [`${formatCount(failed)} failed (see why: ${shellQuote(['neurofs', 'results', out, '--failed'])})`]
      : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} not run yet`] : []),
  ];
  return `${countOf(total, 'result')}: ${parts.join(', ')}`.replaceAll('\u00a0', ' ');
}
