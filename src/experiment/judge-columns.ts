/** What judges make of some columns of the matrix, on the test rows. */
import type { Engine } from '../compute/engine.js';
import { evaluateFeatures } from '../evaluate/evaluate.js';
import { type AnyJudge, findJudge } from '../evaluate/registry.js';
import type { JudgeOptions } from '../evaluate/run-judge.js';
import { createRandom } from '../maths/random.js';
import type { PreparedRows } from '../types.js';
import type { JudgedValue } from './result-row.js';

export interface Judgement {
  readonly seed: number;
  readonly judges: readonly string[];
  readonly options: JudgeOptions;
}

interface Context {
  readonly engine: Engine;
  /** The user's own judges, which a job knows by name like the others. */
  readonly judges?: readonly AnyJudge[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function judgeColumns(
  { dataset, split, scaling }: PreparedRows,
  features: Int32Array,
  { seed, judges: names, options }: Judgement,
  { engine, judges: own, signal }: Context,
): Promise<JudgedValue[]> {
  const random = createRandom(seed).fork('evaluate');
  const judges = names.map((name) => findJudge(name, own));
  const request = { dataset, split, scaling, features, judges, options };
  const judged = await evaluateFeatures(request, { engine, random, signal });
  return judged.flatMap(({ judge, measures }) => measures.map((measured) => ({ judge, ...measured })));
}
