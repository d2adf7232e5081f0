/** What a shell can complete: the commands, their options and the words that options take, from the options themselves. */
import type { Command, Option } from 'commander';
import { measures } from '../../src/evaluate/measures/registry.js';
import { judges } from '../../src/evaluate/registry.js';
import { methods } from '../../src/select/registry.js';
import { methodHeading, methodOptions } from '../options/options.js';

export interface CompletedOption {
  /** `--k`, and `-k` where there is one. */
  readonly flags: readonly string[];
  readonly help: string;
  readonly takesValue: boolean;
  /** What may follow; a file where it is absent. */
  readonly values?: readonly string[];
  /** Whether several values may follow, between commas. */
  readonly isList: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly help: string;
  readonly options: readonly CompletedOption[];
  /** What may come after it besides files. */
  readonly words: readonly string[];
}

export interface CompletionTable {
  readonly commands: readonly CompletedCommand[];
  /** The options that a method has of its own, for the commands with `--method`. */
  readonly methods: readonly { readonly name: string; readonly options: readonly CompletedOption[] }[];
}

const names = (listed: readonly { readonly name: string }[]) => listed.map(({ name }) => name);

/** Words that are checked by a reader of their own, not by a list of choices. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  '--method': names(methods),
  '--methods': names(methods),
  '--judge': names(judges),
  '--measure': names(measures),
};

export function completionTable(commands: readonly Command[]): CompletionTable {
  const described = commands.map((command) => ({
    name: command.name(),
    help: command.summary(),
    options: shown(command.options.filter(isItsOwn)).concat(describe(['-h', '--help'], 'show this help')),
    words: [
      ...command.commands.map((each) => each.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
  }));
  const help = { name: 'help', help: 'show the help of a command', options: [], words: names(described) };
  return {
    commands: [...described, help],
    methods: methods.map(({ name, options }) => ({ name, options: shown(methodOptions(options, name)) })),
  };
}

/** Commands are made with the options of the default method. */
function isItsOwn({ helpGroupHeading }: Option): boolean {
  return !helpGroupHeading?.startsWith(methodHeading);
}

function shown(options: readonly Option[]): CompletedOption[] {
  return options
    .filter(({ hidden }) => !hidden)
    .map((option) => {
      const values = option.argChoices ?? knownValues[option.long!];
      const flags = [option.short, option.long].filter((flag) => flag !== undefined);
      return {
        ...describe(flags, option.description),
        takesValue: option.required || option.optional,
        isList: option.flags.includes(',...'),
        ...(values && { values }),
      };
    });
}

function describe(flags: readonly string[], help: string): CompletedOption {
  return { flags, help: help.split(/[;(:]/, 1)[0].trim(), takesValue: false, isList: false };
}
