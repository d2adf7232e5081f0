/**
 * Cuts a feature where the cut tells more about the class than it costs to describe.
 *
 * A range of N rows with k classes and class entropy E is cut in two, at the boundary with the smallest weighted
 * entropy, where the gain exceeds (log2(N - 1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)) / N; then its halves are.
 * Source: Fayyad, Irani, Multi-Interval Discretization of Continuous-Valued Attributes (IJCAI 1993).
 */
import { log } from '../../maths/deterministic-math.js';
import type { Column } from '../columns.js';
import { EntropyTerms } from './entropy-terms.js';
import type { ValueGroups } from './value-groups.js';

/** Class counts of a range: how many rows, how many classes, and rows times class entropy in bits. */
interface Content {
  readonly rows: number;
  readonly classes: number;
  readonly bits: number;
}

export class MdlCutter {
  readonly #labels: Int32Array;
  readonly #classCount: number;
  readonly #terms: EntropyTerms;
  #counts = new Int32Array(0); // [group + 1][class], running sums

  constructor(labels: Int32Array, classCount: number) {
    this.#labels = labels;
    this.#classCount = classCount;
    this.#terms = new EntropyTerms(labels.length);
  }

  cut(column: Column, groups: ValueGroups, symbols: Int32Array): Int32Array {
    this.#countClasses(column, groups);
    const isStart = new Uint8Array(groups.groupCount);
    const pending: [number, number][] = [[0, groups.groupCount]];
    for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
      const [from, to] = range;
      const at = this.#bestCut(from, to);
      if (at === undefined) continue;
      isStart[at] = 1;
      pending.push([from, at], [at, to]);
    }
    let symbol = 0;
    for (let group = 0; group < groups.groupCount; group++) {
      symbol += isStart[group];
      symbols[group] = symbol;
    }
    return symbols;
  }

  #countClasses(column: Column, groups: ValueGroups): void {
    const classCount = this.#classCount;
    const needed = (groups.groupCount + 1) * classCount;
    if (this.#counts.length < needed) this.#counts = new Int32Array(needed);
    const counts = this.#counts.fill(0, 0, needed);
    if (groups.restGroup >= 0) {
      const base = (groups.restGroup + 1) * classCount;
      for (const label of this.#labels) counts[base + label]++;
      for (let i = 0; i < column.length; i++) counts[base + this.#labels[column.rows![i]]]--;
    }
    for (let i = 0; i < column.length; i++) {
      const label = this.#labels[column.rows === undefined ? i : column.rows[i]];
      counts[(groups.groupOf[i] + 1) * classCount + label]++;
    }
    for (let i = classCount; i < needed; i++) counts[i] += counts[i - classCount];
  }

  /** The group that starts the second half, or undefined where no cut pays. */
  #bestCut(from: number, to: number): number | undefined {
    const whole = this.#content(from, to);
    if (whole.classes < 2 || to - from < 2) return undefined;
    let best: number | undefined;
    let bestBits = Number.POSITIVE_INFINITY;
    for (let at = from + 1; at < to; at++) {
      const bits = this.#content(from, at).bits + this.#content(at, to).bits;
      if (bits < bestBits) {
        best = at;
        bestBits = bits;
      }
    }
    if (best === undefined) return undefined;
    return this.#pays(whole, this.#content(from, best), this.#content(best, to)) ? best : undefined;
  }

  #pays(whole: Content, left: Content, right: Content): boolean {
    const meanBits = (content: Content) => (content.classes * content.bits) / content.rows;
    const saved = meanBits(whole) - meanBits(left) - meanBits(right);
    const cost = (log(whole.rows - 1) + logOfLabelings(whole.classes)) / Math.LN2 - saved;
    return whole.bits - left.bits - right.bits > cost;
  }

  #content(from: number, to: number): Content {
    const classCount = this.#classCount;
    let rows = 0;
    let classes = 0;
    let sum = 0;
    for (let c = 0; c < classCount; c++) {
      const count = this.#counts[to * classCount + c] - this.#counts[from * classCount + c];
      if (count === 0) continue;
      rows += count;
      classes++;
      sum += this.#terms.countLog[count];
    }
    return { rows, classes, bits: this.#terms.countLog[rows] - sum };
  }
}

/** log(3^k - 2); from 3^34 on the 2 is lost in the rounding, and only the power is left. */
function logOfLabelings(classes: number): number {
  if (classes > 33) return classes * log(3);
  let power = 1;
  for (let i = 0; i < classes; i++) power *= 3;
  return log(power - 2);
}
