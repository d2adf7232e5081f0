/** Asks a judge about rows in kernel memory, after the checks that every one of them needs. */
import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { createRandom, type Random } from '../maths/random.js';
import { resolveOptions } from '../select/resolve-options.js';
import type { DenseMatrix, NumericArray, Scaling, Target } from '../types.js';
import type { JudgeContext, JudgedPoints, JudgedRows } from './contract.js';
import { gatherPoints, type Points } from './points.js';
import type { Predictions } from './predictions.js';
import { predictionsProblem } from './predictions-problem.js';
import { type AnyJudge, findJudge, type JudgeChoice, refuseTarget } from './registry.js';

/** Options by judge; what is not given has its default. */
export type JudgeOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the judge says of the test rows. */
export async function runJudge(
  judge: AnyJudge,
  input: JudgedPoints,
  options: JudgeOptions,
  context: JudgeContext,
): Promise<Predictions> {
  refuseTarget(judge, input.target.kind, input.weights !== undefined);
  checkInput(input);
  const settled = resolveOptions(judge, options[judge.name]);
  if ('judgePoints' in judge) return judge.judgePoints(input, settled, context);
  const { target, weights } = input;
  const fitted = await judge.fit({ rows: plainRows(input.train), target, weights }, settled, context);
  const predicted = await fitted.predict(plainRows(input.test));
  const problem = predictionsProblem(predicted, target, input.test.rowCount);
  if (problem !== undefined) throw new UserError('failure', `the judge "${judge.name}": ${problem}`);
  return predicted;
}

/** The points without their padding, in memory of their own. */
function plainRows({ rowCount, featureCount, stride, x }: Points): JudgedRows {
  const values = new Float64Array(rowCount * featureCount);
  for (let row = 0; row < rowCount; row++) {
    values.set(x.view.subarray(row * stride, row * stride + featureCount), row * featureCount);
  }
  return { rowCount, featureCount, values };
}

function checkInput({ train, target, weights, test }: JudgedPoints): void {
  if (train.stride !== test.stride)
    throw new Error(`training rows have stride ${train.stride}, test rows ${test.stride}`);
  if (train.featureCount === 0) throw new UserError('usage', 'evaluation: expected at least one feature, got none');
  if (train.rowCount < 2) {
    throw new UserError('data', `evaluation: expected at least 2 training rows, got ${train.rowCount}`);
  }
  if (target.kind === 'survival' && !target.events.includes(1)) {
    throw new UserError('data', 'evaluation: no training row has the event, so no risk can be learnt');
  }
  if (target.kind !== 'classes') return;
  const { labels, classNames } = target;
  if (classNames.length < 2) {
    throw new UserError('data', `evaluation: expected at least 2 classes, got ${classNames.length}`);
  }
  const counts = new Int32Array(classNames.length);
  labels.forEach((label, row) => {
    if (weights === undefined || weights[row] > 0) counts[label]++;
  });
  const missing = counts.indexOf(0);
  if (missing < 0) return;
  throw new UserError(
    'data',
    `class "${classNames[missing]}" has no training row${weights ? ' that counts' : ''}, so no judge can learn it`,
    {
      advice: [{ option: 'rare', values: ['drop'] }, 'use a stratified split'],
    },
  );
}

export interface TrainAndPredictOptions {
  /** Options of the judge. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly weights?: Float64Array;
  readonly random?: Random;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** Fits a judge to dense rows as they are ([row][feature], not scaled) and tells what it says of the test rows. */
export async function trainAndPredict(
  engine: Engine,
  choice: JudgeChoice,
  trainX: NumericArray,
  target: Target,
  testX: NumericArray,
  given: TrainAndPredictOptions = {},
): Promise<Predictions> {
  const { options = {}, weights, random = createRandom(0), signal, onProgress } = given;
  const judge = findJudge(choice);
  const featureCount = trainX.length / rowCountOf(target);
  const mark = engine.memory.mark();
  try {
    const gather = (values: NumericArray) => gatherPoints(engine, allCells(values, featureCount));
    const input = { train: gather(trainX), target, weights, test: gather(testX) };
    const context = { engine, random, ...(signal && { signal }), ...(onProgress && { onProgress }) };
    return await runJudge(judge, input, { [judge.name]: options }, context);
  } finally {
    engine.memory.release(mark);
  }
}

function rowCountOf(target: Target): number {
  if (target.kind === 'classes') return target.labels.length;
  return target.kind === 'survival' ? target.times.length : target.values.length / target.outputCount;
}

function allCells(values: NumericArray, columnCount: number) {
  const matrix: DenseMatrix = { kind: 'dense', rowCount: values.length / columnCount, columnCount, values };
  const scaling: Scaling = {
    method: 'none',
    offset: new Float64Array(columnCount),
    factor: new Float64Array(columnCount).fill(1),
  };
  const count = (length: number) => Int32Array.from({ length }, (_, i) => i);
  return { matrix, rows: count(matrix.rowCount), features: count(columnCount), scaling };
}
