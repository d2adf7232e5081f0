/**
 * The folder that 10x Genomics' Cell Ranger writes: matrix.mtx, features.tsv (before version 3 genes.tsv) and barcodes.tsv,
 * each with or without .gz, and often with a prefix where several samples lie in one folder.
 */
import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../src/errors.js';

export interface TenXFiles {
  readonly matrix: string;
  readonly features: string;
  readonly barcodes: string;
}

const matrixName = /^(.*)matrix\.mtx(\.gz)?$/;

/** The three files of a folder, or of the folder around a matrix; undefined where the path is something else. */
export async function findTenX(path: string): Promise<TenXFiles | undefined> {
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) {
    return matrixName.test(basename(path)) ? filesBeside(dirname(path), basename(path)) : undefined;
  }
  const matrices = (await readdir(path)).filter((name) => matrixName.test(name));
  if (matrices.length === 0) return undefined;
  if (matrices.length > 1) {
    throw new UserError(
      'data',
      `${path}: holds several matrices (${matrices.slice(0, 3).join(', ')}); name one of them`,
    );
  }
  const found = filesBeside(path, matrices[0]);
  if (found) return found;
  throw new UserError(
    'data',
    `${path}: features.tsv (or genes.tsv) and barcodes.tsv are not both beside ${matrices[0]}`,
  );
}

function filesBeside(folder: string, matrix: string): TenXFiles | undefined {
  const [, prefix] = matrixName.exec(matrix)!;
  const find = (...names: readonly string[]) =>
    names
      .flatMap((name) => [`${name}.gz`, name])
      .map((name) => join(folder, `${prefix}${name}`))
      .find((name) => existsSync(name));
  const features = find('features.tsv', 'genes.tsv');
  const barcodes = find('barcodes.tsv');
  return features && barcodes ? { matrix: join(folder, matrix), features, barcodes } : undefined;
}
