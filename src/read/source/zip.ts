/**
 * The files of a zip archive, unpacked one at a time with turns for the event loop (APPNOTE.TXT, PKWARE; stored and
 * deflated, with the 64-bit sizes that numpy writes). Sizes are checked before anything is unpacked, and again while it is.
 */
import { UserError } from '../../errors.js';
import { type InflateOptions, inflateLimited } from './inflate.js';
import { tooLarge } from './read-all.js';

export interface ZipFile {
  readonly name: string;
  /** Its bytes, unpacked. */
  read(): Promise<Uint8Array>;
}

export interface ZipOptions extends InflateOptions {
  /** The files that are of use; others cost nothing. */
  readonly isWanted: (name: string) => boolean;
}

const [endMark, endMark64, entryMark, fileMark] = [0x06054b50, 0x06064b50, 0x02014b50, 0x04034b50];
const [endBytes, locatorBytes, entryBytes, fileBytes] = [22, 20, 46, 30];
const [stored, deflated] = [0, 8];
/** A field that has no room for its number, which then stands elsewhere. */
const [wide16, wide32] = [0xffff, 0xffffffff];

export function openZip(bytes: Uint8Array, options: ZipOptions): ZipFile[] {
  try {
    const files = listFiles(bytes).filter(({ name }) => options.isWanted(name));
    if (files.reduce((sum, { size }) => sum + size, 0) > options.limit) throw tooLarge(options.name, options.limit);
    return files.map(({ name, method, size, packed }) => ({
      name,
      read: () => unpack(method, packed, size, options),
    }));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw damaged(options.name, (error as Error).message);
  }
}

function damaged(name: string, why: string): UserError {
  return new UserError('data', `${name}: cannot be unzipped (${why}); is the file damaged?`);
}

/** What a damaged archive says of the size of a file is not believed: what comes out must be of that size. */
async function unpack(method: number, packed: Uint8Array, size: number, options: InflateOptions): Promise<Uint8Array> {
  const { name } = options;
  if (method !== stored && method !== deflated) throw damaged(name, `compression method ${method} is not known`);
  const bytes = method === stored ? packed : await inflateLimited(packed, options);
  if (bytes.length !== size) throw damaged(name, `a file of ${size} bytes has ${bytes.length}`);
  return bytes;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly packed: Uint8Array;
}

function listFiles(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, from } = findDirectory(view);
  const entries: Entry[] = [];
  let at = from;
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== entryMark) throw new RangeError('its list of files is cut short');
    const nameLength = view.getUint16(at + 28, true);
    const extraFrom = at + entryBytes + nameLength;
    const extraTo = extraFrom + view.getUint16(at + 30, true);
    const wide = wideFields(view, extraFrom, extraTo);
    const field = (offset: number) => {
      const value = view.getUint32(at + offset, true);
      return value === wide32 ? (wide.shift() ?? value) : value;
    };
    // In this order they stand among the wide fields.
    const [size, packedSize, start] = [field(24), field(20), field(42)];
    const name = new TextDecoder().decode(bytes.subarray(at + entryBytes, extraFrom));
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      size,
      packed: packedBytes(bytes, view, start, packedSize),
    });
    at = extraTo + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The list of files is found from the end, behind which a comment may stand. */
function findDirectory(view: DataView): { count: number; from: number } {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - wide16); at--) {
    if (view.getUint32(at, true) !== endMark) continue;
    const [count, from] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
    if (count !== wide16 && from !== wide32) return { count, from };
    const end64 = Number(view.getBigUint64(at - locatorBytes + 8, true));
    if (view.getUint32(end64, true) !== endMark64) throw new RangeError('its list of files is cut short');
    return { count: Number(view.getBigUint64(end64 + 32, true)), from: Number(view.getBigUint64(end64 + 48, true)) };
  }
  throw new RangeError('its end is missing');
}

/** Sizes and places that need 64 bits. */
function wideFields(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; ) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === 1) {
      return Array.from({ length: Math.min(3, length >> 3) }, (_, i) =>
        Number(view.getBigUint64(at + 4 + 8 * i, true)),
      );
    }
    at += 4 + length;
  }
  return [];
}

function packedBytes(bytes: Uint8Array, view: DataView, start: number, size: number): Uint8Array {
  if (view.getUint32(start, true) !== fileMark) throw new RangeError('a file is not where its list says');
  const from = start + fileBytes + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (from + size > bytes.length) throw new RangeError('a file is cut short');
  return bytes.subarray(from, from + size);
}
