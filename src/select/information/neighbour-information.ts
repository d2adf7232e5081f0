/** The nearest-neighbour estimate of the mutual information of one feature with the class. */
import { Sorter } from '../../maths/sort-order.js';
import { countAtMost, countBelow, harmonicNumbers } from './neighbour-counts.js';

export class NeighbourInformation {
  readonly #labels: Int32Array;
  readonly #neighbours: number;
  readonly #sorter = new Sorter();
  /** psi(m) = psi[m - 1] for m = 1 .. n, less Euler's constant, which cancels. */
  readonly #psi: Float64Array;
  readonly #sorted: Float64Array;
  /** The sorted values of each class, one class after the other. */
  readonly #ofClass: Float64Array;
  readonly #classStart: Int32Array;
  /** What does not depend on the feature: psi(n) - mean psi(n_class), over rows that share their class. */
  readonly #constant: number;
  readonly #usedRows: number;

  constructor(labels: Int32Array, classCount: number, neighbours: number) {
    this.#labels = labels;
    this.#neighbours = neighbours;
    this.#psi = harmonicNumbers(labels.length);
    this.#sorted = new Float64Array(labels.length);
    this.#ofClass = new Float64Array(labels.length);
    this.#classStart = new Int32Array(classCount + 1);
    for (const label of labels) this.#classStart[label + 1]++;
    let sum = 0;
    let used = 0;
    for (let c = 1; c <= classCount; c++) {
      const size = this.#classStart[c];
      // A row that is alone in its class has no neighbour and is left out.
      if (size > 1) {
        used += size;
        sum += size * this.#psi[size - 1];
      }
      this.#classStart[c] += this.#classStart[c - 1];
    }
    this.#usedRows = used;
    this.#constant = used > 0 ? this.#psi[used - 1] - sum / used : 0;
  }

  /** `values` has one value for every row. */
  measure(values: Float64Array): number {
    if (this.#usedRows === 0) return 0;
    const sortedCount = this.#sortByClass(values);
    const start = this.#classStart;
    let sum = 0;
    for (let c = 0; c + 1 < start.length; c++) {
      if (start[c + 1] - start[c] > 1) sum += this.#sumOverClass(start[c], start[c + 1], sortedCount);
    }
    return Math.max(0, this.#constant + sum / this.#usedRows);
  }

  /** Sorts the values, all together (without lone rows) and class by class. */
  #sortByClass(values: Float64Array): number {
    const start = this.#classStart;
    const next = start.slice();
    let count = 0;
    for (const row of this.#sorter.order(values, values.length)) {
      const label = this.#labels[row];
      if (start[label + 1] - start[label] < 2) continue;
      this.#sorted[count++] = values[row];
      this.#ofClass[next[label]++] = values[row];
    }
    return count;
  }

  /** Sum of psi(k_i) - psi(m_i) over the rows of one class, whose sorted values stand at from .. to. */
  #sumOverClass(from: number, to: number, sortedCount: number): number {
    const ofClass = this.#ofClass;
    const psi = this.#psi;
    const k = Math.min(this.#neighbours, to - from - 1);
    let sum = 0;
    // The k nearest of row i stand in a window of k + 1 values that moves up with i.
    let window = from;
    let below = 0;
    let above = 0;
    for (let i = from; i < to; i++) {
      const value = ofClass[i];
      while (window < i && window + k + 1 < to && ofClass[window + k + 1] - value < value - ofClass[window]) window++;
      const radius = Math.max(value - ofClass[window], ofClass[window + k] - value);
      if (radius === 0) {
        let end = i + 1;
        while (end < to && ofClass[end] === value) end++;
        const tiesInAll = countAtMost(this.#sorted, sortedCount, value) - countBelow(this.#sorted, sortedCount, value);
        sum += (end - i) * (psi[end - i - 2] - psi[tiesInAll - 2]);
        i = end - 1;
        continue;
      }
      while (value - this.#sorted[below] >= radius) below++;
      if (above < below) above = below;
      while (above < sortedCount && this.#sorted[above] - value < radius) above++;
      sum += psi[k - 1] - psi[above - below - 1];
    }
    return sum;
  }
}
