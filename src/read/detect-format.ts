/** Tells the format of a file by its first bytes, and by its name only where text could be several things. */
import { UserError } from '../errors.js';
import { isArrow, isGct, isMat5, isMatrixMarket, isParquet, isRData, isSeriesMatrix } from './first-bytes.js';
import { isIdx } from './numpy/idx.js';
import { isNpy } from './numpy/npy.js';

export const formats = [
  'csv',
  'svmlight',
  'arff',
  'json',
  'npy',
  'npz',
  'mat5',
  'mat73',
  'hdf5',
  'idx',
  'parquet',
  'arrow',
  'xlsx',
  'r',
  'gct',
  'geo',
  'mtx',
] as const;
export type Format = (typeof formats)[number];

/** How many bytes `detectFormat` wants to see. */
export const startBytes = 8192;

/** `start` is the start of the content, decompressed. */
export function detectFormat(start: Uint8Array, name: string): Format {
  if (isNpy(start)) return 'npy';
  if (isParquet(start)) return 'parquet';
  if (isArrow(start)) return 'arrow';
  if (asText(start, 19).startsWith('MATLAB 7.3 MAT-file')) return 'mat73';
  if (isMat5(start)) return 'mat5';
  if (isHdf5(start)) return 'hdf5';
  if (isIdx(start)) return 'idx';
  if (isRData(start)) return 'r';
  if (asText(start, 4) === 'PK\u0003\u0004') return zipFormat(start, name);
  const known = knownButUnread(start);
  if (known) throw new UserError('data', `${name}: ${known}`);
  return textFormat(new TextDecoder().decode(start).replace(/^\ufeff/, ''), name);
}

function isHdf5(start: Uint8Array): boolean {
  const signature = '\u0089HDF\r\n\u001a\n';
  return [0, 512, 1024, 2048].some((at) => asText(start.subarray(at), 8) === signature);
}

/** A zip is told by its first member: .npy arrays, or something to be unpacked or exported first. */
function zipFormat(start: Uint8Array, name: string): Format {
  const nameLength = start[26] + 256 * start[27];
  const member = asText(start.subarray(30), nameLength);
  if (member.endsWith('.npy')) return 'npz';
  if (/^(\[Content_Types\]|xl\/|_rels\/|docProps\/)/.test(member)) {
    if (/\.(docx|pptx)$/i.test(name)) throw new UserError('data', `${name}: is an Office document, not a table`);
    return 'xlsx';
  }
  if (member === 'mimetype') {
    throw new UserError('data', `${name}: is an OpenDocument file; save it as .xlsx or CSV`);
  }
  throw new UserError('data', `${name}: is a zip holding "${member}"; unpack it first`);
}

function knownButUnread(start: Uint8Array): string | undefined {
  const text = asText(start, 16);
  if (text.startsWith('FEA1')) return 'is Feather version 1; write it again with a current pyarrow';
  if (text.startsWith('BZh')) return `is compressed by bzip2; unpack it first, or in R save it with compress = "gzip"`;
  if (text.startsWith('\u00fd7zXZ'))
    return `is compressed by xz; unpack it first, or in R save it with compress = "gzip"`;
  if (text.startsWith('(\u00b5/\u00fd')) return 'is compressed by Zstandard; unpack it first';
  if (text.startsWith('SQLite format 3')) return 'is an SQLite database; export the table to CSV or Parquet';
  if (/^(RD[AB]\d\n|A\n[23]\n)/.test(text)) {
    return 'is an R data file in text or native form; save it with ascii = FALSE, or as CSV';
  }
  if (text.startsWith('\u00d0\u00cf\u0011\u00e0'))
    return 'is a workbook of Excel before 2007 (.xls); save it as .xlsx or CSV';
  if (text.startsWith('$FL2') || text.startsWith('$FL3')) return 'is an SPSS file; write it as CSV or Parquet';
  if (text.startsWith('<stata_dta>')) return 'is a Stata file; write it as CSV (export delimited)';
  if (start[0] === 0x80 && start[1] >= 2 && start[1] <= 5) {
    return 'is a Python pickle, which can run code when it is opened; write it with to_parquet or numpy.savez';
  }
  if (text.startsWith('##fileformat=VC'))
    return 'is a VCF file of variants; write a table of genotypes, samples in rows';
  if (text.startsWith('CDF') || text.startsWith('\u0089CDF'))
    return 'is a NetCDF file; write the table as CSV or Parquet';
  return undefined;
}

/** A first row of a label and at least one index:value pair. */
const svmlightRow = /^[^\s,;:]+(\s+qid:\d+)?(\s+\d+:[^\s:,;]+)+\s*$/;

function textFormat(text: string, name: string): Format {
  if (isMatrixMarket(text)) return 'mtx';
  if (isGct(text)) return 'gct';
  if (isSeriesMatrix(text)) return 'geo';
  const lines = text.split(/\r?\n|\r/);
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('%')) ?? '';
  if (/^@(relation|attribute)\b/i.test(first)) return 'arff';
  if (first.startsWith('{') || /^\[\s*(\{|$)/.test(first)) return 'json';
  const row = lines.map((line) => line.split('#', 1)[0].trim()).find((line) => line !== '') ?? '';
  const isCut = lines.length === 1;
  if (svmlightRow.test(isCut ? row.replace(/\s+\S*$/, '') : row)) return 'svmlight';
  if (/\.(svm|svmlight|libsvm)(\.gz)?$/i.test(name)) return 'svmlight';
  return 'csv';
}

function asText(bytes: Uint8Array, length: number): string {
  let text = '';
  for (let at = 0; at < Math.min(length, bytes.length); at++) text += String.fromCharCode(bytes[at]);
  return text;
}
