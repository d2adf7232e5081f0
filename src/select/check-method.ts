/** Finds out whether a method keeps the contract that all built-in ones keep. */
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { createRandom } from '../maths/random.js';
import { type MethodTrial, methodClaims } from './method-claims.js';
import { type AnyMethod, findMethod } from './registry.js';
import { resolveOptions } from './resolve-options.js';

export interface CheckMethodOptions {
  /** Options that make a slow method quick enough to be run some fifty times on small data. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** False for a method that is not meant to find anything, such as one that draws at random. */
  readonly findsSignal?: boolean;
}

/** What the method does not keep, a sentence each; nothing where all is well. */
export async function checkMethod(method: AnyMethod, check: CheckMethodOptions = {}): Promise<readonly string[]> {
  const { options = {}, findsSignal = true } = check;
  const engine = await createSerialEngine();
  const problems: string[] = [];
  try {
    const trial = trialOf(findMethod(method), options, engine);
    for (const { title, needsSignal, check: run } of methodClaims) {
      if (needsSignal && !findsSignal) continue;
      await run(trial).catch((error: unknown) => {
        problems.push(`${method.name} ${title}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  } finally {
    engine.dispose();
  }
  return problems;
}

/** Runs the method as a selection does, on training rows that the claims bring. */
export function trialOf(method: AnyMethod, given: Readonly<Record<string, unknown>>, engine: Engine): MethodTrial {
  return {
    method,
    async select(training, k, { seed = 7, ...context } = {}) {
      const options = resolveOptions(method, given);
      const settled = method.settle?.(options, training.matrix) ?? options;
      return method.select(training, k, settled, { random: createRandom(seed), engine, ...context });
    },
  };
}
