/** Runs the jobs of a plan in a folder, every result kept as it comes, and writes the report of what is there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../node/files/folder-lock.js';
import { hashText } from '../node/files/hash-text.js';
import { createProcessPool, planPool } from '../node/jobs/process-pool.js';
import { earlierName, openFolderStore } from '../node/results/earlier-database.js';
import { type FileResultStore, storeName } from '../node/results/result-store.js';
import { defaultThreadCount } from '../node/threads/threads.js';
import { UserError } from '../src/errors.js';
import type { JobRunner } from '../src/experiment/job-runner.js';
import type { JobRow } from '../src/experiment/result-row.js';
import { runJobs } from '../src/experiment/run-jobs.js';
import { countOf, formatBytes, formatCount, formatDuration } from '../src/report/format.js';
import type { PlannedJob } from '../src/reproduce/plan.js';
import {
  figureFolder,
  type ReproductionFiles,
  type ResultCounts,
  reproductionFileNames,
} from '../src/reproduce/report.js';
import { shellQuote } from '../src/shell-quote.js';
import type { ExperimentOptions } from './options/experiment-options.js';
import { withQueueRunner } from './options/queue-options.js';
import { checkOutputFolder, writeOutputFolder } from './output-folder.js';
import type { Surroundings } from './surroundings.js';
import { createJobTracker } from './terminal/job-progress.js';
import { createProgress } from './terminal/terminal.js';

/** What the report is to be made of. */
export interface ReportedRun {
  readonly rows: readonly JobRow[];
  /** How it was run, for the last section. */
  readonly settings: Readonly<Record<string, string>>;
  readonly command: string;
}

export async function runExperiment(
  planned: readonly PlannedJob[],
  options: ExperimentOptions,
  surroundings: Surroundings,
  report: (run: ReportedRun) => ReproductionFiles,
): Promise<void> {
  const { out, reportOnly } = options;
  await checkOutputFolder(out, [...reproductionFileNames, storeName, earlierName]);
  checkStore(options);
  // Jobs of a queue may be waited for by several processes; jobs of this machine would be run twice.
  const lock = !reportOnly && options.queue === undefined ? await lockFolder(out) : undefined;
  try {
    const store = await openFolderStore(out);
    try {
      if (!reportOnly) await runPlan(planned, store, options, surroundings);
      const { words, signal, stdout } = surroundings;
      const command = shellQuote(['neurofs', ...words]);
      const { documents, figures, counts } = report({ rows: store.rows(), settings: settingsOf(options), command });
      await writeOutputFolder(join(out, figureFolder), figures, signal);
      const paths = await writeOutputFolder(out, documents, signal);
      stdout.write(`${describeCounts(counts, out)}\nWrote ${paths.join(', ')}\n`);
    } finally {
      await store.close();
    }
  } finally {
    lock?.release();
  }
}

/** A report needs results, and the report of another command is not written over. */
function checkStore({ out, reportOnly }: ExperimentOptions): void {
  if ([storeName, earlierName].some((name) => existsSync(join(out, name)))) return;
  if (reportOnly) throw new UserError('data', `there are no results in ${out}; run it without --report-only first`);
  if (existsSync(join(out, reproductionFileNames[0]))) {
    throw new UserError('usage', `${out} holds the report of another command; name another folder with --out`);
  }
}

async function runPlan(
  planned: readonly PlannedJob[],
  store: FileResultStore,
  options: ExperimentOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { stderr, signal, words } = surroundings;
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

/** Of the machine that runs the jobs; rows that are there already may come from others. */
function settingsOf(options: ExperimentOptions): Readonly<Record<string, string>> {
  if (options.reportOnly) return {};
  const { processes, threads } = planPool(options.threads ?? defaultThreadCount(), options.jobs);
  return {
    'Jobs at a time': `${processes}, ${countOf(threads, 'thread')} each`,
    ...(options.limit !== undefined && { 'Time limit': `${formatDuration(options.limit)} a job` }),
    ...(options.memoryLimit !== undefined && { 'Memory limit': `${formatBytes(options.memoryLimit)} a job` }),
    Node: process.versions.node,
  };
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
