/**
 * What a user's query may do: read files below the folders it is allowed, and nothing else. DuckDB keeps to that itself once
 * it is told: no network, no extensions, no other databases, and settings that cannot be changed back. It follows links
 * before it decides.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UserError } from '../../src/errors.js';

export async function limitQueries(connection: DuckDBConnection, folders: readonly string[]): Promise<void> {
  const allowed = folders.map((folder) => quotedText(resolve(folder).replace(/[\\/]*$/, sep)));
  // Sorting more than fits in memory needs a disk. DuckDB makes the folder when it is needed and removes it.
  const spill = join(tmpdir(), `neurofs-sql-${randomUUID()}`);
  for (const setting of [
    `allowed_directories = [${allowed.join(', ')}]`,
    `temp_directory = ${quotedText(spill)}`,
    'autoinstall_known_extensions = false',
    'autoload_known_extensions = false',
    'enable_external_access = false',
    'lock_configuration = true',
  ]) {
    await connection.run(`set ${setting}`);
  }
}

/** Refuses several statements, and whatever does more than read. */
export async function checkOneSelect(connection: DuckDBConnection, sql: string): Promise<void> {
  const { StatementType } = await import('@duckdb/node-api');
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) refuseQuery(`${statements.count} statements`);
  const { statementType } = await statements.prepare(0);
  if (statementType !== StatementType.SELECT) refuseQuery(StatementType[statementType]);
}

function refuseQuery(got: string): never {
  throw new UserError('usage', `must be one SELECT. Got ${got}`, { subject: { option: 'sql' } });
}

/** The error of a query that reached for a file outside its folders; undefined for any other. */
export function asRefusedFile(message: string): UserError | undefined {
  const [, path] = /^Permission Error: Cannot access \w+ "(.*?)"/.exec(message) ?? [];
  if (path === undefined) return undefined;
  return new UserError('usage', `the query may not reach ${path}, which is not below the current folder`, {
    advice: [{ option: 'allowPath', verb: 'allow its folder with' }],
  });
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
