/**
 * The package as a user meets it: packed, put into an empty project beside its dependencies (linked from here, so that no
 * network is needed), type-checked as users do, run in Node, and bundled by Vite for a page in Chromium.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchChromium, skipWithoutBrowser } from './chromium.js';
import { serveDist } from './serve-dist.js';
import { nodeProgram, pageHtml, pageProgram, selectProgram, workerProgram } from './user-project.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
let project: string;
let installed: string;

interface Outcome {
  readonly selected: number[];
  readonly scores: number[];
  readonly threads: number;
}

/** What the page leaves for the test. */
interface Held {
  readonly outcome: { readonly worker: Outcome; readonly page: Outcome };
  readonly failure?: string;
}

before(() => {
  project = mkdtempSync(join(tmpdir(), 'neurofs-user-'));
  installed = join(project, 'node_modules', 'neurofs');
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], { cwd: root });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))!;
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1']);
  const { dependencies, optionalDependencies } = readJson(join(installed, 'package.json'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) link(name);
  link('@types/node');
  link('undici-types');
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  write('src/select.ts', selectProgram);
  write('src/node.ts', nodeProgram);
  write('src/worker.ts', workerProgram);
  write('src/page.ts', pageProgram);
  write('index.html', pageHtml);
});

after(() => rmSync(project, { recursive: true, force: true }));

describe('the packed package', () => {
  test('holds no tests, no plain twins, no source maps and no word of any', () => {
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((name) => /\.test\.|\.map$|compute\/reference/.test(name)),
      [],
    );
    const scripts = files.filter((name) => name.endsWith('.js') && !name.startsWith('studio'));
    assert.deepEqual(
      scripts.filter((name) => readFileSync(join(installed, 'dist', name), 'utf8').includes('sourceMappingURL')),
      [],
    );
  });

  test('has no type declaration of more than 32 kB', () => {
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    const large = files.filter(
      (name) => name.endsWith('.d.ts') && readFileSync(join(installed, 'dist', name)).length > 32768,
    );
    assert.deepEqual(large, []);
  });

  for (const resolution of ['node16', 'nodenext']) {
    test(`type-checks in a program for Node that resolves as ${resolution}, the declarations checked too`, () => {
      typeCheck(['src/node.ts'], ['--module', resolution, '--types', 'node', '--lib', 'ES2023']);
    });
  }

  test('type-checks in a program for a page that resolves as bundlers do, without the types of Node', () => {
    const lib = 'ES2023,DOM,DOM.Iterable';
    typeCheck(['src/page.ts', 'src/worker.ts'], ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', lib]);
  });

  test('selects in Node, with any number of threads', () => {
    assert.equal(runInNode(1).selected.length, 3);
    assert.deepEqual(runInNode(2), { ...runInNode(1), threads: 2 });
  });
});

describe('bundled by Vite', { skip: skipWithoutBrowser }, () => {
  let browser: Browser;
  before(async () => {
    const { build } = await import('vite');
    const config = {
      root: project,
      base: './',
      logLevel: 'error',
      configFile: false,
      worker: { format: 'es' },
    } as const;
    await build(config);
    browser = await launchChromium();
  });
  after(() => browser?.close());

  async function runInPage(isIsolated: boolean): Promise<{ worker: Outcome; page: Outcome; cores: number }> {
    const { server, address } = await serveDist(isIsolated, join(project, 'dist'));
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text());
      });
      await page.goto(address);
      await page.waitForFunction(() => 'outcome' in globalThis || 'failure' in globalThis);
      const { outcome, failure } = await page.evaluate(() => ({
        outcome: (globalThis as never as Held).outcome,
        failure: (globalThis as never as Held).failure,
      }));
      assert.deepEqual({ failure, errors }, { failure: undefined, errors: [] });
      return { ...outcome, cores: await page.evaluate(() => navigator.hardwareConcurrency) };
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  test('it selects in a worker of an isolated page on all cores, and in the page itself on one, with the bits of Node', async () => {
    const { worker, page, cores } = await runInPage(true);
    assert.deepEqual(worker, { ...runInNode(1), threads: cores });
    assert.deepEqual(page, runInNode(1));
  });

  test('it selects in a page that is not isolated on one thread, without complaint, with the bits of Node', async () => {
    const { worker, page } = await runInPage(false);
    assert.deepEqual(worker, runInNode(1));
    assert.deepEqual(page, runInNode(1));
  });
});

function runInNode(threads: number): Outcome {
  typeCheckAndEmit();
  const script = join(project, 'out', 'node.js');
  return JSON.parse(execFileSync(process.execPath, [script, `${threads}`], { cwd: project, encoding: 'utf8' }));
}

let isEmitted = false;
function typeCheckAndEmit(): void {
  if (isEmitted) return;
  const options = ['--module', 'nodenext', '--types', 'node', '--lib', 'ES2023', '--outDir', 'out', '--rootDir', 'src'];
  runCompiler(['src/node.ts', ...options]);
  isEmitted = true;
}

function typeCheck(files: readonly string[], options: readonly string[]): void {
  runCompiler([...files, '--noEmit', ...options]);
}

function runCompiler(words: readonly string[]): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const common = ['--ignoreConfig', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
  try {
    execFileSync(process.execPath, [compiler, ...words, ...common], { cwd: project, encoding: 'utf8' });
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
}

function link(name: string): void {
  const path = join(project, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), path);
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
