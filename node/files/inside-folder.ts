/** Names of files that others wrote, in a manifest or in a job of the queue, must not lead out of their folder. */
import { join, normalize, sep } from 'node:path';
import { UserError } from '../../src/errors.js';

/** The path of a name below the folder; `source` is what gave the name. */
export function insideFolder(folder: string, name: string, source: string): string {
  const path = normalize(join(folder, name));
  if (path.startsWith(normalize(join(folder, sep)))) return path;
  throw new UserError('data', `${source} names a file outside of its folder: ${name}`);
}
