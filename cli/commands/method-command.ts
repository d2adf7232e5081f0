/** A command that selects with one method: `select` and `curve` take a FILE, their own options and those of the method. */
import { Command, Option } from 'commander';
import { flagOf } from '../../src/select/option-flag.js';
import { type AnyMethod, findMethod, methods } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import type { DataOptions } from '../options/data-options.js';
import { fileArgument, type NamedData, nameData } from '../options/named-data.js';
import { givenMethodOptions, methodOptions } from '../options/options.js';
import { methodList, namedMethod } from '../options/select-options.js';
import type { Surroundings } from '../surroundings.js';

export interface MethodCommand<Options extends DataOptions> {
  readonly name: string;
  readonly description: string;
  readonly examples: string;
  readonly options: readonly Option[];
  /** The method where none is named, if it is not that of `select`. */
  readonly usual?: string;
  readonly run: (chosen: ChosenMethod, data: NamedData, options: Options) => Promise<void>;
}

/** A method and the values given for its options, checked. */
export interface ChosenMethod {
  readonly method: AnyMethod;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The command with the options of the method that the words name, so that `--method X --help` shows X's own. */
export function createMethodCommand<Options extends DataOptions & Readonly<Record<string, unknown>>>(
  surroundings: Surroundings,
  described: MethodCommand<Options>,
): Command {
  const { words } = surroundings;
  const method = findMethod(namedMethod(words[0] === described.name ? words : [], described.usual));
  const command = new Command(described.name)
    .description(described.description)
    .addArgument(fileArgument())
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', described.examples)
    .addHelpText('after', `\n${methodList()}`);
  const ownOptions = methodOptions(method.options, method.name);
  for (const option of [...described.options, ...ownOptions]) command.addOption(option);
  return command.action(async (file: string | undefined, options: Options) => {
    // What can be refused before the file is read is refused here.
    const given = givenMethodOptions(method.options, options);
    resolveOptions(method, given);
    return described.run({ method, given }, await nameData(file, options, surroundings), options);
  });
}

/** The methods that have the option, where the flag is one of another method: `--zeta-in` belongs to neurofs. */
export function methodsWithFlag(flag: string): readonly string[] {
  return methods
    .filter(
      ({ options, standsFor }) => standsFor === undefined && Object.keys(options).some((name) => flagOf(name) === flag),
    )
    .map(({ name }) => name);
}
