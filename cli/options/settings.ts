/** Options of methods or judges written as `name.option=value`: `rigl.epochs=20`, `svm.cost=10`. */
import { UserError } from '../../src/errors.js';
import type { OptionSpec } from '../../src/select/contract.js';
import { flagOf } from '../../src/select/option-flag.js';
import { readOptionText, resolveOptions } from '../../src/select/resolve-options.js';
import { didYouMeanHint } from '../../src/suggest.js';

/** Options by name: `{ rigl: { epochs: 20 } }`. */
export type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Described {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the specs of any options.
  readonly options: any;
}

/** Reads one setting after another, each checked against what its owner takes. */
export function settingReader(flag: string, example: string, find: (name: string) => Described) {
  return (text: string, before: Settings = {}): Settings => {
    const [, name, option, value] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) {
      throw new UserError('usage', `${flag} must be name.option=value, such as ${example}. Got "${text}"`);
    }
    const owner = find(name);
    const specs = owner.options as Readonly<Record<string, OptionSpec>>;
    const keys = Object.keys(specs);
    const key = keys.find((each) => each === option || flagOf(each) === `--${option}`);
    if (key === undefined) {
      const known = keys.map((each) => flagOf(each).slice(2));
      const takes = known.length === 0 ? `${name} takes no options` : `the options of ${name} are ${known.join(', ')}`;
      const hint = didYouMeanHint(option, known) || ';';
      throw new UserError('usage', `${flag}: unknown option "${option}"${hint} ${takes}`);
    }
    const given = { ...before[name], [key]: readOptionText(`${flag} ${name}.${option}`, specs[key], value) };
    checkSetting(flag, owner, given);
    return { ...before, [name]: given };
  };
}

/** As `resolveOptions`, about `--set rigl.epochs` where it would be about `--epochs`. */
function checkSetting(flag: string, owner: Described, given: Readonly<Record<string, unknown>>): void {
  try {
    resolveOptions(owner, given);
  } catch (error) {
    if (!(error instanceof UserError) || error.subject === undefined) throw error;
    const setting = `${flag} ${owner.name}.${flagOf(error.subject.option).slice(2)}`;
    throw new UserError(error.code, `${setting} ${error.statement}`);
  }
}
