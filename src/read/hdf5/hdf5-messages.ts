/** What is said between the reader of an HDF5 file, a worker that may be ended at any moment, and whoever watches it. */
import type { UserErrorCode } from '../../errors.js';
import type { Table } from '../../types.js';
import type { MatrixOptions } from '../matrix-table.js';

/** A file to read: by its path where the worker can open it, or its bytes. */
export interface Hdf5Order {
  readonly name: string;
  readonly file: string | Uint8Array;
  readonly isMatlab: boolean;
  readonly options: MatrixOptions;
  /** Bytes that the table may take. */
  readonly maxBytes: number;
  /** Bytes that HDF5's own memory may grow to. */
  readonly libraryBytes: number;
}

export type Hdf5News =
  | { readonly kind: 'progress' }
  /** `isReusable`: the worker may read another file. After a failure it may not: HDF5 keeps parts of the damaged one. */
  | { readonly kind: 'table'; readonly table: Table; readonly isReusable: boolean }
  | { readonly kind: 'failure'; readonly code: UserErrorCode; readonly message: string };
