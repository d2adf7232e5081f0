/** `neurofs worker`: takes jobs from a queue until it is asked to stop. */
import { Command, Option } from 'commander';
import { runWorker, workerDefaults } from '../node/queue/queue-worker.js';
import { defaultThreadCount } from '../node/threads.js';
import { UserError } from '../src/errors.js';
import { grouped, threadsOption } from './data-options.js';
import { duration, size, wholeNumber } from './options.js';
import { type AddressOptions, addressOptions, withConnection } from './queue-options.js';
import type { Surroundings } from './surroundings.js';
import { printable } from './text-table.js';

const examples = `Examples:
  neurofs worker --queue redis://lab.example.org
  neurofs worker --queue redis://lab.example.org --threads 8 --jobs 4 --memory 16GB --name gpu-3
`;

interface WorkerCommandOptions extends AddressOptions {
  readonly threads?: number;
  readonly jobs: number;
  readonly name?: string;
  readonly memory?: number;
  readonly lock: number;
  readonly grace: number;
  readonly cache?: string;
  readonly quiet?: true;
}

export function createWorkerCommand(surroundings: Surroundings): Command {
  const command = new Command('worker')
    .summary('take jobs from a queue')
    .description(
      'Runs jobs that compare, reproduce and curve put on a queue with --queue. SIGTERM or Ctrl-C stops it: ' +
        'running jobs are ended or handed back.',
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
    threadsOption(),
    new Option('--jobs <count>', 'jobs at a time, which share the threads')
      .argParser(wholeNumber('--jobs', 1))
      .default(jobs),
    new Option('--name <name>', 'what neurofs jobs calls it (default: the host and the number of the process)'),
    new Option('--memory <size>', 'most memory for the process of a job, such as 800MB or 4GB').argParser(
      size('--memory'),
    ),
    new Option('--lock <time>', 'silence after which another worker takes the job of this one')
      .argParser(duration('--lock'))
      .default(lockSeconds, `${lockSeconds}s`),
    new Option('--grace <time>', 'how long running jobs may take to end when the worker is stopped')
      .argParser(duration('--grace'))
      .default(graceSeconds, `${graceSeconds}s`),
    new Option('--cache <folder>', 'where data goes that came through the queue (default: in the cache of the user)'),
    new Option('--quiet', 'no line for every job'),
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
        ...{ jobs, lockSeconds: lock, graceSeconds: grace, threads: Math.floor(threads / jobs) },
        ...(name !== undefined && { name }),
        ...(memory !== undefined && { memoryBytes: memory }),
        ...(cache !== undefined && { cacheFolder: cache }),
        ...(!options.quiet && { onLog: (text: string) => stderr.write(`${printable(text)}\n`) }),
      },
      signal,
    ),
  );
}
