/** Small disks and disks that can only be read, seen by one command alone: mounts in a name space of its own. */
import { spawnSync } from 'node:child_process';
import { program } from './command.js';

const alone = spawnSync('unshare', ['--mount', '--map-root-user', 'mount', '-t', 'tmpfs', 'none', '/mnt']);

/** Why no disk can be mounted here. */
export const withoutMounts: string | undefined =
  alone.status === 0 ? undefined : 'a disk cannot be mounted here (unshare and mount are not allowed)';

/**
 * A shell that mounts a disk of so many kilobytes at `place`, runs neurofs there and then lists what stands on it, after a
 * line of dashes on standard output. `before` is a shell command run in the name space first.
 */
export function onSmallDisk(
  words: readonly string[],
  place: string,
  kilobytes: number,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
): string {
  const mount = `mount -t tmpfs -o size=${kilobytes}k,nr_inodes=64 none ${quoted(place)}`;
  const lock = isReadOnly ? ` && mount -o remount,ro ${quoted(place)}` : '';
  const run = [process.execPath, program, ...words].map(quoted).join(' ');
  const script = `${mount}${lock} || exit 99; ${run}; code=$?; echo -----; find ${quoted(place)} -type f; exit $code`;
  return `exec unshare --mount --map-root-user sh -c ${quoted(script)}`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
