import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type StudioServer, startStudioServer } from './studio-server.js';

describe('the server of the page', () => {
  let base: string;
  let server: StudioServer;
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'neurofs-studio-'));
    await mkdir(join(base, 'page', 'assets'), { recursive: true });
    await writeFile(join(base, 'page', 'index.html'), '<!doctype html>the page');
    await writeFile(join(base, 'page', 'assets', 'a.js'), 'export {};');
    await writeFile(join(base, 'secret.txt'), 'secret');
    await symlink(join(base, 'secret.txt'), join(base, 'page', 'link.txt'));
    server = await startStudioServer({ folder: join(base, 'page') });
  });
  after(async () => {
    await server.close();
    await rm(base, { recursive: true });
  });

  /** `fetch` would tidy the path up before it is sent. */
  function get(path: string, options: { readonly method?: string; readonly host?: string } = {}) {
    const { port } = new URL(server.address);
    const { method = 'GET', host = `127.0.0.1:${port}` } = options;
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      })
        .on('error', reject)
        .end();
    });
  }

  test('gives the page and its files, isolated and under a strict policy', async () => {
    const { status, headers, text } = await get('/');
    assert.equal(status, 200);
    assert.equal(text, '<!doctype html>the page');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['cross-origin-embedder-policy'], 'require-corp');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
    assert.equal((await get('/assets/a.js')).headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal((await get('/', { method: 'HEAD' })).text, '');
  });

  test('gives nothing outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
      '/link.txt',
      '/%00',
      '/%',
      '/assets',
    ]) {
      const { status, text } = await get(path);
      assert.equal(status, 404, path);
      assert.doesNotMatch(text, /secret/, path);
    }
  });

  test('answers to its own name and to reading alone', async () => {
    assert.equal((await get('/', { host: 'evil.example' })).status, 403);
    assert.equal((await get('/', { host: 'localhost:1' })).status, 200);
    assert.equal((await get('/', { method: 'POST' })).status, 405);
  });

  test('says that a port is in use, and that a page is not built', async () => {
    const port = Number(new URL(server.address).port);
    await assert.rejects(startStudioServer({ folder: join(base, 'page'), port }), /it is in use; name another/);
    await assert.rejects(startStudioServer({ folder: base }), /the page is not built.*npm run build/);
  });

  test('cuts off a client that is slow to ask, and takes no content', async () => {
    const slow = await startStudioServer({ folder: join(base, 'page'), slowestMilliseconds: 200 });
    try {
      const socket = connect(Number(new URL(slow.address).port), '127.0.0.1');
      const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
      await isClosed;
    } finally {
      await slow.close();
    }
    const posted = await fetch(server.address, { method: 'POST', body: 'x'.repeat(100_000) });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get('connection'), 'close');
  });
});
