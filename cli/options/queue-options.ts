/** The options about a queue that commands share, and the runner they lead to. */
import { Option } from 'commander';
import { readAddress, withoutAddress } from '../../node/queue/address.js';
import { connectionDefaults, openConnection, type QueueConnection } from '../../node/queue/connection.js';
import { createQueueRunner, runnerDefaults } from '../../node/queue/queue-runner.js';
import type { JobLimits, JobRunner } from '../../src/experiment/job-runner.js';
import { formatBytes } from '../../src/report/format.js';
import { messageLine } from '../errors.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { duration, size, wholeNumber } from './options.js';

export interface AddressOptions {
  /** True where the address is that of NEUROFS_QUEUE. */
  readonly queue?: string | true;
  readonly queuePrefix?: string;
  readonly queuePatience?: number;
}

export interface QueueOptions extends AddressOptions {
  readonly queueData?: string;
  readonly queueCopy?: number;
  readonly queueTries?: number;
  readonly queueRun?: string;
  readonly detach?: true;
}

export function addressOptions(): Option[] {
  const { patienceSeconds } = connectionDefaults;
  return [
    new Option('--queue [address]', 'redis://[user:password@]host[:port], rediss:// for TLS (default: NEUROFS_QUEUE)'),
    new Option('--queue-prefix <name>', 'prefix of all keys in Redis (default: neurofs)'),
    new Option('--queue-patience <time>', `how long Redis may be unreachable (default: ${patienceSeconds}s)`).argParser(
      duration('--queue-patience'),
    ),
  ];
}

/** For commands that put jobs on a queue. */
export function queueOptions(): Option[] {
  const { copiedBytes, tries } = runnerDefaults;
  const shown = formatBytes(copiedBytes).replace('\u00a0', ' ');
  return [
    ...addressOptions(),
    new Option('--queue-data <place>', 'where workers find FILE: a path on their machines, or an http(s) address'),
    new Option('--queue-copy <size>', `largest file to copy into Redis (default: ${shown})`).argParser(
      size('--queue-copy'),
    ),
    new Option('--queue-tries <count>', `attempts for a job that crashes (default: ${tries})`).argParser(
      wholeNumber('--queue-tries', 1),
    ),
    new Option('--queue-run <run>', 'the run to attach to').hideHelp(),
    new Option('--detach', 'submit the jobs and exit; neurofs jobs attach RUN gets the results'),
  ];
}

/** Options of the command line that say how a queue is used, and whether a value follows. */
const queueFlags: Readonly<Record<string, boolean>> = {
  '--queue-prefix': true,
  '--queue-patience': true,
  '--queue-data': true,
  '--queue-copy': true,
  '--queue-tries': true,
  '--queue-run': true,
  '--detach': false,
};

/** The words that give the same results without a queue. */
export function withoutQueue(words: readonly string[]): string[] {
  const plain = withoutAddress(words);
  return plain.filter((word, place) => {
    const [flag] = word.split('=');
    return !(flag in queueFlags) && queueFlags[plain[place - 1]] !== true;
  });
}

export async function withConnection<T>(
  options: AddressOptions,
  { env, stderr, signal }: Surroundings,
  work: (connection: QueueConnection) => Promise<T>,
): Promise<T> {
  const { queue, queuePrefix: prefix, queuePatience } = options;
  const named = { ...(typeof queue === 'string' && { address: queue }), ...(prefix !== undefined && { prefix }) };
  const connection = await openConnection(readAddress(named, env), {
    ...(queuePatience !== undefined && { patienceSeconds: queuePatience }),
    onTrouble: createNotes({ env, stderr }),
    signal,
  });
  try {
    return await Promise.race([work(connection), connection.lost]);
  } finally {
    connection.close();
  }
}

/** Runs the work with the workers of the queue. */
export async function withQueueRunner<T>(
  options: QueueOptions,
  limits: JobLimits,
  surroundings: Surroundings,
  work: (runner: JobRunner) => Promise<T>,
): Promise<T> {
  const { queueData, queueCopy, queueTries, queueRun, detach } = options;
  const words = withoutAddress(surroundings.words);
  return withConnection(options, surroundings, (connection) =>
    work(
      createQueueRunner(connection, {
        words,
        limits,
        title: words.join(' '),
        onNote: createNotes(surroundings),
        ...(queueData !== undefined && { dataAt: queueData }),
        ...(queueCopy !== undefined && { copiedBytes: queueCopy }),
        ...(queueTries !== undefined && { tries: queueTries }),
        ...(queueRun !== undefined && { run: queueRun }),
        isDetached: detach === true,
      }),
    ),
  );
}

/** Writes notes on standard error, each once until another comes between. */
function createNotes({ env, stderr }: Pick<Surroundings, 'env' | 'stderr'>): (text: string) => void {
  const colours = createColours(wantsColour(stderr.isTTY === true, env));
  let last = '';
  return (text) => {
    if (text === last) return;
    last = text;
    // A progress line that stands there makes way.
    stderr.write(`${stderr.isTTY ? '\r\x1b[2K' : ''}${messageLine(text, colours)}`);
  };
}
