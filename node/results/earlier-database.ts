/** Reads the DuckDB file in which `neurofs reproduce` of earlier versions kept its results, with a column for each classifier. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import { UserError } from '../../src/errors.js';
import { type JobRow, withMeasures } from '../../src/experiment/result-row.js';
import { loadOptional } from '../../src/read/source/load-optional.js';
import { type FileResultStore, openResultStore, storeName } from './result-store.js';

export const earlierName = 'results.duckdb';

/** The store of a folder; what an earlier version left there is taken over once. */
export async function openFolderStore(folder: string): Promise<FileResultStore> {
  const store = await openResultStore(join(folder, storeName));
  const earlier = join(folder, earlierName);
  if (store.rows().length > 0 || !existsSync(earlier)) return store;
  for (const row of await readEarlierDatabase(earlier)) await store.add(row);
  return store;
}

export async function readEarlierDatabase(path: string): Promise<JobRow[]> {
  const duckdb = await loadOptional(
    () => import('@duckdb/node-api'),
    '@duckdb/node-api',
    'results of earlier versions',
  );
  const instance = await duckdb.DuckDBInstance.create(path, { threads: '1', access_mode: 'READ_ONLY' }).catch(
    (error) => {
      throw new UserError('data', `${path}: cannot be opened as a result database (${firstLine(error)})`);
    },
  );
  const connection = await instance.connect();
  try {
    const answer = await connection.runAndReadAll('select * from results order by finished, key');
    return answer.getRowObjects().map(toRow);
  } catch (error) {
    throw new UserError('data', `${path}: is no result database of neurofs (${firstLine(error)})`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n', 1)[0];
}

function toRow(cells: Record<string, DuckDBValue>): JobRow {
  const text = (name: string) => String(cells[name]);
  const json = (name: string) => (cells[name] === null ? undefined : JSON.parse(text(name)));
  const accuracies = { svm: cells.svm, knn: cells.knn, 'extra-trees': cells.extra_trees };
  return withMeasures<JobRow>({
    key: text('key'),
    identity: text('identity'),
    kind: text('kind') as JobRow['kind'],
    data: text('data'),
    method: text('method'),
    variant: text('variant'),
    k: Number(cells.k),
    seed: Number(cells.seed),
    accuracies: Object.fromEntries(Object.entries(accuracies).filter(([, value]) => value !== null)) as Record<
      string,
      number
    >,
    features: json('features'),
    options: json('options'),
    sample: json('sample') ?? null,
    selectSeconds: Number(cells.select_seconds),
    evaluateSeconds: Number(cells.evaluate_seconds),
    scaling: text('scaling') as JobRow['scaling'],
    dataSha256: text('data_sha256'),
    code: text('code'),
    ...(cells.peak_bytes !== null && { peakBytes: Number(cells.peak_bytes) }),
    ...(cells.error !== null && { error: json('error') }),
    ...(cells.details !== null && { details: json('details') }),
  });
}
