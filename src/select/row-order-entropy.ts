/** Joint entropies summed in row order; see `joint-entropy.ts` for why. */
import type { SymbolColumns } from './discretise.js';
import type { EntropyTerms } from './entropy-terms.js';
import { type EntropyPair, type JointEntropy, spreadSymbols } from './joint-entropy.js';

/** Rows sorted by a key, stable: those of one key stand at start[i] .. start[i + 1]. Only keys of several rows. */
interface RowGroups {
  readonly rows: Int32Array;
  readonly start: Int32Array;
  readonly count: number;
  /** Of every row: its combination's term where it is the first one with it, else 0. Lone rows keep theirs. */
  readonly term: Float64Array;
}

export class RowOrderEntropy implements JointEntropy {
  readonly labelEntropy: number;
  readonly #columns: SymbolColumns;
  readonly #labels: Int32Array;
  readonly #classCount: number;
  readonly #terms: EntropyTerms;
  readonly #counts: Int32Array;
  readonly #symbols: Int32Array;
  #bySymbol: RowGroups;
  #byBoth: RowGroups;

  constructor(columns: SymbolColumns, labels: Int32Array, classCount: number, terms: EntropyTerms) {
    this.#columns = columns;
    this.#labels = labels;
    this.#classCount = classCount;
    this.#terms = terms;
    this.#counts = new Int32Array(columns.symbolCount.reduce((most, count) => Math.max(most, count), 1));
    this.#symbols = new Int32Array(columns.rowCount);
    this.#bySymbol = this.#group(this.#symbols, 1);
    this.#byBoth = this.#group(labels, classCount);
    this.labelEntropy = this.#sumOfLabels();
  }

  fixNothing(): void {
    this.#symbols.fill(0);
    this.#bySymbol = this.#group(this.#symbols, 1);
    this.#byBoth = this.#group(this.#labels, this.#classCount);
  }

  fix(feature: number): void {
    const symbols = this.#symbols;
    const symbolCount = this.#columns.symbolCount[feature];
    spreadSymbols(this.#columns, feature, symbols);
    this.#bySymbol = this.#group(symbols, symbolCount);
    for (let row = 0; row < symbols.length; row++) symbols[row] = symbols[row] * this.#classCount + this.#labels[row];
    this.#byBoth = this.#group(symbols, symbolCount * this.#classCount);
  }

  measure(feature: number): EntropyPair {
    return {
      alone: this.#entropyWithin(this.#bySymbol, feature),
      withLabel: this.#entropyWithin(this.#byBoth, feature),
    };
  }

  #group(keys: Int32Array, keyCount: number): RowGroups {
    return groupRows(keys, keyCount, this.#terms.shareLog[1]);
  }

  #entropyWithin({ rows, start, count, term }: RowGroups, feature: number): number {
    const { symbol, start: columnStart } = this.#columns;
    const { shareLog } = this.#terms;
    const counts = this.#counts;
    const first = columnStart[feature];
    for (let group = 0; group < count; group++) {
      const from = start[group];
      const to = start[group + 1];
      for (let i = from; i < to; i++) counts[symbol[first + rows[i]]]++;
      for (let i = from; i < to; i++) {
        const code = symbol[first + rows[i]];
        // A combination that was counted already has its counter back at 0, whose term is 0.
        term[rows[i]] = shareLog[counts[code]];
        counts[code] = 0;
      }
    }
    return sumInOrder(term);
  }

  #sumOfLabels(): number {
    const counts = new Int32Array(this.#classCount);
    for (const label of this.#labels) counts[label]++;
    const term = new Float64Array(this.#labels.length);
    for (let row = 0; row < term.length; row++) {
      term[row] = this.#terms.shareLog[counts[this.#labels[row]]];
      counts[this.#labels[row]] = 0;
    }
    return sumInOrder(term);
  }
}

function sumInOrder(terms: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += terms[i];
  return -sum / Math.LN2;
}

/** Counting sort of the rows by key. */
function groupRows(keys: Int32Array, keyCount: number, loneTerm: number): RowGroups {
  const sizes = new Int32Array(keyCount);
  for (let row = 0; row < keys.length; row++) sizes[keys[row]]++;
  const next = new Int32Array(keyCount);
  const start = new Int32Array(keyCount + 1);
  let count = 0;
  for (let key = 0; key < keyCount; key++) {
    if (sizes[key] < 2) continue;
    next[key] = start[count];
    start[count + 1] = start[count] + sizes[key];
    count++;
  }
  const rows = new Int32Array(start[count]);
  const term = new Float64Array(keys.length);
  for (let row = 0; row < keys.length; row++) {
    if (sizes[keys[row]] > 1) rows[next[keys[row]]++] = row;
    else term[row] = loneTerm;
  }
  return { rows, start, count, term };
}
