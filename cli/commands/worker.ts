/** `neurofs worker`: takes jobs from a queue until it is asked to stop. */
import { Command, Option } from 'commander';
import { runWorker, workerDefaults } from '../../node/queue/queue-worker.js';
import { defaultThreadCount } from '../../node/threads/threads.js';
import { UserError } from '../../src/errors.js';
import { type ComputeOptions, computeOptions } from '../options/compute-options.js';
import { grouped } from '../options/data-options.js';
import { collect, duration, size, wholeNumber } from '../options/options.js';
import { type AddressOptions, addressOptions, withConnection } from '../options/queue-options.js';
import type { Surroundings } from '../surroundings.js';
import { printable } from '../terminal/text-table.js';

const examples = `Examples:
  neurofs worker --queue redis://lab.example.org
  neurofs worker --queue redis://lab.example.org --threads 8 --jobs 4 --memory 16GB --name gpu-3
`;

interface WorkerCommandOptions extends ComputeOptions, AddressOptions {
  readonly jobs: number;
  readonly name?: string;
  readonly memory?: number;
  readonly lock: number;
  readonly grace: number;
  readonly cache?: string;
  readonly allowPath?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly quiet?: true;
}

export function createWorkerCommand(surroundings: Surroundings): Command {
  const command = new Command('worker')
    .description(
      'Runs the jobs that compare, reproduce and curve submit with --queue. SIGTERM or Ctrl-C stops it: ' +
        'running jobs finish or go back to the queue.',
    )
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Work:'))
    .addHelpText('before', examples);
  for (const option of [...grouped('Queue:', addressOptions()), ...grouped('Work:', workOptions())]) {
    command.addOption(option);
  }
  return command.action((options: WorkerCommandOptions) => work(options, surroundings));
}

function workOptions(): Option[] {
  const { jobs, lockSeconds, graceSeconds } = workerDefaults;
  return [
    ...computeOptions(),
    new Option('--jobs <count>', 'jobs at a time; they share the threads')
      .argParser(wholeNumber('--jobs', 1))
      .default(jobs),
    new Option('--name <name>', 'its name in neurofs jobs (default: host name and process ID)'),
    new Option('--memory <size>', 'memory limit for one job, such as 800MB or 4GB').argParser(size('--memory')),
    new Option('--lock <time>', 'silence after which another worker takes over its job')
      .argParser(duration('--lock'))
      .default(lockSeconds, `${lockSeconds}s`),
    new Option('--grace <time>', 'how long running jobs may take to finish when the worker is stopped')
      .argParser(duration('--grace'))
      .default(graceSeconds, `${graceSeconds}s`),
    new Option('--cache <folder>', 'folder for data received through the queue (default: in the user cache)'),
    new Option('--allow-path <folder>', 'folder that jobs may name files in; can be given again').argParser(collect),
    new Option('--allow-host <host>', 'host that jobs may name data on; can be given again').argParser(collect),
    new Option('-q, --quiet', 'do not print a line for every job'),
  ];
}

async function work(options: WorkerCommandOptions, surroundings: Surroundings): Promise<void> {
  const { jobs, name, memory, lock, grace, cache } = options;
  const threads = options.threads ?? Math.max(jobs, defaultThreadCount());
  if (jobs > threads) {
    throw new UserError('usage', `--jobs must be at most the number of threads, ${threads}. Got ${jobs}`);
  }
  const { stderr, signal } = surroundings;
  await withConnection(options, surroundings, (connection) =>
    runWorker(
      connection,
      {
        jobs,
        lockSeconds: lock,
        graceSeconds: grace,
        threads: Math.floor(threads / jobs),
        ...(options.engine && { engine: options.engine }),
        ...(name !== undefined && { name }),
        ...(memory !== undefined && { memoryBytes: memory }),
        ...(cache !== undefined && { cacheFolder: cache }),
        allowed: { paths: options.allowPath ?? [], hosts: options.allowHost ?? [] },
        ...(!options.quiet && { onLog: (text: string) => stderr.write(`${printable(text)}\n`) }),
      },
      signal,
    ),
  );
}
