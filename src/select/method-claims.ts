/**
 * What every method promises, as claims that can be tried: options validated, training rows only, seeded, abortable,
 * progress, a score and a place for every feature, inputs unchanged, odd shapes survived, signal found.
 */
import { UserError, type UserErrorCode } from '../errors.js';
import type { Scores, TrainingSet } from '../types.js';
import type { SelectContext } from './contract.js';
import { plantedSignal, toSparse, trainingSet } from './example-training.js';
import { oddTrainingSets } from './odd-training.js';
import type { AnyMethod } from './registry.js';
import { resolveOptions } from './resolve-options.js';
import { scoresProblem } from './scores-problem.js';

/** A method and how to run it. */
export interface MethodTrial {
  readonly method: AnyMethod;
  select(training: TrainingSet, k: number, extras?: TrialExtras): Promise<Scores>;
}

export interface TrialExtras extends Pick<SelectContext, 'signal' | 'onProgress'> {
  readonly seed?: number;
}

export interface MethodClaim {
  readonly title: string;
  /** True for the one claim that a method which only draws at random cannot keep. */
  readonly needsSignal?: true;
  /** Throws an error that says in which way the claim is not kept. */
  check(trial: MethodTrial): Promise<void>;
}

const featureCount = 20;
const informative = [3, 11];
const planted = (): TrainingSet => plantedSignal({ rowCount: 120, featureCount, informative, seed: 1 });

export const methodClaims: readonly MethodClaim[] = [
  { title: 'describes itself and its options, and its defaults are valid', check: checkDescription },
  {
    title: 'ranks every feature exactly once, with falling scores',
    check: async ({ select }) => checkComplete(await select(planted(), 5), featureCount),
  },
  {
    title: 'gives the same ranking for the same seed',
    check: async ({ select }) =>
      same(await select(planted(), 5), await select(planted(), 5), 'two runs with one seed differ'),
  },
  { title: 'changes with K and seed no more than it says', check: checkChanges },
  {
    title: 'leaves its inputs unchanged',
    async check({ select }) {
      const training = planted();
      await select(training, 5);
      same(training, planted(), 'the training rows are not what they were before the call');
    },
  },
  { title: 'finds a planted signal, in dense and in sparse data', needsSignal: true, check: checkSignal },
  { title: 'refuses numbers that are not finite, naming the place', check: checkFiniteOnly },
  { title: 'refuses a K outside the features and rows of one class', check: checkRefusals },
  ...Object.entries(oddTrainingSets()).map(
    ([what, training]): MethodClaim => ({
      title: `works with ${what}`,
      async check({ select }) {
        const count = training.matrix.columnCount;
        for (const k of new Set([1, count])) checkComplete(await select(structuredClone(training), k), count);
      },
    }),
  ),
  { title: 'reports progress from 0 to 1, and stops when the signal fires', check: checkManners },
];

async function checkDescription({ method }: MethodTrial): Promise<void> {
  expect(/^[a-z][a-z0-9-]*$/.test(method.name), `the name "${method.name}" is not made of small letters, digits and -`);
  const { summary } = method;
  expect(typeof summary === 'string' && summary.length > 10 && !summary.includes('\n'), 'the summary is not one line');
  const defaults = resolveOptions(method);
  same(resolveOptions(method, defaults as Record<string, unknown>), defaults, 'the defaults are not kept as they are');
  for (const [name, { help }] of Object.entries(method.options)) {
    expect(typeof help === 'string' && help !== '', `the option ${name} has no help`);
  }
}

function checkComplete(found: Scores, count: number): void {
  const problem = scoresProblem(found, count);
  if (problem !== undefined) throw new Error(problem);
}

async function checkChanges({ method, select }: MethodTrial): Promise<void> {
  const { kChanges = 'everything', isDeterministic = false } = method;
  const chosen = async (k: number, seed = 7) => (await select(planted(), k, { seed })).ranking.slice(0, 4);
  if (kChanges !== 'everything') same(await chosen(4), await chosen(12), `kChanges is ${kChanges}, and K changes more`);
  if (isDeterministic) same(await chosen(4, 1), await chosen(4, 2), 'isDeterministic is true, and the seed counts');
}

async function checkSignal({ select }: MethodTrial): Promise<void> {
  const dense = planted();
  const sparse = { ...dense, matrix: toSparse(dense.matrix) };
  for (const [kind, training] of Object.entries({ dense, sparse })) {
    const { ranking } = await select(training, 2);
    const first = ranking.slice(0, 2).sort();
    same([...first], informative, `in ${kind} data features ${informative.join(' and ')} are not first`);
  }
}

async function checkFiniteOnly({ select }: MethodTrial): Promise<void> {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const training = trainingSet(Float64Array.of(1, 2, 3, bad, 5, 6, 7, 8), 2, [0, 1, 0, 1]);
    const place = /feature 1, training row 1/;
    await refuses(() => select(training, 1), 'data', `${bad} in dense data`, place);
    const sparse = { ...training, matrix: toSparse(training.matrix) };
    await refuses(() => select(sparse, 1), 'data', `${bad} in sparse data`, place);
  }
}

async function checkRefusals({ select }: MethodTrial): Promise<void> {
  for (const k of [0, featureCount + 1, 1.5]) {
    await refuses(() => select(planted(), k), 'usage', `a K of ${k} for ${featureCount} features`);
  }
  const oneClass = trainingSet(Float64Array.of(1, 2, 3, 4), 2, [0, 0], 2);
  await refuses(() => select(oneClass, 1), 'data', 'rows of one class', /all belong to one class/);
}

async function checkManners({ select }: MethodTrial): Promise<void> {
  const shares: number[] = [];
  await select(planted(), 5, { onProgress: (done) => shares.push(done) });
  expect(
    shares.every((share) => share >= 0 && share <= 1),
    'progress leaves 0 to 1',
  );
  expect(shares.at(-1) === 1, 'the last progress is not 1');
  await refuses(() => select(planted(), 5, { signal: AbortSignal.abort() }), 'interrupted', 'a signal that has fired');
}

function expect(isKept: boolean, otherwise: string): void {
  if (!isKept) throw new Error(otherwise);
}

/** Plain values and typed arrays, by what they hold. */
function same(a: unknown, b: unknown, otherwise: string): void {
  expect(inText(a) === inText(b), otherwise);
}

function inText(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    ArrayBuffer.isView(each) ? [each.constructor.name, ...Array.from(each as Float64Array, String)] : each,
  );
}

async function refuses(
  run: () => Promise<unknown>,
  code: UserErrorCode,
  what: string,
  message = /(?:)/,
): Promise<void> {
  const error = await run().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(
    error instanceof UserError && error.code === code && message.test(error.message),
    `${what} must be refused with a UserError "${code}"${message.source === '(?:)' ? '' : ` that matches ${message}`}. ` +
      `Got ${error === undefined ? 'a result' : String(error)}`,
  );
}
