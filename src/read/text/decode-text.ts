/**
 * Text of a file as UTF-8, and where it is not, as Windows-1252, the code of older spreadsheets (Latin-1 is part of it).
 * What one cell holds is decoded alone: in a Windows-1252 file, cells without special letters are the same in both.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

export class CellDecoder {
  /** The first text that was not UTF-8, as it was then read. */
  firstOther: string | undefined;

  decode(bytes: Uint8Array): string {
    try {
      return utf8.decode(bytes);
    } catch {
      const text = windows1252.decode(bytes);
      this.firstOther ??= text;
      return text;
    }
  }
}

/** What to tell the user, or nothing. */
export function encodingNotes(...decoders: readonly CellDecoder[]): string[] {
  const found = decoders.find(({ firstOther }) => firstOther !== undefined);
  if (found === undefined) return [];
  return [
    `the file is not UTF-8 and was read as Windows-1252, such as "${found.firstOther}"; if names look wrong, save it as UTF-8`,
  ];
}
