/** Joint entropies from one contingency table for each pair; see `joint-entropy.ts`. */
import type { SymbolColumns } from './discretise.js';
import type { EntropyTerms } from './entropy-terms.js';
import { type EntropyPair, type JointEntropy, spreadSymbols } from './joint-entropy.js';

/** Above this many cells the rows are sorted by cell and counted in runs. */
const mostCells = 1 << 20;

export class TableEntropy implements JointEntropy {
  readonly labelEntropy: number;
  readonly #columns: SymbolColumns;
  readonly #labels: Int32Array;
  readonly #classCount: number;
  readonly #terms: EntropyTerms;
  #table = new Int32Array(0);
  /** Of every row: its symbol of s times the class count, plus its class. */
  readonly #key: Int32Array;
  #keyCount: number;
  /** Rows of every key. */
  #keySizes: Int32Array;

  constructor(columns: SymbolColumns, labels: Int32Array, classCount: number, terms: EntropyTerms) {
    this.#columns = columns;
    this.#labels = labels;
    this.#classCount = classCount;
    this.#terms = terms;
    this.#key = Int32Array.from(labels);
    this.#keyCount = classCount;
    this.#keySizes = countKeys(this.#key, classCount);
    this.labelEntropy = toEntropy(sumOf(this.#keySizes, terms.shareLog));
  }

  fixNothing(): void {
    this.#key.set(this.#labels);
    this.#keyCount = this.#classCount;
    this.#keySizes = countKeys(this.#key, this.#keyCount);
  }

  fix(feature: number): void {
    const key = this.#key;
    spreadSymbols(this.#columns, feature, key);
    for (let row = 0; row < key.length; row++) key[row] = key[row] * this.#classCount + this.#labels[row];
    this.#keyCount = this.#columns.symbolCount[feature] * this.#classCount;
    this.#keySizes = countKeys(key, this.#keyCount);
  }

  measure(feature: number): EntropyPair {
    const cells = this.#keyCount * this.#columns.symbolCount[feature];
    return cells <= mostCells ? this.#measureTable(feature, cells) : this.#measureRuns(feature);
  }

  #measureTable(feature: number, cells: number): EntropyPair {
    if (this.#table.length < cells) this.#table = new Int32Array(cells);
    const table = this.#table; // [symbol of f][symbol of s][class]
    if (this.#columns.row === undefined) this.#countAll(feature, table);
    else this.#countStored(feature, table, this.#columns.row);
    const { shareLog } = this.#terms;
    const classCount = this.#classCount;
    let alone = 0;
    let withLabel = 0;
    for (let cell = 0; cell < cells; cell += classCount) {
      let rows = 0;
      for (let c = cell; c < cell + classCount; c++) {
        const count = table[c];
        if (count === 0) continue;
        rows += count;
        withLabel += shareLog[count];
        table[c] = 0;
      }
      if (rows > 0) alone += shareLog[rows];
    }
    return { alone: toEntropy(alone), withLabel: toEntropy(withLabel) };
  }

  #countAll(feature: number, table: Int32Array): void {
    const { symbol, start, rowCount } = this.#columns;
    const first = start[feature];
    const key = this.#key;
    const keyCount = this.#keyCount;
    for (let row = 0; row < rowCount; row++) table[symbol[first + row] * keyCount + key[row]]++;
  }

  /** All rows start with the rest's symbol; every stored row moves to its own. */
  #countStored(feature: number, table: Int32Array, rowOf: Int32Array): void {
    const { symbol, start, restSymbol } = this.#columns;
    const key = this.#key;
    const keyCount = this.#keyCount;
    const rest = restSymbol[feature] * keyCount;
    for (let k = 0; k < keyCount; k++) table[rest + k] = this.#keySizes[k];
    for (let i = start[feature]; i < start[feature + 1]; i++) {
      const k = key[rowOf[i]];
      table[rest + k]--;
      table[symbol[i] * keyCount + k]++;
    }
  }

  #measureRuns(feature: number): EntropyPair {
    const { rowCount, symbolCount } = this.#columns;
    const symbols = new Int32Array(rowCount);
    spreadSymbols(this.#columns, feature, symbols);
    // The class varies fastest, so the cells of one (s, f) stand side by side.
    const sorted = new Float64Array(rowCount);
    const wide = this.#classCount * symbolCount[feature];
    for (let row = 0; row < rowCount; row++) {
      const s = Math.floor(this.#key[row] / this.#classCount);
      sorted[row] = s * wide + symbols[row] * this.#classCount + (this.#key[row] % this.#classCount);
    }
    sorted.sort();
    return this.#sumRuns(sorted);
  }

  #sumRuns(sorted: Float64Array): EntropyPair {
    const { shareLog } = this.#terms;
    const classCount = this.#classCount;
    let alone = 0;
    let withLabel = 0;
    let pairStart = 0;
    let cellStart = 0;
    for (let i = 1; i <= sorted.length; i++) {
      const cellEnds = i === sorted.length || sorted[i] !== sorted[i - 1];
      if (!cellEnds) continue;
      withLabel += shareLog[i - cellStart];
      cellStart = i;
      const pair = Math.floor(sorted[i - 1] / classCount);
      if (i < sorted.length && Math.floor(sorted[i] / classCount) === pair) continue;
      alone += shareLog[i - pairStart];
      pairStart = i;
    }
    return { alone: toEntropy(alone), withLabel: toEntropy(withLabel) };
  }
}

function countKeys(keys: Int32Array, keyCount: number): Int32Array {
  const counts = new Int32Array(keyCount);
  for (let row = 0; row < keys.length; row++) counts[keys[row]]++;
  return counts;
}

function sumOf(counts: Int32Array, shareLog: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += shareLog[count];
  return sum;
}

function toEntropy(sum: number): number {
  return -sum / Math.LN2;
}
