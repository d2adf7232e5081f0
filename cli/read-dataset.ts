/** Reads the file that a command names and makes it ready for learning. */
import { loadTable } from '../node/load-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { UserError } from '../src/errors.js';
import type { Dataset, Table } from '../src/types.js';
import type { DataOptions } from './data-options.js';
import type { Surroundings } from './surroundings.js';
import type { Progress } from './terminal.js';

export interface Loaded {
  readonly table: Table;
  readonly dataset: Dataset;
  readonly checksum: string;
  readonly seconds: number;
}

export async function readDataset(
  path: string,
  options: DataOptions,
  { signal, now }: Surroundings,
  progress: Progress,
): Promise<Loaded> {
  const { target, missing, leaveOut = [], keep = [], groupBy } = options;
  const started = now();
  progress.stage('Reading');
  const { table, file } = await loadTable(path, {
    signal,
    target,
    ...(groupBy !== undefined && { groupBy }),
    onProgress: ({ fraction }) => fraction !== undefined && progress.share(fraction),
  });
  const encoded = encodeTable(table, { target, missing, leaveOut, keep, ...(groupBy !== undefined && { groupBy }) });
  const dataset = withImageShape(encoded, options.imageShape);
  return { table, dataset, checksum: file.sha256, seconds: (now() - started) / 1000 };
}

function withImageShape(dataset: Dataset, shape: readonly [number, number] | undefined): Dataset {
  if (shape === undefined) return dataset;
  const [height, width] = shape;
  const featureCount = dataset.featureNames.length;
  if (height * width === featureCount) return { ...dataset, imageShape: shape };
  const wanted = `${height}x${width} has ${height * width} pixels`;
  throw new UserError('usage', `--image-shape ${wanted}, but the data has ${featureCount} features`);
}
