/** A real redis-server (or valkey-server) on a free port of this machine, for tests; none where it is not installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readAddress } from '../node/queue/address.js';
import { openConnection, type QueueConnection } from '../node/queue/connection.js';

export interface RedisServer {
  readonly port: number;
  /** With the password, where there is one. */
  readonly address: string;
  connect(prefix: string): Promise<QueueConnection>;
  /** Ends the server by the signal, SIGTERM where none is named, and starts it again with what its append-only file has. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Sends it a command such as `config set maxmemory 1mb`. */
  command(...words: readonly [string, ...string[]]): Promise<void>;
  /** Keeps its connections and answers nobody, until `resume`. */
  halt(): void;
  resume(): void;
  stop(): Promise<void>;
}

const program = ['redis-server', 'valkey-server'].find(isInstalled);

/** Why tests that need a server are skipped; false where they are not. */
export const withoutRedis: string | false =
  program === undefined && 'redis-server is not on the PATH (Debian: apt-get install redis-server)';

function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function startRedis({ password }: { readonly password?: string } = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-redis-'));
  const port = await freePort();
  const words = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction'],
    ...(password === undefined ? [] : ['--requirepass', password]),
  ];
  const address = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`;
  let server = await start(words);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  const connect = (prefix: string) => openConnection(readAddress({ address, prefix }, {}), { patienceSeconds: 20 });
  return {
    port,
    address,
    connect,
    async command(...[name, ...words]) {
      const connection = await connect('command');
      await connection.redis.call(name, ...words);
      connection.close();
    },
    halt: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async restart(signal) {
      await stop(signal);
      await pause(300);
      server = await start(words);
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function start(words: readonly string[]): Promise<ChildProcess> {
  const server = spawn(program!, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    let text = '';
    server.stdout!.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (/ready to accept connections/i.test(text)) resolve();
    });
    server.once('exit', () => reject(new Error(`redis-server ended: ${text}`)));
  });
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
