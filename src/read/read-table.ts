/**
 * Bytes -> Table, whatever the format: the one entry to `read/`. The code of a format is loaded when a file of it is read, so that
 * nobody waits for that of the others.
 */
import { UserError } from '../errors.js';
import { inTurns } from '../turns.js';
import type { Table } from '../types.js';
import { joinTables } from './arrange/join.js';
import { markMissing } from './arrange/mark-missing.js';
import { nameFeatures } from './arrange/name-features.js';
import { transposeTable } from './arrange/transpose.js';
import type { ArrowOptions } from './arrow/arrow.js';
import type { CsvOptions } from './csv/csv.js';
import { detectFormat, type Format, startBytes } from './detect-format.js';
import type { MatrixMarketOptions } from './genomics/matrix-market.js';
import type { Hdf5Options } from './hdf5/hdf5.js';
import { namesApart } from './names-apart.js';
import type { ParquetOptions } from './parquet/parquet.js';
import { type ByteSource, readStart } from './source/source.js';
import type { ArffOptions } from './text/arff.js';
import type { JsonOptions } from './text/json-lines.js';
import type { SvmlightOptions } from './text/svmlight.js';
import { asUtf8 } from './text/utf16.js';

/**
 * Options of all formats; each reader takes those that concern it. `target` is the column (or variable) to predict:
 * it is kept out of the matrix, and so are `event`, `weights`, `groupBy` and `id`.
 */
export interface ReadOptions
  extends Omit<CsvOptions, 'apart'>,
    Omit<ArffOptions, 'apart'>,
    Omit<JsonOptions, 'apart'>,
    Omit<ParquetOptions, 'apart'>,
    Omit<ArrowOptions, 'apart'>,
    Omit<Hdf5Options, 'apart'>,
    Pick<MatrixMarketOptions, 'features' | 'barcodes'>,
    SvmlightOptions {
  readonly format?: Format;
  readonly event?: string;
  readonly weights?: string;
  readonly groupBy?: string;
  /** The column that names the rows. */
  readonly id?: string;
  /** The file has a line for every feature and a column for every sample: rows become columns. */
  readonly transpose?: boolean;
  /** The names of the features, one a line, for files that have none. */
  readonly nameFile?: ByteSource;
  /** What stands for a missing cell in this file, besides the usual words: `.`, `-99`. */
  readonly missingMarks?: readonly string[];
  /** A second file whose columns are added to the rows by their names, such as a phenotype file. */
  readonly with?: ByteSource;
  /** The column both files have; found by itself where it is not given. */
  readonly on?: string;
  /** The file of labels of an IDX file of images. */
  readonly labels?: ByteSource;
}

/** The options that say how one file is read, for those who hand them on. */
export const readOptionNames = [
  'target',
  'event',
  'weights',
  'groupBy',
  'id',
  'x',
  'names',
  'format',
  'delimiter',
  'decimal',
  'header',
  'transpose',
  'missingMarks',
  'on',
] as const satisfies readonly (keyof ReadOptions)[];

/** What differs between Node and a browser. */
export interface ReadTools {
  readHdf5(source: ByteSource, isMatlab: boolean, options: Hdf5Options): Promise<Table>;
  readParquet(source: ByteSource, options: ParquetOptions): Promise<Table>;
}

const browserTools: ReadTools = {
  readHdf5: async (...given) => (await import('./hdf5/read-hdf5-bytes.js')).readHdf5Bytes(...given),
  readParquet: async (...given) => (await import('./parquet/parquet.js')).readParquet(...given),
};

export interface ReadTable {
  readonly table: Table;
  readonly format: Format;
}

export async function readTable(
  source: ByteSource,
  options: ReadOptions = {},
  tools: ReadTools = browserTools,
): Promise<ReadTable> {
  const stored = await readStart(source, startBytes);
  const text = asUtf8(source, stored);
  const start = text === source ? stored : await readStart(text, startBytes);
  if (start.length === 0) throw new UserError('data', `${source.name}: the file is empty`);
  const format = options.format ?? detectFormat(start, source.name);
  if (options.collector) refuseLarge(format, source, options.collector.room(1));
  const { with: beside, on, signal, transpose, missingMarks = [] } = options;
  const second = beside && (await readTable(beside, { ...(signal && { signal }) }, tools)).table;
  const own = second ? withoutColumnsOf(second, options) : options;
  const read = await readFormat(format, text, own, tools);
  const first = options.nameFile ? await nameFeatures(read, options.nameFile, source.name) : read;
  const turned = transpose === true ? await inTurns(transposeTable(first, source.name), signal) : first;
  const joined = second
    ? joinTables({ first: turned, second, on, firstName: source.name, secondName: beside.name })
    : turned;
  // However the table is arranged, the file was read in this way.
  const { layout, matrices } = read;
  const table = { ...markMissing(joined, missingMarks), ...(layout && { layout }), ...(matrices && { matrices }) };
  return { table, format };
}

/** What the second file has is not looked for in the first. */
function withoutColumnsOf(second: Table, options: ReadOptions): ReadOptions {
  const known = new Set(second.columnOrder);
  const special = ['target', 'event', 'weights', 'groupBy', 'id'] as const;
  const entries = Object.entries(options).filter(
    ([key, value]) => !(special.some((name) => name === key) && known.has(value as string)),
  );
  return Object.fromEntries(entries) as ReadOptions;
}

/** Formats that are read row by row, so that they may be larger than memory. */
const streamedFormats: readonly Format[] = ['csv', 'arff', 'json', 'npy', 'idx', 'parquet'];

function refuseLarge(format: Format, source: ByteSource, room: number): void {
  if (streamedFormats.includes(format) || (source.size ?? 0) <= room) return;
  throw new UserError(
    'data',
    `${source.name}: a file of format ${format} is read as a whole, and its ${source.size?.toLocaleString('en')} bytes do not fit in memory`,
    {
      advice: [
        { option: 'memory', verb: 'raise' },
        'convert the file to Parquet, CSV or .npy, which are read row by row',
      ],
    },
  );
}

async function readFormat(format: Format, source: ByteSource, options: ReadOptions, tools: ReadTools): Promise<Table> {
  const withApart = { ...options, apart: namesApart(options) };
  switch (format) {
    case 'csv':
      return (await import('./csv/csv.js')).readCsv(source, withApart);
    case 'arff':
      return (await import('./text/arff.js')).readArff(source, withApart);
    case 'json':
      return (await import('./text/json-lines.js')).readJsonLines(source, withApart);
    case 'svmlight':
      return (await import('./text/svmlight.js')).readSvmlight(source, options);
    case 'npy':
      return (await import('./numpy/numpy.js')).readNpyTable(source, options);
    case 'npz':
      return (await import('./numpy/numpy.js')).readNpz(source, options);
    case 'mat5':
      return (await import('./matlab/mat5.js')).readMat5(source, options);
    case 'idx':
      return (await import('./numpy/idx.js')).readIdx([{ images: source, labels: options.labels }], options);
    case 'parquet':
      return tools.readParquet(source, withApart);
    case 'arrow':
      return (await import('./arrow/arrow.js')).readArrow(source, withApart);
    case 'xlsx':
      return (await import('./xlsx/xlsx.js')).readXlsx(source, withApart);
    case 'r':
      return (await import('./r/r-table.js')).readRData(source, withApart);
    case 'gct':
      return (await import('./genomics/gct.js')).readGct(source, options);
    case 'geo':
      return (await import('./genomics/series-matrix.js')).readSeriesMatrix(source, options);
    case 'mtx':
      return (await import('./genomics/matrix-market.js')).readMatrixMarket(source, options);
    case 'mat73':
    case 'hdf5':
      return tools.readHdf5(source, format === 'mat73', withApart);
  }
}
