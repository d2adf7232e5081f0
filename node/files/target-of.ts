/** Which column is the target: the one that was named, or the one that the data brings as such. */
import { indexColumnName } from '../../src/cells/column-names.js';
import { UserError } from '../../src/errors.js';
import type { AnyMatrix, Table } from '../../src/types.js';
import type { LoadedSet } from './load-set.js';

/** Formats that keep the target beside the matrix bring it without being asked. */
const formatsWithTarget = /^(svmlight|npz|mat5|mat73|idx)\b/;

export function targetOf(
  named: string | undefined,
  {
    set,
    table,
    format = '',
  }: { readonly set?: LoadedSet | undefined; readonly table: Table<AnyMatrix>; readonly format?: string },
): string {
  const mayHaveIt = formatsWithTarget.test(format);
  const own = mayHaveIt ? table.text[0]?.name : undefined;
  const isNamed = own !== indexColumnName;
  const found = named ?? set?.target ?? (isNamed ? own : undefined);
  if (found !== undefined) return found;
  throw new UserError('usage', 'the target is not known', {
    advice: [
      { option: 'target', verb: 'name the column with the class of every row:' },
      ...(mayHaveIt ? ['put it into the file as y, beside the matrix'] : []),
    ],
  });
}
