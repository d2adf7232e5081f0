/**
 * Checks what came from the queue before anything of it is used: whoever can write to Redis can write anything there.
 * Types, ranges and lengths of every field, and no field but those that a submitter writes: one more might name a file. The
 * options of a method and of judges are checked by these themselves when the job is run.
 */
import { remakings } from '../../src/catalogue/remake/remake-table.js';
import { UserError } from '../../src/errors.js';
import type { DataReading } from '../../src/experiment/job.js';
import { tasks } from '../../src/target/task.js';
import { decimalMarks, delimiterNames } from '../../src/types.js';
import type { QueuedJob } from './queued-job.js';

type Check = (value: unknown, place: string) => void;

const mostDepth = 12;
const mostNodes = 100_000;
const mostText = 4096;
const mostListed = 10_000;
const mostNumber = Number.MAX_SAFE_INTEGER;
/** Files of a data set, and bytes of one of them. */
const mostFiles = 64;
export const mostFileBytes = 64 * 2 ** 30;
/** Networks that one job may train. */
const mostNetworks = 1000;

/** Names that reach an object's prototype. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function checkQueuedJob(value: unknown): QueuedJob {
  checkTree(value);
  queuedJob(value, 'job');
  return value as QueuedJob;
}

function refuse(place: string, expected: string): never {
  throw new UserError('queue', `a job of the queue is refused: ${place} must be ${expected}`);
}

/** Depth, size and names of the whole value, whatever it holds. */
function checkTree(value: unknown): void {
  let nodes = 0;
  const visit = (node: unknown, depth: number): void => {
    if (++nodes > mostNodes || depth > mostDepth) refuse('it', 'smaller');
    if (typeof node !== 'object' || node === null) return;
    for (const [key, inner] of Object.entries(node)) {
      if (forbiddenKeys.has(key)) refuse(`a key`, `no name of a prototype, as "${key}"`);
      visit(inner, depth + 1);
    }
  };
  visit(value, 0);
}

const text =
  (pattern?: RegExp): Check =>
  (value, place) => {
    if (typeof value !== 'string' || value.length > mostText) refuse(place, 'a text of at most 4096 letters');
    if (value.includes('\0') || (pattern && !pattern.test(value)))
      refuse(place, `a text such as ${pattern ?? 'a name'}`);
  };

const number =
  (low: number, high: number, isWhole = true): Check =>
  (value, place) => {
    const isNumber =
      typeof value === 'number' && value >= low && value <= high && (!isWhole || Number.isInteger(value));
    if (!isNumber) refuse(place, `a ${isWhole ? 'whole ' : ''}number from ${low} to ${high}`);
  };

const oneOf =
  (...choices: readonly string[]): Check =>
  (value, place) => {
    if (!choices.includes(value as string)) refuse(place, `one of ${choices.join(', ')}`);
  };

const flag: Check = (value, place) => {
  if (typeof value !== 'boolean') refuse(place, 'true or false');
};

const listOf =
  (check: Check, most = mostListed, fewest = 0): Check =>
  (value, place) => {
    if (!Array.isArray(value) || value.length > most || value.length < fewest) {
      refuse(place, `a list of ${fewest} to ${most}`);
    }
    for (const [at, one] of value.entries()) check(one, `${place}[${at}]`);
  };

const object: Check = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'an object');
};

/** These fields and no others. A name that ends with "?" may be absent. */
function record(checks: Readonly<Record<string, Check>>): Check {
  const fields = Object.entries(checks).map(([name, check]) => {
    return { key: name.replace(/\?$/, ''), isOptional: name.endsWith('?'), check };
  });
  const known = new Set(fields.map(({ key }) => key));
  return (value, place) => {
    object(value, place);
    const given = value as Record<string, unknown>;
    for (const { key, isOptional, check } of fields) {
      if (given[key] === undefined && isOptional) continue;
      check(given[key], `${place}.${key}`);
    }
    if (!Object.keys(given).every((key) => known.has(key))) refuse(place, `of ${[...known].join(', ')} alone`);
  };
}

const sha256 = text(/^[0-9a-f]{64}$/);
const seed = number(0, mostNumber);
const pick = record({ k: number(1, mostNumber), judges: listOf(text(/^[\w-]+$/), 100) });
/** A name below a folder, with slashes: no step up, no root, no drive. */
const fileName = text(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\:]+$/);

/** `balanced`, or a weight for names of classes. */
const classWeights: Check = (value, place) => {
  if (value === 'balanced') return;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(place, 'balanced or weights of classes');
  for (const [name, weight] of Object.entries(value)) number(0, mostNumber, false)(weight, `${place}.${name}`);
};

const setPlace = record({ kind: oneOf('set'), key: text(/^[\w.-]+$/), 'folder?': text(), 'splitPath?': text() });
const filePlace = record({ kind: oneOf('file'), path: text(), target: text(), 'splitPath?': text() });
const dataPlace: Check = (value, place) =>
  (value as { kind?: unknown } | null)?.kind === 'set' ? setPlace(value, place) : filePlace(value, place);

/** All but names, which may be a file: a submitter sends one file alone. */
const reading = {
  'format?': text(/^\w+$/),
  'x?': text(),
  'transpose?': flag,
  'target?': text(),
  'task?': oneOf(...tasks),
  'event?': text(),
  'weights?': text(),
  'classWeights?': classWeights,
  'missing?': text(/^[\w-]+$/),
  'leaveOut?': listOf(text(), mostNodes),
  'keep?': listOf(text(), mostNodes),
  'groupBy?': text(),
  'groupUntil?': text(),
  'id?': text(),
  'on?': text(),
  'delimiter?': oneOf(...delimiterNames),
  'decimal?': oneOf(...decimalMarks),
  'header?': flag,
  'missingMarks?': listOf(text()),
  'missingTarget?': text(/^\w+$/),
  'rare?': text(/^\w+$/),
  'rareBelow?': number(2, mostNumber),
  'mostCategories?': number(0, mostNumber),
  'ownSplit?': oneOf('ignored'),
  'remaking?': oneOf(...remakings),
} satisfies Record<`${Exclude<keyof DataReading, 'names'>}?`, Check>;

const data = record({
  name: text(),
  sha256,
  place: dataPlace,
  'reading?': record(reading),
  'sample?': record({ train: number(1, mostNumber), test: number(1, mostNumber), seed }),
  split: record({
    testFraction: number(0, 1, false),
    seed,
    'given?': text(),
    'fold?': record({ count: number(2, mostListed), number: number(0, mostListed) }),
  }),
  'judgeRows?': record({ count: number(1, mostNumber), seed }),
  scaling: text(/^[\w-]+$/),
  scaleOn: oneOf('train', 'all'),
  'copies?': oneOf('kept'),
});

const base = {
  kind: oneOf('select', 'topology'),
  data,
  variant: text(),
  method: text(/^[\w-]+$/),
  options: object,
  seed,
  judgeOptions: object,
  code: text(/^[\w.+-]+$/),
};
const kinds: Readonly<Record<string, Check>> = {
  select: record({
    ...base,
    picks: listOf(pick, mostListed, 1),
    'depth?': number(1, mostNumber),
    'strengthsAt?': listOf(number(0, 1, false)),
  }),
  topology: record({
    ...base,
    pick,
    networkCount: number(1, mostNetworks),
    start: oneOf('same-connections', 'different'),
    comparedAt: listOf(number(0, 1, false)),
  }),
};
const job: Check = (value, place) => {
  object(value, place);
  const { kind } = value as { kind: string };
  base.kind(kind, `${place}.kind`);
  kinds[kind](value, place);
};

const queuedJob = record({
  run: text(/^[\w.-]+$/),
  job,
  files: listOf(
    record({
      name: fileName,
      sha256,
      bytes: number(0, mostFileBytes),
      role: oneOf('data', 'split'),
      'path?': text(),
      'at?': text(),
      'text?': (value, place) => void (typeof value === 'string' || refuse(place, 'a text')),
    }),
    mostFiles,
    1,
  ),
  'limits?': record({ 'seconds?': number(0, mostNumber, false), 'memoryBytes?': number(1, mostNumber) }),
});
