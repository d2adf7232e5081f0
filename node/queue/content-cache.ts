/**
 * Brings the data of a job to a worker: from where the worker has it already, or else from the copy in Redis or from an
 * address, into a folder named by the checksum. Content that does not match is never used and never kept.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Redis } from 'ioredis';
import { UserError } from '../../src/errors.js';
import { besidePaths, type FoundPlace, foundPlace, type JobData } from '../../src/experiment/job.js';
import { dataFolder, getSet } from '../files/dataset-store.js';
import { downloadFile } from '../files/download-file.js';
import { insideFolder } from '../files/inside-folder.js';
import { hashFile } from '../files/load-file.js';
import { catalogueSet, hashPlace } from '../jobs/job-data.js';
import { redact } from './address.js';
import { type AllowedPlaces, allowsPath, checkAddress, nothingAllowed } from './allowed-places.js';
import { type ContentFile, isUrl, readBlob } from './content.js';
import type { QueueKeys } from './keys.js';

export interface ContentCache {
  /** The data with a place of this machine. */
  bring(data: JobData, files: readonly ContentFile[]): Promise<JobData>;
}

export interface ContentSource {
  readonly redis: Redis;
  readonly keys: QueueKeys;
  /** Where copies go. */
  readonly folder: string;
  /** What of the places that a job names may be used. */
  readonly allowed?: AllowedPlaces;
}

export function defaultCacheFolder(): string {
  return join(dataFolder({ ...process.env, NEUROFS_DATA: undefined }), 'queue');
}

export function createContentCache(source: ContentSource): ContentCache {
  const known = new Map<string, Promise<FoundPlace>>();
  return {
    async bring(data, files) {
      const { place, sha256 } = data;
      const key = JSON.stringify([place, sha256]);
      const found = known.get(key) ?? findPlace(data, files, source);
      known.set(key, found);
      // What could not be had now may be had later.
      found.catch(() => known.delete(key));
      return { ...data, place: await found };
    },
  };
}

async function findPlace(data: JobData, files: readonly ContentFile[], source: ContentSource): Promise<FoundPlace> {
  if (!/^[0-9a-f]{64}$/.test(data.sha256)) throw new UserError('data', `"${data.sha256}" is no SHA-256`);
  const reasons: string[] = [];
  const given = foundPlace(data);
  const own = ownPlaces(given, files);
  const folder = join(source.folder, data.sha256);
  const copied = copiedPlace(given, files, folder);
  for (const place of [...(await allowedOf(own, source.allowed, reasons)), copied])
    if (await hasContent(place, data, reasons)) return place;
  for (const file of files) await fetchFile(file, folder, source, reasons);
  if (await hasContent(copied, data, reasons)) return copied;
  if (given.kind === 'set' && given.splitPath === undefined) {
    const fetched = { kind: 'set', key: given.key } as const;
    await getSet(catalogueSet(given.key)).catch((error: Error) => reasons.push(error.message));
    if (await hasContent(fetched, data, reasons)) return fetched;
  }
  const tried = [...new Set(reasons)].join('; ');
  throw new UserError('data', `${data.name}: no place has the content of the job (SHA-256 ${data.sha256}): ${tried}`);
}

/** Where this machine may have the content without any copy. */
function ownPlaces(place: FoundPlace, files: readonly ContentFile[]): FoundPlace[] {
  if (place.kind === 'set') return place.splitPath === undefined ? [{ kind: 'set', key: place.key }] : [place];
  const { at, path: given = place.path } = files[0];
  const path = at === undefined || isUrl(at) ? given : at;
  return [{ ...place, path }];
}

/** The places that this worker may read; of the others the reasons tell. */
async function allowedOf(
  places: readonly FoundPlace[],
  allowed: AllowedPlaces = nothingAllowed,
  reasons: string[],
): Promise<FoundPlace[]> {
  const kept: FoundPlace[] = [];
  for (const place of places) {
    const main = place.kind === 'file' ? place.path : place.folder;
    const given = [...besidePaths(place), ...(main === undefined ? [] : [main])];
    const answers = await Promise.all(given.map((path) => allowsPath(allowed, path)));
    if (answers.every(Boolean)) kept.push(place);
    // The worker does not say whether there is such a file.
    else reasons.push(`${given.join(' and ')} may not be read here; start the worker with --allow-path if it may`);
  }
  return kept;
}

function copiedPlace(place: FoundPlace, files: readonly ContentFile[], folder: string): FoundPlace {
  const split = files.find((file) => file.role === 'split');
  const given = split && { splitPath: insideFolder(folder, split.name, 'the queue') };
  if (place.kind === 'set') return { kind: 'set', key: place.key, folder, ...given };
  return { kind: 'file', target: place.target, path: insideFolder(folder, files[0].name, 'the queue'), ...given };
}

async function hasContent(place: FoundPlace, data: JobData, reasons: string[]): Promise<boolean> {
  const shown = place.kind === 'file' ? place.path : `the data set ${place.key}`;
  if (place.kind === 'file' && !existsSync(place.path)) return false;
  try {
    const found = await hashPlace(place);
    if (found === data.sha256) return true;
    reasons.push(`${shown} has other content (SHA-256 ${found})`);
  } catch (error) {
    reasons.push((error as Error).message);
  }
  return false;
}

async function fetchFile(file: ContentFile, folder: string, source: ContentSource, reasons: string[]): Promise<void> {
  const path = insideFolder(folder, file.name, 'the queue');
  if (existsSync(path) && (await hashFile(path)) === file.sha256) return;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    if (file.text !== undefined) await writeFile(part, file.text);
    else {
      const pieces = atMost(readBlob(source.redis, source.keys, file.sha256), file);
      await pipeline(Readable.from(pieces), createWriteStream(part));
    }
    if ((await hashFile(part)) === file.sha256) return await rename(part, path);
    reasons.push(`the queue has no copy of ${file.name}`);
    if (file.at === undefined || !isUrl(file.at)) return;
    await checkAddress(source.allowed ?? nothingAllowed, file.at);
    await download(file, file.at, path);
    if ((await hashFile(path)) === file.sha256) return;
    await rm(path);
    reasons.push(`${redact(file.at)} has other content`);
  } catch (error) {
    reasons.push(redact((error as Error).message));
  } finally {
    await rm(part, { force: true });
  }
}

/** Never more than the job says, and from the host that was checked. */
async function download(file: ContentFile, url: string, path: string): Promise<void> {
  const stopping = new AbortController();
  const onProgress = ({ received }: { readonly received: number }) => {
    if (received > file.bytes) stopping.abort();
  };
  try {
    await downloadFile({ url, path, retries: 3, redirect: 'error', signal: stopping.signal, onProgress });
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw stopping.signal.aborted ? longerThanSaid(file) : error;
  }
}

async function* atMost(pieces: AsyncIterable<Buffer>, file: ContentFile): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > file.bytes) throw longerThanSaid(file);
    yield piece;
  }
}

function longerThanSaid({ name, bytes }: ContentFile): UserError {
  return new UserError('data', `${name} is longer than the ${bytes} bytes that the job says`);
}
