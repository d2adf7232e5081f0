/** A reduced table in any of the formats that are written; the code of each is loaded when it is. */
import type { ReducedTable } from './reduced-table.js';

export const writtenFormats = ['csv', 'parquet', 'arrow', 'h5ad', 'npz'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** The content of the file in pieces; the formats that can be are made as they are asked for. */
export async function writeTable(table: ReducedTable, format: WrittenFormat): Promise<Iterable<string | Uint8Array>> {
  switch (format) {
    case 'csv':
      return (await import('./csv.js')).writeCsv(table);
    case 'parquet':
      return (await import('./parquet.js')).writeParquet(table);
    case 'arrow':
      return (await import('./arrow.js')).writeArrow(table);
    case 'h5ad':
      return (await import('./h5ad.js')).writeH5ad(table);
    case 'npz':
      return (await import('./npz.js')).writeNpz(table);
  }
}
