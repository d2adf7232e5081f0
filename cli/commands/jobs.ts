/** `neurofs jobs`: the runs and the workers of a queue; attach to a run, cancel it, try its failures again. */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { Command, Option } from 'commander';
import type { QueueConnection } from '../../node/queue/connection.js';
import { cancelRun, describeQueue, type QueueState, retryRun } from '../../node/queue/manage-runs.js';
import { createRunRecords, type RunRecord } from '../../node/queue/run-records.js';
import { UserError } from '../../src/errors.js';
import { countOf, formatDuration } from '../../src/report/format.js';
import { shellQuote } from '../../src/shell-quote.js';
import { ExitCode } from '../exit-code.js';
import { type AddressOptions, addressOptions, withConnection } from '../options/queue-options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { printable, textTable } from '../terminal/text-table.js';

const examples = `Examples:
  neurofs jobs --queue redis://lab.example.org    runs, progress, failures and workers
  neurofs jobs attach 3f9a21c4                    follow a run and get its results
  neurofs jobs cancel 3f9a21c4
  neurofs jobs retry 3f9a21c4                     retry what a crash or a bug ended
`;

/** The commands that put jobs on a queue. Whoever can write to Redis can write another one down as that of a run. */
const submitters: readonly string[] = ['compare', 'curve', 'reproduce', 'benchmark'];

type RunProgram = (surroundings: Surroundings) => Promise<number>;

/** `runProgram` runs the command of a run that is attached to. */
export function createJobsCommand(surroundings: Surroundings, runProgram: RunProgram): Command {
  const command = withAddress(new Command('jobs'))
    .description('Lists the runs and the workers of a queue.')
    .addOption(new Option('--json', 'print everything as JSON'))
    .addHelpText('before', examples)
    .action((options: AddressOptions & { json?: true }) =>
      withConnection(options, surroundings, async (connection) =>
        show(await describeQueue(connection), options.json === true, surroundings),
      ),
    );
  const onRun = (name: string, summary: string, act: (run: string, options: AddressOptions) => Promise<void>) =>
    command.addCommand(
      withAddress(new Command(name))
        .summary(summary)
        .description(`${summary[0].toUpperCase()}${summary.slice(1)}.`)
        .argument('<RUN>', 'its ID in the list')
        // The parent has the same options: whichever side they were given on, they are found.
        .action((run: string, _: AddressOptions, own: Command) => act(run, own.optsWithGlobals())),
    );
  const { stdout } = surroundings;
  onRun('attach', 'follow a run, get its results and write its report', (run, options) =>
    attach(run, options, surroundings, runProgram),
  );
  onRun('cancel', 'remove the jobs of a run from the queue and stop the running ones', (run, options) =>
    withConnection(options, surroundings, async (connection) => {
      const removed = await cancelRun(connection, run);
      stdout.write(
        removed === undefined
          ? `run ${run} has already ended\n`
          : `run ${run} is cancelled; ${countOf(removed, 'job')} removed from the queue\n`,
      );
    }),
  );
  onRun('retry', 'retry the jobs that a crash or a bug ended', (run, options) =>
    withConnection(options, surroundings, async (connection) => {
      const retried = await retryRun(connection, run);
      stdout.write(
        retried === 0
          ? `run ${run} has nothing to retry\n`
          : `${countOf(retried, 'job')} of run ${run} queued again; neurofs jobs attach ${run} gets the results\n`,
      );
    }),
  );
  return command;
}

function withAddress(command: Command): Command {
  for (const option of addressOptions()) command.addOption(option);
  return command.helpOption('-h, --help', 'show this help');
}

/** Gives the command again that made the run, where it was given: it finds its run by its jobs. */
async function attach(
  id: string,
  options: AddressOptions,
  surroundings: Surroundings,
  runProgram: RunProgram,
): Promise<void> {
  const run = await withConnection(options, surroundings, async (connection: QueueConnection) =>
    createRunRecords(connection).require(id),
  );
  const { stderr } = surroundings;
  if (!submitters.includes(run.words[0])) {
    throw new UserError('queue', `run ${id} was not made by ${submitters.join(', ')}, so it cannot be attached to`);
  }
  stderr.write(`neurofs ${printable(shellQuote(run.words))}\n`);
  if (run.host === hostname() && existsSync(run.folder)) process.chdir(run.folder);
  else
    stderr.write(`run ${id} was submitted in ${printable(run.folder)} on ${printable(run.host)}; using this folder\n`);
  const { queue, queuePrefix } = options;
  const words = [
    ...attachingWords(run),
    ...(typeof queue === 'string' ? ['--queue', queue] : ['--queue']),
    ...(queuePrefix === undefined || run.words.includes('--queue-prefix') ? [] : ['--queue-prefix', queuePrefix]),
    ...['--queue-run', id],
  ];
  const exitCode = await runProgram({ ...surroundings, words });
  if (exitCode !== 0) throw new ExitCode(exitCode);
}

/** A comparison goes on with the results that are in its folder. */
function attachingWords({ words }: RunRecord): string[] {
  const has = (flag: string) => words.some((word) => word === flag || word.startsWith(`${flag}=`));
  const kept = words.filter((word) => word !== '--detach');
  const keepsResults = words[0] === 'compare' && (!has('--json') || has('--out'));
  return keepsResults && !has('--resume') ? [...kept, '--resume'] : kept;
}

function show({ runs, workers }: QueueState, asJson: boolean, { stdout, env }: Surroundings): void {
  if (asJson) {
    stdout.write(`${JSON.stringify({ runs, workers }, undefined, 2)}\n`);
    return;
  }
  const { bold } = createColours(wantsColour(stdout.isTTY === true, env));
  const now = Date.now();
  const ago = (time: number) => formatDuration((now - time) / 1000).replaceAll('\u00a0', ' ');
  const runRows = runs.map((run) => [
    run.id,
    run.status,
    `${run.rowCount - run.left} of ${run.rowCount}`,
    String(run.failed + run.final),
    `${ago(run.submitted)} ago`,
    printable(run.title).slice(0, 60),
  ]);
  const runHead = ['run', 'status', 'results', 'failed', 'submitted', 'command'];
  stdout.write(
    runs.length === 0 ? 'No runs.\n' : `${textTable({ head: runHead, rows: runRows, right: [2, 3] }, bold)}\n`,
  );
  for (const { id, active, lack } of runs) {
    for (const job of active) {
      stdout.write(`${id}: ${printable(job.name)}, ${Math.round(100 * job.done)} %, on ${printable(job.worker)}\n`);
    }
    if (lack !== undefined) stdout.write(`${id}: ${printable(lack)}\n`);
  }
  const workerRows = workers.map((worker) => [
    printable(worker.name),
    printable(worker.code),
    `${worker.jobs} x ${worker.threads}`,
    String(worker.done),
    ago(worker.started),
    printable(worker.current.join(' | ')) || '-',
  ]);
  const workerHead = ['worker', 'code', 'jobs x threads', 'done', 'up', 'now'];
  const table = textTable({ head: workerHead, rows: workerRows, right: [3] }, bold);
  stdout.write(workers.length === 0 ? '\nNo workers.\n' : `\n${table}\n`);
}
