/** Which column is the target: the one that was named, or the one that the data brings as such. */
import { indexColumnName } from '../../src/cells/column-names.js';
import { UserError } from '../../src/errors.js';
import type { AnyMatrix, Table } from '../../src/types.js';
import type { LoadedSet } from './load-set.js';

/** Formats that keep the target beside the matrix bring it without being asked. */
const formatsWithTarget = /^(svmlight|npz|mat5|mat73|idx)\b/;

interface ReadFile {
  readonly table: Table<AnyMatrix>;
  readonly format?: string;
}

export function targetOf(
  named: string | undefined,
  { set, ...file }: ReadFile & { readonly set?: LoadedSet | undefined },
): string {
  const found = named ?? set?.target ?? broughtTarget(file);
  if (found !== undefined) return found;
  throw new UserError('usage', 'the target is not known', {
    advice: [
      { option: 'target', verb: 'name the column to predict:' },
      ...(mayBringTarget(file) ? ['put it into the file as y, beside the matrix'] : []),
    ],
  });
}

/** The target that a file keeps beside its matrix. */
export function broughtTarget(file: ReadFile): string | undefined {
  const own = mayBringTarget(file) ? file.table.text[0]?.name : undefined;
  return own === indexColumnName ? undefined : own;
}

function mayBringTarget({ format = '' }: ReadFile): boolean {
  return formatsWithTarget.test(format);
}
