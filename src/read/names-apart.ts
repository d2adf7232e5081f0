/** The columns that are no features and are kept out of the matrix of numbers: what is to be told, groups, weights, names of rows. */
export interface ColumnsApart {
  /** A column, or several with commas between them. */
  readonly target?: string | undefined;
  readonly event?: string | undefined;
  readonly weights?: string | undefined;
  readonly groupBy?: string | undefined;
  /** Names of the rows. */
  readonly id?: string | undefined;
}

/** Names that are no columns of the file do no harm: a comma may be part of a name. */
export function namesApart({ target, event, weights, groupBy, id }: ColumnsApart): readonly string[] {
  const targets = target === undefined ? [] : [target, ...target.split(',').map((name) => name.trim())];
  return [...new Set([...targets, event, weights, groupBy, id].filter((name) => name !== undefined))];
}
