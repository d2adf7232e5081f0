/**
 * Turns features into symbols for the methods that count: by bins of equally many rows, by Fayyad and Irani's
 * minimum description length cuts, or not at all, every distinct value being its own symbol.
 *
 * Equal values always share a bin. Sparse features stay sparse: only stored values carry a symbol of their own.
 */

import type { Pacer } from '../../compute/pacer.js';
import { Sorter } from '../../maths/sort-order.js';
import { classesOf } from '../../target/class-target.js';
import type { Matrix, Target, TrainingSet } from '../../types.js';
import { type Column, createColumnReader } from '../columns.js';
import type { OptionSpecs } from '../contract.js';
import { MdlCutter } from './mdl-cuts.js';
import { ValueGrouper, type ValueGroups } from './value-groups.js';

export const discretisations = ['equal-frequency', 'mdl', 'none'] as const;
export type Discretisation = (typeof discretisations)[number];

export interface DiscretiseOptions {
  readonly discretise: Discretisation;
  readonly bins: number;
}

export const discretiseOptions: OptionSpecs<DiscretiseOptions> = {
  discretise: {
    type: 'choice',
    choices: discretisations,
    default: 'equal-frequency',
    help: 'how values become symbols; none makes every distinct value one, as scikit-feature does',
  },
  bins: { type: 'number', integer: true, min: 2, max: 256, default: 5, help: 'bins of the equal-frequency kind' },
};

/** All features as symbols 0 .. symbolCount - 1. */
export interface SymbolColumns {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly symbolCount: Int32Array;
  /** The symbols of a feature stand at start[feature] .. start[feature + 1]. */
  readonly start: Float64Array;
  readonly symbol: Uint8Array | Uint16Array | Uint32Array;
  /** Their rows, ascending; undefined where every row has its own symbol, in order. */
  readonly row: Int32Array | undefined;
  /** The symbol of the rows without one of their own. */
  readonly restSymbol: Int32Array;
}

export async function discretise(
  training: TrainingSet<Matrix, Target>,
  options: DiscretiseOptions,
  pacer: Pacer,
): Promise<SymbolColumns> {
  const { matrix } = training;
  const { rowCount, columnCount: featureCount } = matrix;
  const entryCount = matrix.kind === 'dense' ? rowCount * featureCount : matrix.rowStart[rowCount];
  const largest = options.discretise === 'equal-frequency' ? options.bins : rowCount;
  const symbol = new (largest <= 256 ? Uint8Array : largest <= 65536 ? Uint16Array : Uint32Array)(entryCount);
  const row = matrix.kind === 'dense' ? undefined : new Int32Array(entryCount);
  const start = new Float64Array(featureCount + 1);
  const symbolCount = new Int32Array(featureCount);
  const restSymbol = new Int32Array(featureCount);
  const reader = createColumnReader(training);
  const grouper = new ValueGrouper(new Sorter());
  const cut = chooseCutter(training, options);
  for (let feature = 0; feature < featureCount; feature++) {
    const column = reader.read(feature);
    const groups = grouper.group(column);
    const symbolOfGroup = cut(column, groups);
    const first = start[feature];
    for (let i = 0; i < column.length; i++) symbol[first + i] = symbolOfGroup[groups.groupOf[i]];
    if (column.rows !== undefined) row?.set(column.rows, first);
    restSymbol[feature] = groups.restGroup < 0 ? 0 : symbolOfGroup[groups.restGroup];
    symbolCount[feature] = symbolOfGroup[groups.groupCount - 1] + 1;
    start[feature + 1] = first + column.length;
    if (pacer.isDue(column.length * 20)) await pacer.rest(0);
  }
  return { rowCount, featureCount, symbolCount, start, symbol, row, restSymbol };
}

/** Gives every value group of a column its symbol, ascending from 0 without gaps. */
export type Cutter = (column: Column, groups: ValueGroups) => Int32Array;

function chooseCutter({ matrix, target }: TrainingSet<Matrix, Target>, options: DiscretiseOptions): Cutter {
  const symbols = new Int32Array(matrix.rowCount + 1);
  if (options.discretise === 'mdl') {
    const { labels, classNames } = classesOf(target, 'cutting by description length');
    const cutter = new MdlCutter(labels, classNames.length);
    return (column, groups) => cutter.cut(column, groups, symbols);
  }
  if (options.discretise === 'none') {
    for (let i = 0; i < symbols.length; i++) symbols[i] = i;
    return () => symbols;
  }
  return (column, groups) => cutEvenly(groups, column.rowCount, options.bins, symbols);
}

/** A group goes to the bin in which its middle row falls; bins that stay empty are left out. */
function cutEvenly(groups: ValueGroups, rowCount: number, bins: number, symbols: Int32Array): Int32Array {
  let before = 0;
  let lastBin = -1;
  let symbol = -1;
  for (let group = 0; group < groups.groupCount; group++) {
    const size = groups.sizes[group];
    const bin = Math.floor(((2 * before + size - 1) * bins) / (2 * rowCount));
    if (bin !== lastBin) symbol++;
    lastBin = bin;
    symbols[group] = symbol;
    before += size;
  }
  return symbols;
}
