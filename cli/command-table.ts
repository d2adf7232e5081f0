/**
 * The commands in the order of the help: what it says of each, and how to load it. A command is loaded where it is named, so
 * that help and quick commands do not wait for the code of the others.
 */
import type { Command } from 'commander';
import type { Surroundings } from './surroundings.js';

type RunProgram = (surroundings: Surroundings) => Promise<number>;

export interface CommandEntry {
  readonly name: string;
  /** What may follow the name. */
  readonly usage: string;
  readonly summary: string;
  /** Whether it takes the options that commands with long work share. */
  readonly isWorking: boolean;
  /** `runProgram` runs another line of words. */
  load(surroundings: Surroundings, runProgram: RunProgram): Promise<Command>;
}

export const commandTable: readonly CommandEntry[] = [
  {
    name: 'describe',
    usage: '[options] [FILE]',
    summary: 'see what a file holds and what would be done to it',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/describe.js')).createDescribeCommand(surroundings),
  },
  {
    name: 'select',
    usage: '[options] [FILE]',
    summary: 'choose the most informative columns of a file',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/select.js')).createSelectCommand(surroundings),
  },
  {
    name: 'apply',
    usage: '[options] <selection> <NEW>',
    summary: 'take the selected columns from a new file',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/apply.js')).createApplyCommand(surroundings),
  },
  {
    name: 'evaluate',
    usage: '[options] [FILE]',
    summary: 'measure how well judges do with given columns',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/evaluate.js')).createEvaluateCommand(surroundings),
  },
  {
    name: 'curve',
    usage: '[options] [FILE]',
    summary: 'find out how many columns are enough',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/curve.js')).createCurveCommand(surroundings),
  },
  {
    name: 'compare',
    usage: '[options] [FILE]',
    summary: 'find out which method is best on a file',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/compare.js')).createCompareCommand(surroundings),
  },
  {
    name: 'benchmark',
    usage: '[options] <FOLDER>',
    summary: 'compare methods on every data set of a folder',
    isWorking: true,
    load: async (surroundings) => (await import('./commands/benchmark.js')).createBenchmarkCommand(surroundings),
  },
  {
    name: 'reproduce',
    usage: '[options]',
    summary: "run the paper's experiments and compare the figures with its own",
    isWorking: true,
    load: async (surroundings) => (await import('./commands/reproduce.js')).createReproduceCommand(surroundings),
  },
  {
    name: 'datasets',
    usage: '[options]',
    summary: "list and fetch the paper's data sets",
    isWorking: false,
    load: async (surroundings) => (await import('./commands/datasets.js')).createDatasetsCommand(surroundings),
  },
  {
    name: 'results',
    usage: '[options] [FOLDER]',
    summary: 'show the results of neurofs reproduce or compare',
    isWorking: false,
    load: async (surroundings) => (await import('./commands/results.js')).createResultsCommand(surroundings),
  },
  {
    name: 'studio',
    usage: '[options]',
    summary: 'watch the network choose, in your browser',
    isWorking: false,
    load: async (surroundings) => (await import('./commands/studio.js')).createStudioCommand(surroundings),
  },
  {
    name: 'serve',
    usage: '[options]',
    summary: 'answer calls of other languages',
    isWorking: false,
    load: async (surroundings) => (await import('./commands/serve.js')).createServeCommand(surroundings),
  },
  {
    name: 'worker',
    usage: '[options]',
    summary: 'run jobs from a queue',
    isWorking: false,
    load: async (surroundings) => (await import('./commands/worker.js')).createWorkerCommand(surroundings),
  },
  {
    name: 'jobs',
    usage: '[options]',
    summary: 'manage the runs of a queue',
    isWorking: false,
    load: async (surroundings, runProgram) =>
      (await import('./commands/jobs.js')).createJobsCommand(surroundings, runProgram),
  },
  {
    name: 'completion',
    usage: '<shell>',
    summary: 'print what makes your shell complete neurofs',
    isWorking: false,
    load: async (surroundings, runProgram) =>
      (await import('./commands/completion.js')).createCompletionCommand(surroundings, () =>
        loadCommands(surroundings, runProgram),
      ),
  },
];

/** All commands, or those of these names. */
export async function loadCommands(
  surroundings: Surroundings,
  runProgram: RunProgram,
  names: readonly string[] = commandTable.map(({ name }) => name),
): Promise<Command[]> {
  const { commonOptions } = await import('./options/common-options.js');
  return Promise.all(
    commandTable
      .filter(({ name }) => names.includes(name))
      .map(async ({ load, summary, isWorking }) => {
        const command = (await load(surroundings, runProgram)).summary(summary);
        if (isWorking) for (const option of commonOptions()) command.addOption(option);
        return command;
      }),
  );
}
