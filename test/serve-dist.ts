/** Serves a folder, dist/ where none is named, as any web server would, with or without the headers that let a page share memory between threads. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('..', import.meta.url));
const emptyPage = '<!doctype html><title>neurofs</title>';
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  html: 'text/html',
  css: 'text/css',
  svg: 'image/svg+xml',
  map: 'application/json',
};

export async function serveDist(isIsolated: boolean, folder = dist): Promise<{ server: Server; address: string }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (isIsolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    try {
      const body = pathname === '/' && folder === dist ? emptyPage : await readFile(join(folder, fileOf(pathname)));
      response.setHeader('Content-Type', types[fileOf(pathname).split('.').at(-1) ?? ''] ?? '');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function fileOf(pathname: string): string {
  return pathname === '/' ? 'index.html' : pathname;
}
