/**
 * A verdict by repeated cross-validation: in every fold the selection is made anew from its training rows, how many
 * features there are among it, and judged on its test rows beside all features and as many random ones. What is judged is
 * the way of selecting, not one set of features.
 */
import type { Constraints } from './choose/constraints.js';
import type { Size } from './choose/size.js';
import { datasetRows } from './dataset-rows.js';
import { UserError } from './errors.js';
import type { FeatureChoice } from './evaluate/choose-features.js';
import { measureOnce } from './evaluate/measure-once.js';
import { findMeasure } from './evaluate/measures/registry.js';
import type { AnyJudge } from './evaluate/registry.js';
import type { JudgeOptions } from './evaluate/run-judge.js';
import { sampleTrainRows } from './evaluate/sample-train-rows.js';
import { type JudgedSet, type Verdict, weighVerdict } from './evaluate/verdict.js';
import { createRandom, shuffle } from './maths/random.js';
import { type Preparation, prepareInTurns } from './prepare/prepare-rows.js';
import type { SelectionCall } from './run-selection.js';
import { runSized, type SizedContext } from './sized-selection.js';
import { cutFolds } from './split/cut-folds.js';
import type { AnyMatrix, Dataset } from './types.js';

export interface VerdictRequest {
  readonly dataset: Dataset<AnyMatrix>;
  /** The rows that folds are cut of. */
  readonly rows: Int32Array;
  readonly preparation: Preparation;
  readonly call: Omit<SelectionCall, 'k' | 'rules'> & { readonly k: Size; readonly constraints: Constraints };
  readonly judge: AnyJudge;
  readonly judgeOptions: JudgeOptions;
  /** The measure that decides. */
  readonly measure: string;
  readonly repeats: number;
}

export const verdictFolds = 5;
/** Rows that a judge is fitted to and tested on in a fold. */
const mostRows = 1500;

export function checkRepeats(repeats: number): void {
  if (Number.isSafeInteger(repeats) && repeats >= 1 && repeats <= 100) return;
  throw new UserError('usage', `must be a whole number from 1 to 100. Got ${repeats} instead`, {
    subject: { option: 'repeats' },
  });
}

export async function judgeBySplits(
  { preparation, call, judge, repeats, ...request }: VerdictRequest,
  { onEpoch: _, onProgress, ...context }: Omit<SizedContext, 'onStage'>,
): Promise<Verdict> {
  const dataset = datasetRows(request.dataset, request.rows);
  const measure = findMeasure(request.measure);
  const values: Record<JudgedSet, number[]> = { selected: [], all: [], random: [] };
  const counts: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const seed = call.seed + repeat;
    for (const [fold, split] of cutFolds(dataset, verdictFolds, seed).entries()) {
      const done = repeat * verdictFolds + fold;
      const tell = (share: number) => onProgress?.((done + share) / (repeats * verdictFolds));
      const prepared = await prepareInTurns(dataset, split, { ...preparation, scaleOn: 'train' }, context.signal);
      const own = { ...call, seed, dataset, preparation, judge, measure: measure.name };
      const { k, columnsOf } = await runSized(prepared, own, { ...context, onProgress: (share) => tell(0.8 * share) });
      counts.push(k);
      const random = createRandom(seed).fork(`verdict ${fold}`);
      const judged = {
        train: sampleTrainRows(split.train, dataset, mostRows, random),
        test: shuffle(split.test.slice(), random).slice(0, mostRows).sort(),
      };
      const sets: Readonly<Record<JudgedSet, FeatureChoice | undefined>> = {
        selected: columnsOf(k),
        // All columns of rows on disk would be read into memory.
        all: dataset.matrix.kind === 'stored' ? undefined : 'all',
        random: { random: k },
      };
      for (const [name, features] of Object.entries(sets) as [JudgedSet, FeatureChoice | undefined][]) {
        if (features === undefined) continue;
        const { redundant, scaling } = prepared;
        const value = await measureOnce(
          {
            dataset: prepared.dataset,
            split: judged,
            scaling,
            redundant,
            features,
            judge,
            measure,
            options: request.judgeOptions,
          },
          { engine: context.engine, random: random.fork(name), signal: context.signal },
        );
        values[name].push(value);
      }
      tell(1);
    }
  }
  return weighVerdict(values, {
    judge: judge.name,
    measure: measure.name,
    folds: verdictFolds,
    repeats,
    rowCount: request.rows.length,
    counts: [Math.min(...counts), Math.max(...counts)],
  });
}
