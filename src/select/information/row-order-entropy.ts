/** Joint entropies summed in row order; see `joint-entropy.ts` for why. */
import type { SymbolColumns } from './discretise.js';
import type { EntropyTerms } from './entropy-terms.js';
import { type EntropyPair, type JointEntropy, spreadSymbols } from './joint-entropy.js';

/** Up to this many combinations a table counts them all at once; above it, rows are counted group by group. */
const mostCells = 1 << 20;

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
  readonly #mostSymbols: number;
  #table = new Int32Array(0);
  /** By s, and by s and y: the rows in groups, or, where a table holds them, every row's place in it for symbol 0. */
  #bySymbol: RowGroups | Int32Array;
  #byBoth: RowGroups | Int32Array;

  constructor(columns: SymbolColumns, labels: Int32Array, classCount: number, terms: EntropyTerms) {
    this.#columns = columns;
    this.#labels = labels;
    this.#classCount = classCount;
    this.#terms = terms;
    this.#mostSymbols = columns.symbolCount.reduce((most, count) => Math.max(most, count), 1);
    this.#counts = new Int32Array(this.#mostSymbols);
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
    return { alone: this.#entropy(this.#bySymbol, feature), withLabel: this.#entropy(this.#byBoth, feature) };
  }

  #group(keys: Int32Array, keyCount: number): RowGroups | Int32Array {
    const cells = keyCount * this.#mostSymbols;
    if (cells > mostCells) return groupRows(keys, keyCount, this.#terms.shareLog[1]);
    if (this.#table.length < cells) this.#table = new Int32Array(cells);
    return keys.map((key) => key * this.#mostSymbols);
  }

  #entropy(grouping: RowGroups | Int32Array, feature: number): number {
    return grouping instanceof Int32Array
      ? this.#entropyByTable(grouping, feature)
      : this.#entropyWithin(grouping, feature);
  }

  #entropyByTable(places: Int32Array, feature: number): number {
    const { symbol, start } = this.#columns;
    const { shareLog } = this.#terms;
    const table = this.#table;
    const first = start[feature];
    for (let row = 0; row < places.length; row++) table[places[row] + symbol[first + row]]++;
    let sum = 0;
    for (let row = 0; row < places.length; row++) {
      const cell = places[row] + symbol[first + row];
      // A combination that was summed already has its counter back at 0, whose term is 0.
      sum += shareLog[table[cell]];
      table[cell] = 0;
    }
    return -sum / Math.LN2;
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
