/** The options about judges and measures that several commands share. */
import { Option } from 'commander';
import { findMeasure, measures } from '../../src/evaluate/measures/registry.js';
import { findJudge, judges } from '../../src/evaluate/registry.js';
import type { JudgeOptions } from '../../src/evaluate/run-judge.js';
import type { OptionSpec } from '../../src/select/contract.js';
import { readOptionText, resolveOptions } from '../../src/select/resolve-options.js';
import { names } from './options.js';
import { type Settings, settingReader } from './settings.js';

export interface JudgeFlags {
  readonly judge?: readonly string[];
  /** As --judge was called when all of them were classifiers. */
  readonly classifier?: readonly string[];
  readonly measure?: string;
  readonly judgeSet?: Settings;
  readonly cost?: number;
  readonly gamma?: number | 'scale' | 'auto';
  readonly cache?: number;
  readonly neighbours?: number | 'auto';
  readonly trees?: number;
}

/** Which judges, with which options, and which measure. */
export function judgeChoiceOptions(): Option[] {
  const usual = 'default: svm for classes and numbers, cox for survival';
  return [
    new Option(
      '--judge <a,b,...>',
      `judges of the features: ${judges.map(({ name }) => name).join(', ')} (${usual})`,
    ).argParser(readJudges),
    new Option('--classifier <a,b,...>', 'the same as --judge').argParser(readJudges).hideHelp(),
    new Option(
      '--measure <name>',
      `what decides: ${measures.map(({ name }) => name).join(', ')} (default: accuracy, balanced-accuracy where a class is rare, r2, concordance)`,
    ).argParser((text) => findMeasure(text).name),
    new Option(
      '--judge-set <judge.option=value>',
      'set an option of one judge, such as logistic.cost=10; can be repeated',
    ).argParser(settingReader('--judge-set', 'logistic.cost=10', findJudge)),
  ];
}

export function judgeOptions(): Option[] {
  return [
    ...judgeChoiceOptions(),
    ownFlag('--cost <C>', 'svm', 'cost'),
    ownFlag('--gamma <width>', 'svm', 'gamma'),
    ownFlag('--cache <MB>', 'svm', 'cacheMegabytes'),
    ownFlag('--neighbours <k>', 'knn', 'neighbours'),
    ownFlag('--trees <count>', 'extra-trees', 'trees'),
  ];
}

/** A flag for an option that one judge has. */
function ownFlag(flags: string, name: string, option: string): Option {
  const judge = findJudge(name);
  const spec = (judge.options as Readonly<Record<string, OptionSpec>>)[option];
  const flag = flags.split(' ', 1)[0];
  return new Option(flags, `${name}: ${spec.help} (default: ${spec.default})`).argParser((text) => {
    const value = readOptionText(flag, spec, text);
    resolveOptions(judge, { [option]: value });
    return value;
  });
}

/** The judges that were named, if any. */
export function namedJudges({
  judge,
  classifier,
}: Pick<JudgeFlags, 'judge' | 'classifier'>): readonly string[] | undefined {
  return judge ?? classifier;
}

/** What the library takes: what was given, by judge. */
export function toJudgeOptions({ cost, gamma, cache, neighbours, trees, judgeSet = {} }: JudgeFlags): JudgeOptions {
  const flags = {
    svm: given({ cost, gamma, cacheMegabytes: cache }),
    knn: given({ neighbours }),
    'extra-trees': given({ trees }),
  };
  const all = Object.entries({ ...judgeSet, ...flags }).map(
    ([name, own]) => [name, { ...own, ...judgeSet[name] }] as const,
  );
  return Object.fromEntries(all.filter(([, own]) => Object.keys(own).length > 0));
}

/** Every option of the judges that were asked, for the record. */
export function settledJudgeOptions(asked: readonly string[], flags: JudgeFlags): JudgeOptions {
  const options = toJudgeOptions(flags);
  return Object.fromEntries(asked.map((name) => [name, resolveOptions(findJudge(name), options[name])]));
}

function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function readJudges(text: string): readonly string[] {
  return [...new Set(names(text))].map((name) => findJudge(name).name);
}
