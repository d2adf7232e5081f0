/**
 * How long and how much a read of an HDF5 file may take. HDF5's own library goes round in circles on some damaged
 * files and asks for memory without end on others, so that only someone outside can end it.
 */
import { UserError } from '../../errors.js';
import { heldLimit } from '../source/read-all.js';

export interface Hdf5Limits {
  /** Seconds without a sign of progress after which the file is given up. */
  readonly silentSeconds: number;
  /** Bytes that the table may take. */
  readonly maxBytes: number;
  /** Bytes that HDF5's own memory may grow to: it holds a slice and the chunks of the file that the slice touches. */
  readonly libraryBytes: number;
}

/** A slice is read in well under a second; a large file may make HDF5 look through much of it for one. */
const fewestSeconds = 8;
const bytesPerSecond = 50e6;

const fewestLibraryBytes = 2 ** 28;
const libraryBytesPerByte = 16;
/** More than WebAssembly can have. */
const mostLibraryBytes = 2 ** 32;

export function hdf5Limits(fileBytes: number, maxBytes: number | undefined): Hdf5Limits {
  const wanted = Math.max(maxBytes ?? 0, fewestLibraryBytes, libraryBytesPerByte * fileBytes);
  return {
    silentSeconds: fewestSeconds + fileBytes / bytesPerSecond,
    maxBytes: heldLimit(fileBytes, maxBytes),
    // In powers of two, so that one worker serves files of about one size.
    libraryBytes: Math.min(mostLibraryBytes, 2 ** Math.ceil(Math.log2(wanted))),
  };
}

/** HDF5 tells of an error as a stack of its functions; the innermost says what is wrong. */
export function damagedHdf5(name: string, error: unknown): UserError {
  const { message } = error as Error;
  const reasons = [...message.matchAll(/\bin \w+\(\): (.+)$/gm)];
  const [line] = message.split('\n', 1);
  // What WebAssembly says of a library that ended itself means nothing to a user.
  const reason = reasons.at(-1)?.[1] ?? (/^Aborted\(/.test(line) ? 'the HDF5 library gave up on it' : line);
  return new UserError('data', `${name}: cannot be read as HDF5 (${reason}); is the file damaged?`);
}

export function tookTooLong(name: string, { silentSeconds }: Hdf5Limits): UserError {
  return new UserError(
    'data',
    `${name}: HDF5 did not get on with this file for ${Math.round(silentSeconds)} seconds: it is damaged; write it again, or get another copy`,
  );
}

export function tookTooMuch(name: string, libraryBytes: number): UserError {
  return new UserError(
    'data',
    `${name}: HDF5 needs more than ${Math.round(libraryBytes / 2 ** 20)} MiB to read this file: it is damaged, or its chunks are too large`,
    { advice: [{ option: 'maxBytes', verb: 'raise', purpose: 'if you trust the file' }] },
  );
}
