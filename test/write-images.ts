/** Writes large IDX files quickly, for tests and benches of data larger than memory. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytesMatrix } from './stored-array.js';

/** IDX files of single-precision images, sorted by class in four equal parts of whole chunks. */
export function writeImages(folder: string, name: string, rowCount: number, side: number): string {
  const columnCount = side * side;
  const header = (type: number, extents: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(4 + 4 * extents.length);
    bytes[2] = type;
    bytes[3] = extents.length;
    for (const [at, extent] of extents.entries()) bytes.writeUInt32BE(extent, 4 + 4 * at);
    return bytes;
  };
  const labels = Uint8Array.from({ length: rowCount }, (_, row) => Math.floor((row * 4) / rowCount));
  writeFileSync(join(folder, `${name}-labels-idx1-ubyte`), Buffer.concat([header(8, [rowCount]), labels]));
  const path = join(folder, `${name}-images-idx3-ubyte`);
  const file = openSync(path, 'w');
  writeSync(file, header(0x0d, [rowCount, side, side]));
  const chunkRows = 200;
  const chunks = [0, 1, 2, 3].map((label) => noisyRows(chunkRows, columnCount, label));
  for (let row = 0; row < rowCount; row += chunkRows) writeSync(file, chunks[labels[row]]);
  closeSync(file);
  return path;
}

/** Rows of one class, big-endian. The noise is the same in every chunk: it is the signal that is to be found. */
function noisyRows(rowCount: number, columnCount: number, label: number): Buffer {
  const { values } = bytesMatrix(rowCount, columnCount);
  const rows = Buffer.alloc(4 * values.length);
  values.forEach((noise: number, at: number) => {
    rows.writeFloatBE(noise + ((at % columnCount) % 16 === 0 ? 60 * label : 0), 4 * at);
  });
  return rows;
}
