/**
 * H(s,f) and H(s,f,y) for one fixed column s and any other column f.
 *
 * Two ways of counting give the same entropies up to rounding. The table way counts (s, y) by f in one contingency
 * table and sums over its cells: fastest where there are few symbols; sparse columns only visit their stored rows.
 * The row-order way keeps the rows in the groups of equal s (or equal s and y), counts f group by group, and sums the
 * terms in the order in which each combination first occurs among the rows. That is the order of a Python
 * dictionary, and so of scikit-feature, whose choice among features with equal scores rests on rounding.
 */
import type { SymbolColumns } from './discretise.js';

export interface EntropyPair {
  /** H(f), or H(s,f) where an s is fixed. */
  readonly alone: number;
  /** H(f,y), or H(s,f,y) where an s is fixed. */
  readonly withLabel: number;
}

export interface JointEntropy {
  readonly labelEntropy: number;
  fix(feature: number): void;
  fixNothing(): void;
  measure(feature: number): EntropyPair;
}

/** Writes the symbol of every row of a feature to `into`. */
export function spreadSymbols(columns: SymbolColumns, feature: number, into: Int32Array): void {
  const start = columns.start[feature];
  const length = columns.start[feature + 1] - start;
  if (columns.row === undefined) {
    for (let i = 0; i < length; i++) into[i] = columns.symbol[start + i];
    return;
  }
  into.fill(columns.restSymbol[feature]);
  for (let i = 0; i < length; i++) into[columns.row[start + i]] = columns.symbol[start + i];
}
