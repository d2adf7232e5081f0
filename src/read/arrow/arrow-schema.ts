/** The columns of an Arrow stream (Schema.fbs of Apache Arrow): what their cells are and how they are stored. */
import { UserError } from '../../errors.js';
import type { FlatTable } from './flatbuffer.js';

export type ArrowStorage =
  | { readonly as: 'int'; readonly bits: number; readonly isSigned: boolean }
  | { readonly as: 'float'; readonly bits: number }
  | { readonly as: 'bool' }
  | { readonly as: 'null' }
  | { readonly as: 'text'; readonly offsetBits: 32 | 64 }
  | { readonly as: 'text-view' };

export interface ArrowColumn {
  readonly name: string;
  /** What its cells are, once they are looked up in a dictionary. */
  readonly values: ArrowStorage;
  /** What is stored in batches: the values themselves, or places in a dictionary. */
  readonly stored: ArrowStorage;
  readonly dictionary: number | undefined;
  /** Milliseconds in one unit, where the numbers are dates. */
  readonly dateUnit: number | undefined;
}

const typeNames = [
  'NONE',
  'Null',
  'Int',
  'FloatingPoint',
  'Binary',
  'Utf8',
  'Bool',
  'Decimal',
  'Date',
  'Time',
  'Timestamp',
  'Interval',
  'List',
  'Struct',
  'Union',
  'FixedSizeBinary',
  'FixedSizeList',
  'Map',
  'Duration',
  'LargeBinary',
  'LargeUtf8',
  'LargeList',
  'RunEndEncoded',
  'BinaryView',
  'Utf8View',
];
const timestampUnits = [1000, 1, 1e-3, 1e-6];
const millisecondsADay = 86_400_000;

export function readColumns(schema: FlatTable, sourceName: string): ArrowColumn[] {
  if (schema.short(0) !== 0)
    throw new UserError('data', `${sourceName}: is written in big-endian order, which is not supported`);
  return schema.tables(1).map((field) => {
    const name = field.text(0);
    const { storage: values, dateUnit } = storageOf(field, name, sourceName);
    const encoding = field.table(4);
    if (!encoding) return { name, values, stored: values, dictionary: undefined, dateUnit };
    const index = encoding.table(1);
    const stored: ArrowStorage = { as: 'int', bits: index?.int(0) ?? 32, isSigned: (index?.byte(1) ?? 1) !== 0 };
    return { name, values, stored, dictionary: encoding.long(0), dateUnit };
  });
}

function storageOf(
  field: FlatTable,
  name: string,
  sourceName: string,
): { storage: ArrowStorage; dateUnit: number | undefined } {
  const typeName = typeNames[field.byte(2)] ?? 'unknown';
  const type = field.table(3);
  const plain = (storage: ArrowStorage) => ({ storage, dateUnit: undefined });
  switch (typeName) {
    case 'Null':
      return plain({ as: 'null' });
    case 'Bool':
      return plain({ as: 'bool' });
    case 'Int':
      return plain({ as: 'int', bits: type?.int(0) ?? 0, isSigned: (type?.byte(1) ?? 0) !== 0 });
    case 'FloatingPoint':
      return plain({ as: 'float', bits: [16, 32, 64][type?.short(0) ?? 0] ?? 0 });
    case 'Utf8':
      return plain({ as: 'text', offsetBits: 32 });
    case 'LargeUtf8':
      return plain({ as: 'text', offsetBits: 64 });
    case 'Utf8View':
      return plain({ as: 'text-view' });
    case 'Date': {
      const isDays = (type?.short(0, 1) ?? 1) === 0;
      return {
        storage: { as: 'int', bits: isDays ? 32 : 64, isSigned: true },
        dateUnit: isDays ? millisecondsADay : 1,
      };
    }
    case 'Timestamp':
      return { storage: { as: 'int', bits: 64, isSigned: true }, dateUnit: timestampUnits[type?.short(0) ?? 0] ?? 1 };
    default:
      throw new UserError(
        'data',
        `${sourceName}: column "${name}" is of the Arrow type ${typeName}, which is not supported; leave it out or convert it`,
      );
  }
}
