/** Why a file of a benchmark cannot be taken, for whoever reads the list of such files: what, where in it, and what to do. */
import type { UserError } from '../../src/errors.js';
import { flagOf } from '../../src/select/option-flag.js';
import { either, inWords, type Wording } from '../../src/wording.js';
import { benchmarkFileName, isTableOption } from './benchmark-file.js';

/** The file is named before the reason, so the reason does not begin with it. */
export function whyLeftOut(error: UserError, path: string): string {
  const said = inWords(error, benchmarkWording);
  return said.startsWith(path) ? said.slice(path.length).replace(/^[:,]?\s*/, '') : said;
}

/** Options of a table stand in the file of the benchmark, `--target` on the command line too, and K there alone. */
const benchmarkWording: Wording = {
  subject: ({ option }) => nameOf(option),
  advise({ option, values, verb = 'use', purpose = '' }) {
    if (option === 'target') return `${verb.replace(/:$/, ' with')} --target, or with ${inFile(option)}`;
    const shown = values && either(values.map((value) => JSON.stringify(value)));
    if (isTableOption(option)) return joined(verb, inFile(option, shown), purpose);
    return commandOptions.includes(option) ? joined(verb, nameOf(option), shown ?? '', purpose) : undefined;
  },
};

/** Options of the command that a refusal of a table may name. */
const commandOptions: readonly string[] = ['k', 'testFraction', 'scaling'];

function nameOf(option: string): string {
  return isTableOption(option) ? `"${option}"` : flagOf(option);
}

function inFile(option: string, shown?: string): string {
  return `"${option}"${shown === undefined ? '' : `: ${shown}`} in ${benchmarkFileName}`;
}

function joined(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ');
}
