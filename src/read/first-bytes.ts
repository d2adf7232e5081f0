/** How files of the formats begin, apart from their readers, so that to tell a format loads no other. */

export function isParquet(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'PAR1';
}

/** A file of Arrow or Feather version 2 begins with a word, a stream with a mark of four bytes before its first message. */
export function isArrow(bytes: Uint8Array): boolean {
  return isArrowFile(bytes) || (bytes.length >= 8 && bytes.subarray(0, 4).every((byte) => byte === 0xff));
}

export function isArrowFile(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 6)) === 'ARROW1';
}

/** Level 5 files start with text and end their header of 128 bytes with the version 1 and a byte order mark. */
export function isMat5(bytes: Uint8Array): boolean {
  if (bytes.length < 128) return false;
  const mark = String.fromCharCode(bytes[126], bytes[127]);
  const version = mark === 'IM' ? bytes[125] : mark === 'MI' ? bytes[124] : 0;
  return version === 1;
}

export function isRData(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start.subarray(0, 5));
  if (text === 'RDX2\n' || text === 'RDX3\n') return true;
  return text === 'X\n\0\0\0' && (start[5] === 2 || start[5] === 3);
}

export function isGct(start: string): boolean {
  return /^#1\.[23]\s*\r?\n\d+\t\d+/.test(start);
}

export function isMatrixMarket(start: string): boolean {
  return /^%%MatrixMarket\s/i.test(start);
}

export function isSeriesMatrix(start: string): boolean {
  return /^!(Series|Sample)_\w+\t/.test(start);
}
