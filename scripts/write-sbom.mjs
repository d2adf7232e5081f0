// Writes the bill of materials of the package, dist/sbom.cdx.json, in CycloneDX 1.6 (cyclonedx.org/docs/1.6/json): every
// package that is installed with neurofs or is part of the built page, with version, licence and checksum, as the lock file
// has them. It has no date and no random number, so that the same lock file gives the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Development packages that Vite puts into the page. */
const builtIn = ['preact', '@preact/signals'];

export function writeSbom(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  writeFileSync(
    join(root, 'dist', 'sbom.cdx.json'),
    `${JSON.stringify(describeMaterials(read('package.json'), read('package-lock.json')), null, 1)}\n`,
  );
}

export function describeMaterials(own, lock) {
  const reached = reachPackages(lock.packages);
  const paths = [...reached.keys()].sort();
  const named = new Map(paths.map((path) => [path, describe(nameOf(path), lock.packages[path])]));
  const main = { type: 'library', ...identity(own.name, own.version), licenses: licencesOf(own.license) };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: main },
    components: paths.map((path) => ({
      ...named.get(path),
      scope: lock.packages[path].optional || lock.packages[path].devOptional ? 'optional' : 'required',
    })),
    dependencies: [
      [main['bom-ref'], dependenciesOf('', lock.packages, builtIn)],
      ...paths.map((path) => [named.get(path)['bom-ref'], dependenciesOf(path, lock.packages)]),
    ].map(([ref, on]) => ({ ref, dependsOn: [...new Set(on.map((path) => named.get(path)['bom-ref']))].sort() })),
  };
}

/** The packages that stand behind the package itself, and behind its page. */
function reachPackages(packages) {
  const reached = new Map();
  const visit = (path) => {
    if (reached.has(path)) return;
    reached.set(path, true);
    for (const next of dependenciesOf(path, packages)) visit(next);
  };
  for (const path of dependenciesOf('', packages, builtIn)) visit(path);
  return reached;
}

/** Where the packages stand that one needs: beside it, or in the nearest folder above. */
function dependenciesOf(path, packages, more = []) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path];
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }), ...more];
  return names.flatMap((name) => {
    for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/')))) {
      const folder = from.replace(/\/$/, '');
      const found = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
      if (packages[found]) return [found];
      // What another platform needs, or a peer that is optional, is not there.
      if (folder === '') return [];
    }
  });
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function describe(name, { version, license, integrity }) {
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    ...identity(name, version),
    licenses: licencesOf(license),
    ...(digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

function identity(name, version) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, name, version, purl };
}

/** An identifier of SPDX, an expression of them, or words. */
function licencesOf(license) {
  if (license === undefined) return [];
  if (/\b(OR|AND)\b/.test(license)) return [{ expression: license }];
  return [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }];
}
