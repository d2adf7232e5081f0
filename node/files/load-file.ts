/** Loads a file of any format that neurofs reads into a Table. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../src/errors.js';
import { type ReadOptions, type ReadTools, readTable } from '../../src/read/read-table.js';
import type { Table } from '../../src/types.js';
import { type FileSource, type FileSourceOptions, openFileSource } from './file-source.js';
import { findTenX } from './ten-x-folder.js';

export interface LoadOptions
  extends Omit<ReadOptions, 'labels' | 'with' | 'nameFile' | 'features' | 'barcodes'>,
    FileSourceOptions {
  /** The file of labels of an IDX file; found by its name beside the images where it is not given. */
  readonly labels?: string;
  /** A second file whose columns are added to the rows by their names. */
  readonly with?: string;
  /** A file with the names of the features, or the variable that holds them. */
  readonly names?: string;
}

/** A table and the file it came from. */
export interface LoadedFileTable {
  readonly table: Table;
  readonly file: LoadedFile;
}

/** What the report says about the file. */
export interface LoadedFile {
  readonly path: string;
  readonly format: string;
  readonly bytes: number;
  /** SHA-256 of the stored file, in hex. */
  readonly sha256: string;
  readonly modified: Date;
}

const nodeTools: ReadTools = {
  readHdf5: async (...given) => (await import('./read-hdf5-file.js')).readHdf5File(...given),
  async readParquet(source, options) {
    const { checkParquetFooter, readParquet } = await import('../../src/read/parquet/parquet.js');
    const { readParquetFile } = await import('../sql/duckdb.js');
    await checkParquetFooter(source, options);
    try {
      return await readParquetFile((source as FileSource).path, options);
    } catch (error) {
      const isAbsent = error instanceof UserError && error.code === 'failure';
      if (!isAbsent) throw error;
      return readParquet(source, options);
    }
  },
};

export async function loadFile(path: string, options: LoadOptions = {}): Promise<LoadedFileTable> {
  const { labels: labelsPath, with: withPath, names, ...rest } = options;
  const tenX = await findTenX(path);
  const source = await openFileSource(tenX?.matrix ?? path, options);
  const labels = await openLabels(path, labelsPath);
  const second = withPath === undefined ? undefined : await openFileSource(withPath, options);
  const read = {
    ...rest,
    ...(labels && { labels }),
    ...(second && { with: second }),
    ...(names !== undefined && (existsSync(names) ? { nameFile: await openFileSource(names) } : { names })),
    ...(tenX && { features: await openFileSource(tenX.features), barcodes: await openFileSource(tenX.barcodes) }),
  };
  // What is wrong with a file that changed meanwhile says nothing about the file.
  const { table, format } = await readTable(source, read, nodeTools).catch(async (error: unknown) => {
    await source.checkUnchanged();
    throw error;
  });
  const sha256 = source.sha256() ?? (await hashFile(source.path));
  for (const each of [source, labels, second]) await each?.checkUnchanged();
  const shown = source.isGzip ? `${format}.gz` : format;
  return { table, file: { path, format: shown, bytes: source.size, sha256, modified: source.modified } };
}

async function openLabels(path: string, given: string | undefined): Promise<FileSource | undefined> {
  const labels = given ?? labelsBeside(path);
  return labels === undefined ? undefined : openFileSource(labels);
}

/** MNIST's names: train-images-idx3-ubyte stands beside train-labels-idx1-ubyte. */
export function labelsBeside(path: string): string | undefined {
  const name = basename(path);
  const labelName = name.replace(/images([-.])idx3/, 'labels$1idx1');
  const labels = join(dirname(path), labelName);
  return labelName !== name && existsSync(labels) ? labels : undefined;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}
