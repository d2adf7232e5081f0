/** What comes with the package from others: its licences, its install scripts, and that the lock file pins its content. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true);

/** Permissive licences, and the weak copyleft of MPL-2.0, which asks nothing of those who use a file as it is. */
const allowed =
  /^(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|MPL-2\.0|Python-2\.0)$/;

/** Named by a file alone, which was read: NIST's dedication to the public and the BSD licence of HDF5. */
const readLicences: Readonly<Record<string, string>> = { 'node_modules/h5wasm': 'SEE LICENSE IN LICENSE.txt' };

function licenceOf(path: string, locked: Locked): string {
  const manifest = join(root, path, 'package.json');
  const installed = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined;
  return String(installed ?? locked.license ?? 'none');
}

/** "(MIT OR GPL-3.0)" may be taken under the first; "A AND B" needs both. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '');
  return plain.split(' OR ').some((one) => one.split(' AND ').every((part) => allowed.test(part.trim())));
}

test('every dependency has a licence that asks for no source code in return', () => {
  assert.ok(packages.length > 30, `${packages.length} packages`);
  const refused = packages
    .map(([path, locked]) => `${path}: ${licenceOf(path, locked)}`)
    .filter((line) => {
      const [path, licence] = line.split(': ');
      return !isAllowed(licence) && readLicences[path] !== licence;
    });
  assert.deepEqual(refused, []);
});

/** Their scripts choose among binaries that npm has installed beside them, and fetch nothing while those are there. */
const knownScripts: ReadonlySet<string> = new Set(['msgpackr-extract', 'fsevents']);

test('no dependency runs a script when it is installed, beyond those that were looked at', () => {
  const found = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split('node_modules/').at(-1)!)
    .filter((name) => !knownScripts.has(name));
  assert.deepEqual(found, []);
});

test('no script of an installed dependency downloads anything', () => {
  const downloads = packages.flatMap(([path]) => {
    const manifest = join(root, path, 'package.json');
    if (!existsSync(manifest)) return [];
    const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> };
    return ['preinstall', 'install', 'postinstall']
      .filter((name) => /curl|wget|https?:|prebuild-install|node-pre-gyp|download/.test(scripts[name] ?? ''))
      .map((name) => `${path}: ${name}: ${scripts[name]}`);
  });
  assert.deepEqual(downloads, []);
});

test('the lock file pins the content of every dependency, and names no host', () => {
  const loose = packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path);
  assert.deepEqual(loose, []);
  const hosts = packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path);
  assert.deepEqual(hosts, []);
});

interface Material {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

test('the bill of materials names every package that users get, with its licence and checksum', () => {
  const bill = JSON.parse(readFileSync(join(root, 'dist', 'sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly Material[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  };
  const listed = new Map(bill.components.map((each) => [`${each.name}@${each.version}`, each]));
  // npm itself says which packages are for development alone.
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path !== '' && dev !== true && link !== true)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  assert.deepEqual(
    installed.filter((name) => !listed.has(name)),
    [],
  );
  const beyond = [...listed.keys()]
    .filter((name) => !installed.includes(name))
    .map((name) => name.replace(/@[^@]+$/, ''));
  assert.deepEqual(beyond.sort(), ['@preact/signals', '@preact/signals-core', 'preact'], 'what the page is built with');
  for (const { name, licenses, hashes } of bill.components) {
    assert.equal(licenses.length, 1, name);
    assert.match(hashes?.[0].content ?? '', /^[0-9a-f]{128}$/, name);
  }
  const known = new Set(bill.dependencies.map(({ ref }) => ref));
  assert.ok(bill.dependencies.every(({ dependsOn }) => dependsOn.every((ref) => known.has(ref))));
});
