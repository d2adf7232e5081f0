/** What every judge must keep, each claim tried out on small made-up rows. */
import { createRandom } from '../maths/random.js';
import { takeTargetRows } from '../target/take-target-rows.js';
import type { Target, TargetKind } from '../types.js';
import type { JudgedRows } from './contract.js';
import { measuresFor } from './measures/registry.js';
import type { Predictions } from './predictions.js';
import { predictionsProblem } from './predictions-problem.js';

/** Rows to fit to and rows to ask about. */
export interface Trial {
  readonly train: JudgedRows;
  readonly target: Target;
  readonly weights?: Float64Array;
  readonly test: JudgedRows;
  readonly truth: Target;
}

export type Ask = (trial: Trial) => Promise<Predictions>;

export interface JudgeClaim {
  readonly title: string;
  /** True where it holds only of judges that are meant to find something. */
  readonly needsSignal?: boolean;
  /** True where it holds only of judges that take weights. */
  readonly needsWeights?: boolean;
  /** What is wrong; nothing where all is well. */
  check(ask: Ask, kind: TargetKind): Promise<string | undefined>;
}

export const judgeClaims: readonly JudgeClaim[] = [
  {
    title: 'says something of every row',
    async check(ask, kind) {
      const trial = makeTrial(kind);
      return predictionsProblem(await ask(trial), trial.target, trial.test.rowCount);
    },
  },
  {
    title: 'says the same again for the same seed',
    async check(ask, kind) {
      const trial = makeTrial(kind);
      return differs(await ask(trial), await ask(trial)) ? 'two runs with the same seed differ' : undefined;
    },
  },
  {
    title: 'leaves its inputs as they are',
    async check(ask, kind) {
      const trial = makeTrial(kind);
      await ask(trial);
      return JSON.stringify(trial) === JSON.stringify(makeTrial(kind)) ? undefined : 'an input was written to';
    },
  },
  {
    title: 'says of a row what it says without the other rows',
    async check(ask, kind) {
      const trial = makeTrial(kind);
      const { featureCount, values } = trial.test;
      const first = { ...trial.test, rowCount: 1, values: values.slice(0, featureCount) };
      const [alone, together] = [await ask({ ...trial, test: first }), await ask(trial)];
      return differs(alone, firstRow(together)) ? 'the first row alone is told otherwise' : undefined;
    },
  },
  {
    title: 'finds a plain signal',
    needsSignal: true,
    async check(ask, kind) {
      const trial = makeTrial(kind);
      const [measure] = measuresFor(kind);
      const value = measure.read(trial.truth, await ask(trial))?.() ?? 0;
      const least = kind === 'values' ? 0.3 : 0.7;
      return value > least ? undefined : `${measure.title} is ${value}, expected more than ${least}`;
    },
  },
  {
    title: 'takes a row that weighs 2 as the row twice',
    needsWeights: true,
    async check(ask, kind) {
      const trial = makeTrial(kind);
      const weights = Float64Array.from({ length: trial.train.rowCount }, (_, row) => 1 + (row % 2));
      const weighted = await ask({ ...trial, weights });
      const doubled = await ask(withCopies(trial, (row) => row % 2 === 1));
      const apart = distance(weighted, doubled);
      return apart < largestRounding ? undefined : `predictions differ by ${apart}`;
    },
  },
];

/** Of the spread of the predictions: solvers end before the last digit. */
const largestRounding = 0.02;

const rowCounts = { train: 60, test: 40 };
const featureCount = 3;

/** The first feature tells the target, with noise; the second does a little, the third nothing. */
function makeTrial(kind: TargetKind): Trial {
  const random = createRandom(1);
  const side = (rowCount: number) => {
    const values = Float64Array.from({ length: rowCount * featureCount }, () => random.float());
    const signal = Float64Array.from(
      { length: rowCount },
      (_, row) => values[row * featureCount] + 0.2 * values[row * featureCount + 1] + 0.1 * random.float(),
    );
    return { rows: { rowCount, featureCount, values }, target: makeTarget(kind, signal) };
  };
  const [train, test] = [side(rowCounts.train), side(rowCounts.test)];
  return { train: train.rows, target: train.target, test: test.rows, truth: test.target };
}

function makeTarget(kind: TargetKind, signal: Float64Array): Target {
  if (kind === 'values') return { kind, values: signal.map((value) => 10 * value), outputCount: 1 };
  if (kind === 'survival') {
    return {
      kind,
      times: signal.map((value) => 2 - value),
      events: Uint8Array.from(signal, (_, row) => (row % 3 ? 1 : 0)),
    };
  }
  const classNames = ['low', 'middle', 'high'];
  const labels = Int32Array.from(signal, (value) => (value < 0.45 ? 0 : value < 0.85 ? 1 : 2));
  return { kind, labels, classNames };
}

function withCopies(trial: Trial, isCopied: (row: number) => boolean): Trial {
  const rows = Array.from({ length: trial.train.rowCount }, (_, row) => (isCopied(row) ? [row, row] : [row])).flat();
  const values = Float64Array.from(
    rows.flatMap((row) => [...trial.train.values.subarray(row * featureCount, (row + 1) * featureCount)]),
  );
  return {
    ...trial,
    train: { rowCount: rows.length, featureCount, values },
    target: takeTargetRows(trial.target, Int32Array.from(rows)),
  };
}

/** What is told of the rows as numbers. */
function numbersOf(predicted: Predictions): ArrayLike<number> {
  if (predicted.kind === 'survival') return predicted.risks;
  return predicted.kind === 'values' ? predicted.values : predicted.labels;
}

function firstRow(predicted: Predictions): Predictions {
  if (predicted.kind === 'survival') return { ...predicted, risks: predicted.risks.slice(0, 1) };
  if (predicted.kind === 'values') return { ...predicted, values: predicted.values.slice(0, 1) };
  return { kind: 'classes', labels: predicted.labels.slice(0, 1) };
}

function differs(a: Predictions, b: Predictions): boolean {
  const [left, right] = [Array.from(numbersOf(a)), Array.from(numbersOf(b))];
  return left.length !== right.length || left.some((value, row) => value !== right[row]);
}

/** For classes the share of rows told otherwise; else the largest difference over the range of the numbers. */
function distance(a: Predictions, b: Predictions): number {
  const [left, right] = [Array.from(numbersOf(a)), Array.from(numbersOf(b))];
  const apart = left.map((value, row) => Math.abs(value - right[row]));
  if (a.kind === 'classes') return apart.filter((each) => each > 0).length / left.length;
  const range = Math.max(...left) - Math.min(...left);
  return Math.max(...apart) / (range > 0 ? range : 1);
}
