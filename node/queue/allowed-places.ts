/**
 * Where a worker may take data from when a job asks for it. Whoever can write to Redis can write jobs, so a path or an
 * address in a job is a wish: content that came through the queue and names of the catalogue are always allowed, a path
 * or a host only where the one who started the worker listed it.
 */
import { lookup } from 'node:dns/promises';
import { realpath } from 'node:fs/promises';
import { isIP } from 'node:net';
import { resolve, sep } from 'node:path';
import { UserError } from '../../src/errors.js';

export interface AllowedPlaces {
  /** Folders; what lies in them may be read. */
  readonly paths: readonly string[];
  /** Hosts, as `data.example.org` or `data.example.org:8080`. */
  readonly hosts: readonly string[];
}

export const nothingAllowed: AllowedPlaces = { paths: [], hosts: [] };

/** Whether the file lies in an allowed folder once all links are followed; a file that is not there lies nowhere. */
export async function allowsPath({ paths }: AllowedPlaces, path: string): Promise<boolean> {
  if (path.includes('\0')) return false;
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return false;
  for (const folder of paths) {
    const root = await realpath(folder).catch(() => resolve(folder));
    if (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) return true;
  }
  return false;
}

/** Throws where an address is not allowed: another host, another protocol, or a name that stands for this machine. */
export async function checkAddress({ hosts }: AllowedPlaces, address: string): Promise<void> {
  const { protocol, host, hostname, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '' || !(hosts.includes(host) || hosts.includes(hostname))) {
    throw new UserError(
      'data',
      `data may not be fetched from ${protocol}//${host}; start the worker with --allow-host ${host} if you trust it`,
    );
  }
  // A name may be pointed at the machine itself, or at the service that gives a cloud machine its keys.
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return;
  const found = await lookup(bare, { all: true });
  if (found.some((one) => isOwnAddress(one.address)) && bare !== 'localhost') {
    throw new UserError('data', `data may not be fetched from ${host}: the name stands for this machine itself`);
  }
}

/** Loopback, "any" and link-local addresses, in either version of the protocol. */
export function isOwnAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return /^(127\.|0\.|169\.254\.)/.test(plain) || plain === '::1' || plain === '::' || /^fe[89ab]/.test(plain);
}
