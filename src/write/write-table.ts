/** A reduced table in any of the formats that are written. */
import { writeArrow } from './arrow.js';
import { writeCsv } from './csv.js';
import { writeH5ad } from './h5ad.js';
import { writeNpz } from './npz.js';
import { writeParquet } from './parquet.js';
import type { ReducedTable } from './reduced-table.js';

export const writtenFormats = ['csv', 'parquet', 'arrow', 'h5ad', 'npz'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** The content of the file in pieces; the formats that can be are made as they are asked for. */
export async function writeTable(table: ReducedTable, format: WrittenFormat): Promise<Iterable<string | Uint8Array>> {
  switch (format) {
    case 'csv':
      return writeCsv(table);
    case 'parquet':
      return writeParquet(table);
    case 'arrow':
      return writeArrow(table);
    case 'h5ad':
      return writeH5ad(table);
    case 'npz':
      return writeNpz(table);
  }
}
