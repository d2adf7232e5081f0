/**
 * All runs of the page in one file: JSON in which typed arrays, maps and files are marked, gzipped. It holds what a run is
 * made of and nothing that is executed; what is read from it is checked before the page uses it.
 */
import { fromBase64, toBase64 } from '../base64.js';
import { UserError } from '../errors.js';

export const projectFormat = 'neurofs-project';
export const projectVersion = 1;

const arrayTypes = { Float32Array, Float64Array, Int32Array, Uint8Array, Uint32Array, Uint16Array, Int8Array } as const;
type ArrayName = keyof typeof arrayTypes;

/** Larger projects are refused: a page cannot hold them. */
const mostBytes = 2 ** 30;

export async function writeProject(content: object): Promise<Blob> {
  const files = new Map<Blob, string>();
  await collectFiles(content, files);
  const text = JSON.stringify({ format: projectFormat, version: projectVersion, ...content }, (_, value) =>
    mark(value, files),
  );
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

export async function readProject(file: Blob, name: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await unzipped(file, name);
  let value: unknown;
  try {
    value = JSON.parse(text, (_, each) => unmark(each));
  } catch (error) {
    throw new UserError('data', `${name} is damaged: ${(error as Error).message}`);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  if (fields?.format !== projectFormat) throw new UserError('data', `${name} is not a project of NeuroFS Studio`);
  if (fields.version !== projectVersion) {
    throw new UserError('data', `${name} was saved by another version of NeuroFS Studio (format ${fields.version})`);
  }
  return fields;
}

async function unzipped(file: Blob, name: string): Promise<string> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: BlobPart[] = [];
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      if (bytes > mostBytes) throw new UserError('data', `${name} holds more than a page can take (1 GB)`);
      pieces.push(part.value);
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('data', `${name} is damaged: it cannot be unzipped`);
  }
  return new Blob(pieces).text();
}

/** Files are read before anything is written, since writing JSON cannot wait. */
async function collectFiles(value: unknown, files: Map<Blob, string>): Promise<void> {
  if (value instanceof Blob) {
    if (!files.has(value)) files.set(value, toBase64(new Uint8Array(await value.arrayBuffer())));
    return;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const each of value instanceof Map ? value.values() : Object.values(value)) await collectFiles(each, files);
}

function mark(value: unknown, files: ReadonlyMap<Blob, string>): unknown {
  if (value instanceof Blob) return { $: 'file', data: files.get(value) };
  if (value instanceof Map) return { $: 'map', data: [...value] };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', data: String(value) };
  if (!ArrayBuffer.isView(value)) return value;
  const name = value.constructor.name;
  if (!(name in arrayTypes)) throw new Error(`a project cannot hold a ${name}`);
  return { $: name, data: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
}

function unmark(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$' in value) || !('data' in value)) return value;
  const { $: kind, data } = value;
  if (kind === 'file') return new Blob([fromBase64(String(data))]);
  if (kind === 'map') return new Map(data as [unknown, unknown][]);
  if (kind === 'number') return Number(data);
  const type = Object.hasOwn(arrayTypes, String(kind)) ? arrayTypes[kind as ArrayName] : undefined;
  if (type === undefined) throw new Error(`unknown content "${String(kind)}"`);
  const bytes = fromBase64(String(data));
  return new type(bytes.buffer, 0, bytes.length / type.BYTES_PER_ELEMENT);
}
