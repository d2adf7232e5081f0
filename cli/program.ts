/** The command line as a whole: `neurofs COMMAND ...`. Gives the exit code; everything else is in the commands. */
import { Command } from 'commander';
import { packageVersion } from '../node/code-version.js';
import { withoutAddress } from '../node/queue/address.js';
import { Detached } from '../node/queue/detached.js';
import { UserError } from '../src/errors.js';
import { listOf } from '../src/report/format.js';
import { didYouMeanHint } from '../src/suggest.js';
import { commandTable, loadCommands } from './command-table.js';
import { describeFailure, messageLine } from './errors.js';
import { ExitCode } from './exit-code.js';
import { checkConfig, withConfig } from './options/config-file.js';
import type { Surroundings } from './surroundings.js';
import { createColours, wantsColour } from './terminal/colours.js';

const examples = `Examples:
  neurofs describe genes.csv                         what it holds, and what to look out for
  neurofs select genes.csv --target tumour --k 50    choose 50 columns, write a report
  neurofs evaluate genes.csv --target tumour --features neurofs-out/selection.json
                                                     measure judges on them
  neurofs curve genes.csv --target tumour --k 10,25,50
                                                     find out how many are enough
  neurofs compare genes.csv --target tumour --k 25,50 --seeds 5
                                                     find out which method is best on this data
  neurofs benchmark my-data                          find out which is best on a folder of data sets
  neurofs datasets                                   list the paper's data sets
  neurofs reproduce --quick                          run the paper's experiments
  neurofs studio --open                              select in your browser and watch it happen
  neurofs worker --queue redis://host                run jobs of compare, reproduce or curve ... --queue
  neurofs select --help                              all options
`;

export async function runProgram(given: Surroundings): Promise<number> {
  const { env, stdout, stderr } = given;
  const colours = createColours(wantsColour(stderr.isTTY === true, env));
  try {
    const { words, config } = await withConfig(given.words);
    // What commands say of themselves in reports and runs must not hold the password of a queue.
    const surroundings = inTone({ ...given, words: withoutAddress(words) });
    if (words.includes('--version') && words.includes('--verbose') && words.length === 2) {
      stdout.write(await (await import('./version.js')).describeVersion());
      return 0;
    }
    const program = new Command('neurofs')
      .description('Chooses the most informative columns of a table with a truly sparse neural network.')
      .version(packageVersion(), '--version', 'show the version; with --verbose also what computes')
      .helpOption('-h, --help', 'show this help')
      .addHelpText('before', examples)
      .helpCommand('help [command]', 'show the help of a command');
    const named = commandTable.find(({ name }) => name === words[0]);
    const methodsWithFlag = named?.isWorking
      ? (await import('./commands/method-command.js')).methodsWithFlag
      : () => [];
    const output = {
      writeOut: (text: string) => stdout.write(text),
      writeErr: (text: string) => stderr.write(text),
      outputError: (text: string) => stderr.write(messageLine(plainError(text, methodsWithFlag), colours)),
    };
    const isOverview = words.length === 0 || ['-h', '--help', 'help', '--version'].includes(words.join(' '));
    const commands = isOverview
      ? sketchCommands()
      : await loadCommands(surroundings, runProgram, named && [named.name]);
    for (const command of commands) program.addCommand(command);
    if (config) checkConfig(config, configured(commands, words[0]));
    for (const command of [program, ...commands, ...commands.flatMap((each) => each.commands)]) {
      command.exitOverride().configureOutput(output).configureHelp({ showGlobalOptions: false });
    }
    program.configureHelp({ showGlobalOptions: false, subcommandTerm });
    if (words[0] === 'help' && words[1] !== undefined) checkCommand(words[1]);
    await program.parseAsync([...words], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof ExitCode) return error.exitCode;
    if (error instanceof Detached) {
      stdout.write(`${error.run}\n`);
      return 0;
    }
    const { exitCode, text } = describeFailure(error, colours);
    if (text !== '') stderr.write(text);
    return exitCode;
  }
}

/** The surroundings as the words ask for: without standard error but for errors, or with the time of every step. */
function inTone(given: Surroundings): Surroundings {
  const end = given.words.indexOf('--');
  const words = end < 0 ? given.words : given.words.slice(0, end);
  if (words.some((word) => word === '-q' || word === '--quiet')) return { ...given, stderr: { write: () => true } };
  return { ...given, isVerbose: words.some((word) => word === '-v' || word === '--verbose') };
}

/** The commands as far as the list of them shows, with nothing loaded. */
function sketchCommands(): Command[] {
  return commandTable.map(({ name, summary }) => new Command(name).summary(summary));
}

function subcommandTerm(command: Command): string {
  const known = commandTable.find(({ name }) => name === command.name());
  return known ? `${known.name} ${known.usage}` : command.createHelp().subcommandTerm(command);
}

function configured(commands: readonly Command[], name: string): Command {
  const names = commandTable.filter(({ isWorking }) => isWorking).map((each) => each.name);
  const command = commands.find((each) => each.name() === name);
  if (command !== undefined && names.includes(name)) return command;
  throw new UserError('usage', `--config holds options of ${listOf(names)}; name one of them first. Got "${name}"`);
}

function checkCommand(name: string): void {
  const names = commandTable.map((each) => each.name);
  if (name === 'help' || names.includes(name)) return;
  const hint = didYouMeanHint(name, names) || ';';
  throw new UserError('usage', `there is no command "${name}"${hint} the commands are ${names.join(', ')}`);
}

/** What other programs call an option that this one has. */
const otherNames: Readonly<Record<string, string>> = { '--exclude': '--leave-out' };

/** "error: unknown option '--sed'\n(Did you mean --seed?)" -> "unknown option '--sed' (did you mean --seed?)". */
function plainError(text: string, methodsWithFlag: (flag: string) => readonly string[]): string {
  const plain = text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\(Did you mean /, ' (did you mean ');
  const [, flag] = /^unknown option '(--[^'=]+)/.exec(plain) ?? [];
  if (flag !== undefined && flag in otherNames) return `unknown option '${flag}' (did you mean ${otherNames[flag]}?)`;
  const owners = flag === undefined ? [] : methodsWithFlag(flag);
  return owners.length === 0
    ? plain
    : `${flag} is an option of ${listOf(owners)}; name the method: --method ${owners[0]}`;
}
