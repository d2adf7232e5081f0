/** A support vector machine for classes: one against one, every pair of classes a problem of its own; see svm.ts. */
import type { ClassTarget } from '../../types.js';
import type { SupportVectors } from './svm-decide.js';
import type { SolvedTask, SvmTask } from './svm-solve.js';

/** Training rows by class, ascending; those that count nothing are left out. */
export function rowsOfClasses({ labels, classNames }: ClassTarget, weights: Float64Array | undefined): Int32Array[] {
  const rows: number[][] = classNames.map(() => []);
  labels.forEach((label, row) => {
    if (weights === undefined || weights[row] > 0) rows[label].push(row);
  });
  return rows.map((list) => Int32Array.from(list));
}

/** The pairs (0,1), (0,2) .. (1,2) ..: the rows of the first class have label 1, those of the second -1. */
export function pairTasks(classRows: readonly Int32Array[], costs: Float64Array): SvmTask[] {
  const tasks: SvmTask[] = [];
  forEachPair(classRows.length, (i, j) => {
    const [first, second] = [classRows[i], classRows[j]];
    tasks.push({
      count: first.length + second.length,
      variables() {
        const rows = new Int32Array(first.length + second.length);
        rows.set(first);
        rows.set(second, first.length);
        const labels = new Float64Array(rows.length).fill(-1).fill(1, 0, first.length);
        // Float64Array.from takes ten times as long, for what may be hundreds of thousands of pairs.
        const own = new Float64Array(rows.length);
        for (let at = 0; at < rows.length; at++) own[at] = costs[rows[at]];
        return { rows, labels, costs: own, starts: labels };
      },
    });
  });
  return tasks;
}

/** A row is a support vector where any pair gives it a coefficient that is not 0. */
export function collectSupportVectors(classRows: readonly Int32Array[], pairs: readonly SolvedTask[]): SupportVectors {
  const classCount = classRows.length;
  const used = classRows.map((rows) => new Uint8Array(rows.length));
  forEachPair(classCount, (i, j, pair) => {
    const { coefficients } = pairs[pair];
    used[i].forEach((_, at) => {
      if (coefficients[at] !== 0) used[i][at] = 1;
    });
    used[j].forEach((_, at) => {
      if (coefficients[used[i].length + at] !== 0) used[j][at] = 1;
    });
  });
  const kept = used.map((flags) => [...flags.keys()].filter((at) => flags[at] === 1));
  const classStart = new Int32Array(classCount + 1);
  kept.forEach((list, label) => {
    classStart[label + 1] = classStart[label] + list.length;
  });
  const stride = Math.ceil(classStart[classCount] / 4) * 4;
  const rows = new Int32Array(stride);
  const coefficients = new Float64Array((classCount - 1) * stride);
  kept.forEach((list, label) => {
    list.forEach((at, i) => {
      rows[classStart[label] + i] = classRows[label][at];
    });
  });
  forEachPair(classCount, (i, j, pair) => {
    const source = pairs[pair].coefficients;
    kept[i].forEach((at, s) => {
      coefficients[(j - 1) * stride + classStart[i] + s] = source[at];
    });
    kept[j].forEach((at, s) => {
      coefficients[i * stride + classStart[j] + s] = source[used[i].length + at];
    });
  });
  return { classCount, classStart, rows, stride, coefficients };
}

function forEachPair(classCount: number, visit: (i: number, j: number, pair: number) => void): void {
  let pair = 0;
  for (let i = 0; i < classCount; i++) {
    for (let j = i + 1; j < classCount; j++) visit(i, j, pair++);
  }
}

/**
 * A positive decision is a vote for the first class of the pair; the first class with the most votes wins. Scores are
 * the votes, and among equal votes the sum of the decisions for the class, brought below a third of a vote: scikit-learn's
 * decision function "ovr". With two classes they are the decision itself.
 */
export class PairVotes {
  readonly labels: Int32Array;
  /** [row][class] */
  readonly scores: Float64Array;
  readonly #classCount: number;

  constructor(rowCount: number, classCount: number) {
    this.labels = new Int32Array(rowCount);
    this.scores = new Float64Array(rowCount * classCount);
    this.#classCount = classCount;
  }

  /** Takes in the decisions of some rows, [row][pair], the first of them row `start`. */
  add(decisions: Float64Array, start: number): void {
    const classCount = this.#classCount;
    const pairCount = (classCount * (classCount - 1)) / 2;
    const [votes, sums] = [new Float64Array(classCount), new Float64Array(classCount)];
    for (let at = 0; at < decisions.length; at += pairCount) {
      votes.fill(0);
      sums.fill(0);
      // Written out, and without a question that is guessed wrong: there may be half a million pairs for every row.
      let next = at;
      for (let i = 0; i < classCount; i++) {
        let won = 0;
        let sum = sums[i];
        for (let j = i + 1; j < classCount; j++) {
          const decision = decisions[next++];
          const isFirst = Number(decision > 0);
          won += isFirst;
          votes[j] += 1 - isFirst;
          sum += decision;
          sums[j] -= decision;
        }
        votes[i] += won;
        sums[i] = sum;
      }
      const row = start + at / pairCount;
      this.labels[row] = votes.indexOf(votes.reduce((most, each) => Math.max(most, each), 0));
      sums.forEach((sum, label) => {
        const score = classCount === 2 ? sum : votes[label] + sum / (3 * (Math.abs(sum) + 1));
        this.scores[row * classCount + label] = score;
      });
    }
  }
}
