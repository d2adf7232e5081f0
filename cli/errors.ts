/** Errors as the user of the command line sees them: one line and an exit code, and a stack only for bugs. */
import { CommanderError } from 'commander';
import { exitCodes, UserError } from '../src/errors.js';
import { inWords } from '../src/wording.js';
import type { Colours } from './terminal/colours.js';
import { printable } from './terminal/text-table.js';
import { flagWording } from './wording.js';

export interface FailureReport {
  readonly exitCode: number;
  /** What to print on standard error; empty where it has been printed already. */
  readonly text: string;
}

export function describeFailure(error: unknown, colours: Colours): FailureReport {
  if (error instanceof CommanderError) {
    // Commander has printed the help, the version or what is wrong with the command line.
    return { exitCode: error.exitCode === 0 ? 0 : exitCodes.usage, text: '' };
  }
  if (error instanceof UserError) {
    return { exitCode: exitCodes[error.code], text: messageLine(inWords(error, flagWording), colours) };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advice = 'This is a bug in neurofs. Please report it with the command and the lines above.';
  return { exitCode: exitCodes.failure, text: `${messageLine(stack, colours)}${advice}\n` };
}

/** `neurofs: message`, safe to print whatever names from the data it holds. */
export function messageLine(message: string, colours: Colours): string {
  return `${colours.red('neurofs:')} ${message.split('\n').map(printable).join('\n')}\n`;
}
