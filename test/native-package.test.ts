/** The native kernels as a package of their own: packed, and put beside the packed neurofs into an empty project. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noNative } from './fixtures/comparing-engine.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const nativeName = `@neurofs/native-${process.platform}-${process.arch}`;

describe('the packages that are published', { skip: noNative }, () => {
  let project: string;
  const modules = (name: string): string => join(project, 'node_modules', name);
  const description = (name: string) => JSON.parse(readFileSync(join(modules(name), 'package.json'), 'utf8'));
  const engineLine = (): string => {
    const main = join(modules('neurofs'), 'dist', 'cli', 'main.js');
    const said = execFileSync(process.execPath, [main, '--version', '--verbose'], { encoding: 'utf8' });
    return /^engine +(.*)$/m.exec(said)?.[1] ?? said;
  };

  before(() => {
    project = mkdtempSync(join(tmpdir(), 'neurofs-native-'));
    execFileSync(process.execPath, [join(root, 'scripts', 'pack-release.mjs'), project], { stdio: 'pipe' });
    const tarballs = readdirSync(project).filter((name) => name.endsWith('.tgz'));
    for (const [name, start] of [
      ['neurofs', 'neurofs-0'],
      [nativeName, 'neurofs-native'],
    ]) {
      mkdirSync(modules(name), { recursive: true });
      const tarball = join(project, tarballs.find((each) => each.startsWith(start))!);
      execFileSync('tar', ['-xzf', tarball, '-C', modules(name), '--strip-components=1']);
    }
    for (const name of Object.keys(description('neurofs').dependencies)) {
      mkdirSync(dirname(modules(name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), modules(name));
    }
  });
  after(() => rmSync(project, { recursive: true, force: true }));

  test('the native one holds the kernels for one platform and nothing that runs at installation', () => {
    const { os, cpu, scripts, dependencies, main } = description(nativeName);
    assert.deepEqual(
      { os, cpu, scripts, dependencies },
      { os: [process.platform], cpu: [process.arch], scripts: undefined, dependencies: undefined },
    );
    assert.deepEqual(readdirSync(modules(nativeName)).sort(), ['LICENSE', main, 'package.json']);
  });

  test('neurofs names it among its optional dependencies, in its own version, and runs nothing either', () => {
    const { optionalDependencies, scripts, version } = description('neurofs');
    assert.equal(optionalDependencies[nativeName], version);
    assert.equal(scripts, undefined);
  });

  test('neurofs finds it, and runs on WebAssembly where it is not there', () => {
    assert.match(engineLine(), /^native code, \d+-bit vectors$/);
    rmSync(modules(nativeName), { recursive: true });
    assert.match(engineLine(), /^WebAssembly;.* native code: neither built here nor installed as @neurofs\/native-/);
  });
});
