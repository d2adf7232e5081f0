// Builds the package: kernels (AssemblyScript -> WebAssembly -> a TypeScript module), then TypeScript -> dist, then the
// page of NeuroFS Studio -> dist/studio.
// With --if-stale it does nothing when no source has changed since the last build.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { writeMnistSample } from './mnist-sample.mjs';
import { writeSbom } from './write-sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'kernels',
  'src',
  'node',
  'cli',
  'demo',
  'test',
  'bench',
  'chaos',
  'study',
  'studio',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/describe-kernels.mjs',
  'scripts/mnist-sample.mjs',
  'scripts/write-sbom.mjs',
];
const stamp = join(root, 'dist', '.source-hash');
/** The kernels as bytes, and as what TypeScript has to know of them (scripts/describe-kernels.mjs). */
const generated = [
  join(root, 'src', 'compute', 'kernels-wasm.ts'),
  join(root, 'src', 'compute', 'kernels-interface.ts'),
];

/** The same for C: what scripts/build-native.mjs compiles native/ against. */
const header = join(root, 'build', 'native', 'kernels-interface.h');

const hash = hashSources(sources);
const fresh =
  existsSync(stamp) && [...generated, header].every((path) => existsSync(path)) && readFileSync(stamp, 'utf8') === hash;
if (!(process.argv.includes('--if-stale') && fresh)) build();

function build() {
  console.error('Building ...');
  mkdirSync(join(root, 'build', 'native'), { recursive: true });
  run('assemblyscript/bin/asc.js', [
    'kernels/index.ts',
    '--outFile',
    'build/kernels.wasm',
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--use',
    'abort=',
    '--enable',
    'simd',
    '--enable',
    'threads',
    '--enable',
    'bulk-memory',
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
    '--transform',
    './scripts/describe-kernels.mjs',
  ]);
  // Compressed before it becomes text, which compresses worse: the page has to be loaded.
  const bytes = gzipSync(readFileSync(join(root, 'build', 'kernels.wasm')), { level: 9 });
  writeFileSync(
    generated[0],
    `// Made by scripts/build.mjs from kernels/. Do not edit.\nexport const kernelsGzip: string =\n  '${bytes.toString('base64')}';\n`,
  );
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  run('typescript/bin/tsc', ['-p', 'tsconfig.json']);
  run('vite/bin/vite.js', ['build', 'studio', '--logLevel', 'error']);
  run('vite/bin/vite.js', ['build', 'studio/widget', '--logLevel', 'error']);
  writeMnistSample(root);
  writeSbom(root);
  writeFileSync(stamp, hash);
}

function run(script, args) {
  execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      NEUROFS_KERNELS_FILE: generated[1],
      NEUROFS_KERNELS_HEADER: header,
      NEUROFS_KERNELS_VERSION: hashSources(['kernels']).slice(0, 16),
    },
  });
}

function hashSources(folders) {
  const digest = createHash('sha256');
  for (const source of folders) addToHash(digest, source);
  return digest.digest('hex');
}

function addToHash(digest, path) {
  const full = join(root, path);
  if (!existsSync(full) || generated.includes(full)) return;
  const isFile = /\.(tsx?|json|mjs|html|css|svg)$/.test(path);
  if (isFile) {
    digest.update(path).update(readFileSync(full));
    return;
  }
  for (const entry of readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || entry.name === 'results') continue;
    if (entry.isDirectory() || /\.(tsx?|json|mjs|html|css|svg)$/.test(entry.name))
      addToHash(digest, join(path, entry.name));
  }
}
