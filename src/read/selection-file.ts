/** Reads back the selection.json that a selection has written. */
import { UserError } from '../errors.js';

export interface StoredSelection {
  /** Best first. */
  readonly names: readonly string[];
  readonly seed: number | undefined;
  /** SHA-256 of the file the selection was made on, in hexadecimal. */
  readonly checksum: string | undefined;
  readonly dataName: string | undefined;
  readonly trainRowCount: number | undefined;
}

/** `path` is for the messages. */
export function readSelectionFile(text: string, path: string): StoredSelection {
  const value = parse(text, path);
  if (!isRecord(value) || value.format !== 'neurofs-selection' || !Array.isArray(value.features)) {
    throw new UserError(
      'data',
      `${path} is not a selection: expected the selection.json that neurofs select writes. Got ${describe(value)}`,
    );
  }
  const names = value.features.map((feature: unknown, place) => {
    if (isRecord(feature) && typeof feature.name === 'string') return feature.name;
    throw new UserError('data', `${path}: feature ${place + 1} has no name`);
  });
  const data = isRecord(value.data) ? value.data : {};
  return {
    names,
    seed: typeof value.seed === 'number' ? value.seed : undefined,
    checksum: typeof data.sha256 === 'string' ? data.sha256 : undefined,
    dataName: typeof data.file === 'string' ? data.file : undefined,
    trainRowCount: typeof data.trainRowCount === 'number' ? data.trainRowCount : undefined,
  };
}

/** What a JSON file holds instead: its format where it names one, else its keys. */
function describe(value: unknown): string {
  if (!isRecord(value)) return Array.isArray(value) ? 'a list' : `a ${value === null ? 'null' : typeof value}`;
  if (typeof value.format === 'string') return `a file of the format "${value.format}"`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with the keys ${keys.slice(0, 5).join(', ')}`;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError('data', `${path} is not JSON: ${(error as Error).message}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
