/**
 * The Python package: its wheel is built and installed into a virtual environment of its own, its tests run there, and every
 * one of them is counted here. Needs Python 3.10 with venv, and PyPI; `NEUROFS_PYTHON` names another Python.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashText } from '../node/files/hash-text.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'build', 'python-tests');
const python = process.env.NEUROFS_PYTHON ?? 'python3';
const inVenv = join(folder, 'venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');

test('the Python package', { timeout: 900_000 }, async (context) => {
  const why = await whyNotHere();
  if (why !== undefined) {
    context.skip(why);
    return;
  }
  const wheel = await buildWheel();
  const missed = await installWheel(wheel);
  if (missed !== undefined) {
    context.skip(missed);
    return;
  }
  const cases = await runPytest();
  assert.ok(cases.length > 0, 'pytest found no tests');
  for (const { name, failure, skipped } of cases) {
    await context.test(name, (each) => {
      if (skipped !== undefined) each.skip(skipped);
      assert.equal(failure, undefined, failure);
    });
  }
});

async function whyNotHere(): Promise<string | undefined> {
  const asked = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  try {
    await run(python, ['-c', asked]);
    return undefined;
  } catch {
    return `${python} is missing, older than 3.10, or has no venv`;
  }
}

async function buildWheel(): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'scripts', 'build-python.mjs'), join(folder, 'wheel')], {
    env: { ...process.env, NEUROFS_PYTHON: python },
  });
  return stdout.trim();
}

/** What the package and its tests need is installed once; the wheel every time. Tells where PyPI cannot be reached. */
async function installWheel(wheel: string): Promise<string | undefined> {
  const requirements = join(root, 'python', 'requirements-test.txt');
  const needed = hashText(
    (await readFile(requirements, 'utf8')) + (await readFile(join(root, 'python', 'pyproject.toml'), 'utf8')),
  );
  const stamp = join(folder, 'installed');
  const pip = (...words: readonly string[]) => run(inVenv, ['-m', 'pip', 'install', '--quiet', ...words]);
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== needed) {
    await rm(join(folder, 'venv'), { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await run(python, ['-m', 'venv', join(folder, 'venv')]);
    try {
      await pip('--requirement', requirements, wheel);
    } catch (error) {
      const said = String((error as { stderr?: string }).stderr ?? error);
      if (/connection|resolve|network|timed out|unreachable/i.test(said)) return 'PyPI cannot be reached';
      throw error;
    }
    await writeFile(stamp, needed);
  }
  await pip('--force-reinstall', '--no-deps', wheel);
  return undefined;
}

interface Case {
  readonly name: string;
  readonly failure?: string;
  readonly skipped?: string;
}

async function runPytest(): Promise<Case[]> {
  const results = join(folder, 'results.xml');
  await rm(results, { force: true });
  const words = ['-m', 'pytest', '--quiet', '--timeout', '300', `--junitxml=${results}`, '-p', 'no:cacheprovider'];
  const { NEUROFS_PROGRAM: _, ...env } = process.env;
  let said = '';
  try {
    await run(inVenv, words, { cwd: join(root, 'python'), env: { ...env, MPLBACKEND: 'agg' }, maxBuffer: 2 ** 26 });
  } catch (error) {
    said = String((error as { stdout?: string }).stdout ?? error);
  }
  assert.ok(existsSync(results), `pytest did not run: ${said}`);
  return casesOf(await readFile(results, 'utf8'));
}

/** The test cases of a JUnit file, as pytest writes it. */
function casesOf(xml: string): Case[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(\/>|>(.*?)<\/testcase>)/gs)].map(([, attributes, , content = '']) => {
    const [, file = ''] = /classname="([^"]*)"/.exec(attributes) ?? [];
    const [, name = ''] = /(?<!class)name="([^"]*)"/.exec(attributes) ?? [];
    const [, failure] = /<(?:failure|error)[^>]*>(.*?)<\/(?:failure|error)>/s.exec(content) ?? [];
    const [, skipped] = /<skipped[^>]*message="([^"]*)"/.exec(content) ?? [];
    return {
      name: plain(`${file}: ${name}`),
      ...(failure !== undefined && { failure: plain(failure) }),
      ...(skipped !== undefined && { skipped: plain(skipped) }),
    };
  });
}

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n' };
  return text.replace(/&(lt|gt|quot|apos|amp|#10);/g, (_, sign: string) => signs[sign]);
}
