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
    throw new UserError('data', `${path} is no selection: expected the selection.json that neurofs select writes`);
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
