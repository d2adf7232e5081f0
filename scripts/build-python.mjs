// Builds the wheel of the Python package: `npm run build:python [-- FOLDER]`, by default into build/python.
// The wheel holds what `npm pack` would hold and the packages it needs at run time, so pip installs the same engine, byte
// for byte. Left out are optional packages with native code or for the queue, which name themselves when they are missed.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const engine = join(root, 'python', 'engine');
const target = process.argv[2] ?? join(root, 'build', 'python');
/** Reads HDF5 and with it AnnData; of the optional packages the one that runs everywhere. */
const optional = ['h5wasm'];
const neededFile = /\.(js|mjs|cjs|json|wasm|html|css|svg|png|woff2)$|LICEN[CS]E/i;
/** Builds of the same package for other surroundings, and what only a developer reads. */
const neededNowhere =
  /(^|[\\/])(umd|iife|test|tests|docs|examples|types)[\\/]|\.test\.js$|\.min\.js$|\.map$|\.d\.[mc]?ts$/;

const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
rmSync(engine, { recursive: true, force: true });
mkdirSync(engine, { recursive: true });
for (const folder of ['src', 'node', 'cli', 'studio', 'widget']) copy(join('dist', folder));
for (const name of neededPackages()) copy(join('node_modules', name));
const { name, version, license, type } = description;
writeFileSync(join(engine, 'package.json'), `${JSON.stringify({ name, version, license, type }, null, 2)}\n`);
cpSync(join(root, 'LICENSE'), join(root, 'python', 'LICENSE'));

rmSync(target, { recursive: true, force: true });
const python = process.env.NEUROFS_PYTHON ?? 'python3';
execFileSync(python, ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', target, join(root, 'python')], {
  stdio: ['ignore', 2, 2],
});
console.log(
  join(
    target,
    readdirSync(target).find((file) => file.endsWith('.whl')),
  ),
);

function copy(path) {
  cpSync(join(root, path), join(engine, path), {
    recursive: true,
    filter: (source) => isNeeded(relative(join(root, path), source)),
  });
}

function isNeeded(path) {
  const isReference = /^compute[\\/]reference/.test(path);
  const isFile = /\.[^\\/]+$|LICEN[CS]E$/i.test(path);
  return !isReference && !neededNowhere.test(`${path}${isFile ? '' : '/'}`) && (!isFile || neededFile.test(path));
}

/** The packages that the engine needs, and those that these need. */
function neededPackages() {
  const needed = new Set();
  const waiting = [...Object.keys(description.dependencies), ...optional];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (needed.has(next)) continue;
    needed.add(next);
    const file = join(root, 'node_modules', next, 'package.json');
    if (!existsSync(file)) throw new Error(`${next} is not installed at ${dirname(file)}`);
    waiting.push(...Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {}));
  }
  return needed;
}
