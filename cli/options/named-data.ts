/** What a command works on: a FILE, or the result of --sql. */
import { basename } from 'node:path';
import { Argument } from 'commander';
import { UserError } from '../../src/errors.js';
import { settlePath, standardInput } from '../input/standard-input.js';
import type { Surroundings } from '../surroundings.js';
import type { DataOptions } from './data-options.js';

export type NamedData =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly sql: string };

/** Absent where --sql is given. */
export function fileArgument(): Argument {
  return new Argument(
    '[FILE]',
    'a table in any supported format, - for standard input, or the name of a data set (see neurofs datasets); not with --sql',
  );
}

export async function nameData(
  path: string | undefined,
  options: DataOptions & { readonly queue?: unknown },
  surroundings: Surroundings,
): Promise<NamedData> {
  const { sql, allowPath, format, x, names, transpose, with: beside, queue } = options;
  if (sql === undefined) {
    if (allowPath !== undefined) throw new UserError('usage', '--allow-path says what --sql may read; give a query');
    if (path === standardInput && queue !== undefined) {
      throw new UserError('usage', '--queue needs a FILE that can be read again, not standard input');
    }
    if (path !== undefined) {
      const settled = await settlePath(path, surroundings);
      return { name: basename(settled), path: settled };
    }
    throw new UserError('usage', `name a FILE, or give a query over files: --sql "select * from 'data.parquet'"`);
  }
  if (path !== undefined) {
    throw new UserError(
      'usage',
      `give a FILE or --sql, not both. Got ${path} and a query; name the file inside the query: select * from '${path}'`,
    );
  }
  for (const [flag, value] of Object.entries({
    '--format': format,
    '--x': x,
    '--names': names,
    '--transpose': transpose,
    '--with': beside,
  })) {
    if (value !== undefined) throw new UserError('usage', `${flag} applies to a FILE and cannot be used with --sql`);
  }
  if (sql.trim() === '') throw new UserError('usage', '--sql needs a query. Got an empty one');
  return { name: 'the query', sql };
}
