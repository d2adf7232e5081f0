/** The files a user gave, as a table: one file, or the images and labels of an IDX pair. */
import { UserError } from '../errors.js';
import type { ReadOptions } from '../read/read-table.js';
import { type BlobSource, openBlobSource } from '../read/source/blob-source.js';
import type { ReadProgress } from '../read/source/source.js';
import type { Table } from '../types.js';

export interface NamedBlob {
  readonly name: string;
  readonly blob: Blob;
}

export interface OpenedFiles {
  readonly table: Table;
  readonly format: string;
  readonly file: NamedBlob;
}

/** How files are read where that is not left to the reader. */
export type ReadSettings = Pick<ReadOptions, 'delimiter' | 'decimal' | 'header' | 'transpose' | 'x' | 'missingMarks'>;

export interface OpenOptions extends ReadSettings {
  readonly target?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
}

export async function openFiles(files: readonly NamedBlob[], options: OpenOptions = {}): Promise<OpenedFiles> {
  const { file, labels } = pairFiles(files);
  // The readers are a third of the program, and are fetched when a file is there to be read.
  const { readTable } = await import('../read/read-table.js');
  const source = await openBlobSource(file.name, file.blob);
  const beside: { labels?: BlobSource } = labels ? { labels: await openBlobSource(labels.name, labels.blob) } : {};
  const { table, format } = await readTable(source, { ...options, ...beside });
  if (format === 'idx' && labels === undefined) {
    throw new UserError(
      'usage',
      `${file.name} holds images or labels alone; give both at once: names as train-images-idx3-ubyte and train-labels-idx1-ubyte`,
    );
  }
  return { table, format: source.isGzip ? `${format}.gz` : format, file };
}

/** Names as MNIST's: train-images-idx3-ubyte and train-labels-idx1-ubyte. */
function pairFiles(files: readonly NamedBlob[]): { file: NamedBlob; labels?: NamedBlob } {
  if (files.length === 1) return { file: files[0] };
  const labels = files.find(({ name }) => /labels[-.]idx1/.test(name));
  const file = files.find(({ name }) => /images[-.]idx3/.test(name));
  if (files.length === 2 && labels && file) return { file, labels };
  throw new UserError('usage', `give one file, or an IDX file of images with its labels. Got ${files.length} files`);
}
