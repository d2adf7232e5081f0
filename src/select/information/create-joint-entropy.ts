/** Chooses how joint entropies are counted: by tables, or in the order of the rows. */
import type { SymbolColumns } from './discretise.js';
import type { EntropyTerms } from './entropy-terms.js';
import type { JointEntropy } from './joint-entropy.js';
import { RowOrderEntropy } from './row-order-entropy.js';
import { TableEntropy } from './table-entropy.js';

export function createJointEntropy(
  columns: SymbolColumns,
  labels: Int32Array,
  classCount: number,
  terms: EntropyTerms,
  exactOrder: boolean,
): JointEntropy {
  // The rows of a sparse column are only visited where they are stored, so there is no row order to follow.
  if (exactOrder && columns.row === undefined) return new RowOrderEntropy(columns, labels, classCount, terms);
  return new TableEntropy(columns, labels, classCount, terms);
}
