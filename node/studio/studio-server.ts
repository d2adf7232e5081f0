/**
 * Serves the built page of NeuroFS Studio to this machine alone: files of one folder, nothing else, with the headers that
 * let its threads share memory and a policy that lets nothing but its own files run.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../src/errors.js';

export interface StudioServerOptions {
  /** The folder with the built page. */
  readonly folder: string;
  /** Any free one where it is not given. */
  readonly port?: number;
  /** A client that lets this time pass in silence is cut off. */
  readonly slowestMilliseconds?: number;
}

export interface StudioServer {
  /** Where the page is. */
  readonly address: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  gz: 'application/gzip',
};

const headers: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types default neurofs",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** Limits for clients; a browser on the same machine stays far below them. */
const mostHeaderBytes = 16_384;
const mostConnections = 100;
const defaultSlowestMilliseconds = 10_000;
const checkMilliseconds = 1000;

export async function startStudioServer({
  folder,
  port = 0,
  slowestMilliseconds = defaultSlowestMilliseconds,
}: StudioServerOptions): Promise<StudioServer> {
  const root = await findPage(folder);
  const server = createServer(
    { maxHeaderSize: mostHeaderBytes, connectionsCheckingInterval: checkMilliseconds },
    (request, response) => {
      answer(root, request, response).catch(() => response.destroy());
    },
  );
  // A client that sends its question slowly, or none, is cut off; so is one that does not take the answer.
  server.headersTimeout = slowestMilliseconds;
  server.requestTimeout = slowestMilliseconds;
  server.keepAliveTimeout = slowestMilliseconds;
  server.setTimeout(slowestMilliseconds, (socket) => socket.destroy());
  server.maxConnections = mostConnections;
  await listen(server, port);
  const { port: given } = server.address() as AddressInfo;
  return {
    address: `http://${host}:${given}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function findPage(folder: string): Promise<string> {
  try {
    await stat(join(folder, 'index.html'));
    return await realpath(folder);
  } catch {
    throw new UserError(
      'failure',
      `the page is not built (there is no ${join(folder, 'index.html')}); run: npm run build`,
    );
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'it is in use' : code === 'EACCES' ? 'it may not be used' : message;
      reject(new UserError('failure', `port ${port} cannot be served on: ${reason}; name another with --port`));
    });
    server.listen(port, host, resolve);
  });
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Another name than our own in `Host` means that a foreign page has pointed its name at this machine.
  if (!isOwnHost(request.headers.host))
    return end(response, 403, 'this server answers to 127.0.0.1 and localhost alone');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Connection', 'close');
    return end(response, 405, 'only GET and HEAD');
  }
  // A question has no body; the connection of a client that sends one is not read further.
  if (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0) {
    response.setHeader('Connection', 'close');
    return end(response, 413, 'a question has no content');
  }
  const path = await fileOf(root, request.url ?? '/');
  if (path === undefined) return end(response, 404, 'not found');
  const { size } = await stat(path);
  response.setHeader('Content-Type', types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
  response.setHeader('Content-Length', size);
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(path), response);
}

function isOwnHost(given: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(given ?? '');
}

/** The file behind an address, if it lies in the folder once all links are followed. */
async function fileOf(root: string, url: string): Promise<string | undefined> {
  try {
    const name = decodeURIComponent(url.split(/[?#]/)[0]);
    if (name.includes('\0')) return undefined;
    const path = await realpath(join(root, name.endsWith('/') ? `${name}index.html` : name));
    return path.startsWith(root + sep) && (await stat(path)).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
