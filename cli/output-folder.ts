/**
 * Writes a set of files so that a reader sees the old set or the new one, never half of it: everything is written to
 * a folder beside the target, and moved into place at the end. A new folder comes into being with all of its files. In one that is there
 * they are moved one after the other without a pause, since no system moves several at once. A broken or interrupted run
 * leaves nothing behind.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { throwIfAborted, UserError } from '../src/errors.js';
import { listOf } from '../src/report/format.js';

export interface OutputFile {
  readonly name: string;
  readonly content: string | Iterable<string | Uint8Array> | AsyncIterable<string>;
}

/** The folder that the files of a command go to, checked before any work is done; undefined where none are wanted. */
export async function chooseOutputFolder(
  { out, json, force }: { readonly out?: string; readonly json?: true; readonly force?: true },
  usual: string,
  fileNames: readonly string[],
): Promise<string | undefined> {
  const folder = out ?? (json ? undefined : usual);
  if (folder === undefined) return undefined;
  await checkOutputFolder(folder, fileNames);
  if (!force) await refuseForeignFiles(folder, fileNames);
  return folder;
}

/** Fails, before any work is done, where the files could not be written there. Leaves no trace. */
export async function checkOutputFolder(path: string, fileNames: readonly string[]): Promise<void> {
  await explaining(path, async () => {
    const probe = await mkdtemp(join(await findParent(path), '.neurofs-'));
    await rm(probe, { recursive: true });
    for (const name of fileNames) {
      if (await isFolder(join(path, name))) throw new UserError('failure', `--out: ${join(path, name)} is a folder`);
    }
  });
}

/**
 * Fails where files of these names are there that neurofs did not write. They are its own where one of its results is
 * among them, which says so in its first line.
 */
async function refuseForeignFiles(path: string, fileNames: readonly string[]): Promise<void> {
  const there: string[] = [];
  for (const name of fileNames) {
    const start = await startOf(join(path, name));
    if (start?.includes('"format": "neurofs-')) return;
    if (start !== undefined) there.push(name);
  }
  if (there.length === 0) return;
  throw new UserError(
    'usage',
    `--out ${path}: ${listOf(there)} ${there.length === 1 ? 'is' : 'are'} there already, and neurofs did not write ${there.length === 1 ? 'it' : 'them'}; ` +
      'name another folder with --out, or overwrite with --force',
  );
}

/** The first characters of a file; undefined where there is none. */
async function startOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Writes the files and puts them in place; files of other names in the folder are left alone. */
export async function writeOutputFolder(
  path: string,
  files: readonly OutputFile[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return explaining(path, async () => {
    // Not by mkdtemp, which keeps a folder from everybody else.
    const staging = join(await findParent(path), `.neurofs-${randomBytes(6).toString('hex')}`);
    await mkdir(staging);
    const removeNow = () => rmSync(staging, { recursive: true, force: true });
    // A second Ctrl-C ends the process at once; this still runs then.
    process.once('exit', removeNow);
    try {
      for (const file of files) await writeFile(join(staging, file.name), file.content, signal);
      throwIfAborted(signal);
      if (await isFolder(path)) for (const { name } of files) renameSync(join(staging, name), join(path, name));
      else await moveFolder(staging, path);
    } finally {
      await rm(staging, { recursive: true, force: true });
      process.off('exit', removeNow);
    }
    return files.map((file) => join(path, file.name));
  });
}

async function moveFolder(folder: string, path: string): Promise<void> {
  await mkdir(dirname(resolve(path)), { recursive: true });
  await rename(folder, path);
}

async function writeFile(path: string, content: OutputFile['content'], signal: AbortSignal | undefined): Promise<void> {
  const chunks = typeof content === 'string' ? [content] : content;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(path), signal ? { signal } : {});
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

/** The folder itself where it is there, else the nearest folder above it: the same disk, so that moving is renaming. */
async function findParent(path: string): Promise<string> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && folder !== dirname(folder)) return undefined;
      throw error;
    });
    if (found?.isDirectory()) return folder;
    if (found !== undefined) throw new UserError('failure', `--out ${path}: ${folder} is a file, not a folder`);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk can only be read',
  ENOENT: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'a part of the path is a file, not a folder',
};

/** Turns what the operating system says into an error a user can act on. */
async function explaining<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof UserError || code === undefined) throw error;
    // Our own names for what is tried there mean nothing to a user: `EIO: i/o error, mkdtemp '...'`.
    const reason = reasons[code] ?? (error as Error).message.replace(/, \w+ '.*$/, '');
    throw new UserError('failure', `--out ${path}: cannot write (${reason}); name another folder with --out`);
  }
}
