/** Finds out whether a judge keeps the contract that all built-in ones keep. */
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { type Ask, judgeClaims } from './judge-claims.js';
import { type AnyJudge, findJudge } from './registry.js';
import { trainAndPredict } from './run-judge.js';

export interface CheckJudgeOptions {
  /** Options that make a slow judge quick enough to be run some twenty times on small data. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** False for a judge that is not meant to find anything, such as one that tells the mean. */
  readonly findsSignal?: boolean;
}

/** What the judge does not keep, a sentence each; nothing where all is well. */
export async function checkJudge(judge: AnyJudge, check: CheckJudgeOptions = {}): Promise<readonly string[]> {
  const { findsSignal = true } = check;
  const { name, targets, takesWeights = false } = findJudge(judge);
  const engine = await createSerialEngine();
  const problems: string[] = [];
  try {
    for (const kind of targets) {
      for (const { title, needsSignal, needsWeights, check: run } of judgeClaims) {
        if ((needsSignal && !findsSignal) || (needsWeights && !takesWeights)) continue;
        const problem = await run(askWith(judge, check.options ?? {}, engine), kind).catch((error: unknown) =>
          error instanceof Error ? error.message : String(error),
        );
        if (problem !== undefined) problems.push(`${name} ${title} (${kind}): ${problem}`);
      }
    }
  } finally {
    engine.dispose();
  }
  return problems;
}

function askWith(judge: AnyJudge, options: Readonly<Record<string, unknown>>, engine: Engine): Ask {
  return ({ train, target, weights, test }) =>
    trainAndPredict(engine, judge, train.values, target, test.values, { options, ...(weights && { weights }) });
}
