/**
 * What there is to say to a user, as data, and how it becomes words. Names of options differ between the library
 * (`missing: 'mean'`), the command line (`--missing mean`) and the page ("Missing cells"), so a message holds options as
 * values and whoever shows it brings a `Wording`.
 */

/** An option of neurofs, or of a method where one is named, by its name in the library: `batchSize`. */
export interface OptionName {
  readonly option: string;
  readonly method?: string;
}

/** To do something with an option: use one of these values, or what the verb says. */
export interface OptionAdvice extends OptionName {
  readonly values?: readonly (string | number)[];
  /** `use` where it is not given; `raise`, `try`. */
  readonly verb?: string;
  /** What that is good for: `to select from them too`. */
  readonly purpose?: string;
}

/** What to do, in words that suit everyone or as data; of several pieces of advice one is enough. */
export type Advice = string | OptionAdvice;

export interface Remark {
  /** What is the matter; where there is a subject, what comes after its name: `must be at least 1. Got 0`. */
  readonly statement: string;
  readonly subject?: OptionName | undefined;
  readonly advice?: readonly Advice[] | undefined;
}

/** How options are named to one kind of user. */
export interface Wording {
  /** The option as what a sentence is about. */
  subject(option: OptionName): string;
  /** What to do with it as a clause; undefined where these users do not have the option. */
  advise(advice: OptionAdvice): string | undefined;
}

/** `statement; advice, or other advice`. */
export function inWords({ statement, subject, advice = [] }: Remark, wording: Wording): string {
  const said = subject === undefined ? statement : `${wording.subject(subject)} ${statement}`;
  const clauses = advice.flatMap((each) => (typeof each === 'string' ? each : (wording.advise(each) ?? [])));
  return clauses.length === 0 ? said : `${said}; ${alternatives(clauses)}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Clauses have commas and an "or" of their own: `a, or b`, `a, b, or c`. */
function alternatives(clauses: readonly string[]): string {
  return clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')}, or ${clauses.at(-1)}`;
}

/** For those who write code: `stg: batchSize must be ...`, `use missing: 'mean' or 'drop-rows'`. */
export const libraryWording: Wording = {
  subject: ({ option, method }) => (method === undefined ? option : `${method}: ${option}`),
  advise({ option, values, verb = 'use', purpose }) {
    const name = libraryNames[option] ?? option;
    const shown = values?.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    const clause = shown === undefined ? `${verb} ${name}` : `${verb} ${name}: ${either(shown)}`;
    return purpose === undefined ? clause : `${clause} ${purpose}`;
  },
};

/** For those who call from another language, where options are keywords: `use min_per_class=2`. */
export const keywordWording: Wording = {
  subject: ({ option }) => snakeCase(option),
  advise({ option, values, verb = 'use', purpose }) {
    const shown = values?.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    const clause =
      shown === undefined ? `${verb} ${snakeCase(option)}` : `${verb} ${snakeCase(option)}=${either(shown)}`;
    return purpose === undefined ? clause : `${clause} ${purpose}`;
  },
};

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What is a call of its own in the library. */
const libraryNames: Readonly<Record<string, string>> = { sql: 'loadSql' };
