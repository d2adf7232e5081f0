/**
 * The files that make up the data of a job, each known by its checksum, and the copies of small ones in Redis.
 *
 * A file or a set is told as files with names, to be laid out in one folder: there the labels stand beside the images,
 * and a manifest says what a set's own folder said.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Redis } from 'ioredis';
import type { FoundPlace } from '../../src/experiment/job.js';
import { requireStoredSet } from '../files/dataset-store.js';
import { hashFile, labelsBeside } from '../files/load-file.js';
import { catalogueSet } from '../jobs/job-data.js';
import type { QueueKeys } from './keys.js';
import { keptSeconds } from './run-records.js';

export interface ContentFile {
  /** Its place in the folder, with slashes. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly role: 'data' | 'split';
  /** Where it was at the submitter; a worker with the same path on a shared disk need not copy it. */
  readonly path?: string;
  /** Where workers find it, in place of the path: a path of theirs, or an http(s) address. */
  readonly at?: string;
  /** The content itself, of a file that is made up here. */
  readonly text?: string;
}

/** Name of the split file that a user gave, in the folder. */
const splitName = 'given-split.json';

/** `at` is where workers find the first file. */
export async function listContent(place: FoundPlace, at?: string): Promise<ContentFile[]> {
  const files = place.kind === 'set' ? await listSet(place.key, place.folder) : await listFile(place.path);
  if (at !== undefined) files[0] = { ...files[0], at };
  if (place.splitPath !== undefined) files.push(await describe(place.splitPath, splitName, 'split'));
  return files;
}

async function listFile(path: string): Promise<ContentFile[]> {
  const labels = labelsBeside(path);
  return Promise.all([path, ...(labels ? [labels] : [])].map((one) => describe(one, basename(one))));
}

async function listSet(key: string, folder: string | undefined): Promise<ContentFile[]> {
  const { set, paths, splitPath, target, x } = await requireStoredSet(catalogueSet(key), folder);
  const files = await Promise.all(paths.map((path) => describe(path, `${key}/${basename(path)}`)));
  if (set.format === 'idx') return files;
  if (splitPath !== undefined) files.push(await describe(splitPath, `${key}/split.json`));
  const listed = {
    key,
    file: files[0].name,
    y: target,
    ...(x !== undefined && { x }),
    ...(splitPath !== undefined && { split: `${key}/split.json` }),
  };
  const text = JSON.stringify([listed]);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return [...files, { name: 'manifest.json', sha256, bytes: Buffer.byteLength(text), role: 'data', text }];
}

async function describe(path: string, name: string, role: ContentFile['role'] = 'data'): Promise<ContentFile> {
  const [sha256, { size: bytes }] = await Promise.all([hashFile(path), stat(path)]);
  return { name, sha256, bytes, role, path };
}

export function isUrl(at: string): boolean {
  return /^https?:/i.test(at);
}

/** A piece of a file in Redis. */
const pieceBytes = 4 * 2 ** 20;

/** Puts a copy into Redis unless there is one, which then stays as long as a new one would. */
export async function putBlob(redis: Redis, keys: QueueKeys, { sha256, path }: ContentFile): Promise<void> {
  const key = keys.blob(sha256);
  if (path === undefined || (await redis.expire(key, keptSeconds)) === 1) return;
  const part = `${key}:${randomBytes(4).toString('hex')}`;
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      await redis.rpush(part, piece as Buffer);
      // What an upload that breaks off leaves goes by itself.
      await redis.expire(part, 600);
    }
  } catch (error) {
    // Where there was no room for all of it, the part gives its own back.
    await redis.del(part);
    throw error;
  }
  if ((await redis.exists(part)) === 0) return;
  // A copy counts once it is whole.
  await redis.rename(part, key);
  await redis.expire(key, keptSeconds);
}

/** The pieces of the copy in Redis, none where there is no copy. */
export async function* readBlob(redis: Redis, keys: QueueKeys, sha256: string): AsyncGenerator<Buffer> {
  const key = keys.blob(sha256);
  const count = await redis.llen(key);
  for (let place = 0; place < count; place++) {
    const piece = await redis.lindexBuffer(key, place);
    if (piece === null) return;
    yield piece;
  }
}
