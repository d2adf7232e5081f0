// Builds the native kernels (native/) as a Node-API addon: build/native/kernels.node. It needs a C compiler, GCC or Clang,
// and nothing else; the headers of Node come with Node. Without the addon everything runs on WebAssembly, with the same bits.
//   CC           the compiler, cc where none is named; words behind it are passed on, such as "zig cc -target ..."
//   NODE_HEADERS where node_api.h is, if not beside Node
// With --if-possible, as `npm test` calls it, it says what is missing and goes on where there is no compiler or no headers,
// and does nothing where the addon is newer than its sources. An error of the compiler is an error all the same.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'build', 'native');
const addon = join(out, 'kernels.node');
const ifPossible = process.argv.includes('--if-possible');
const [compiler, ...words] = (process.env.CC ?? 'cc').split(' ');
const isX64 = /x86_64|amd64/.test(ask(['-dumpmachine']));

/** Widths of vectors in floats, with what the compiler has to be told. A multiplication and an addition stay two roundings. */
const widths = isX64
  ? { 4: [], 8: ['-mavx2'], 16: ['-mavx512f', '-mavx512vl', '-mprefer-vector-width=512'] }
  : { 4: [] };
const strict = ['-std=gnu11', '-Wall', '-Wextra', '-Wno-psabi', '-Werror=int-conversion'];
/** Neither errno nor the flags of the floating-point unit are looked at, which lets plain loops become vectors. */
const maths = ['-ffp-contract=off', '-fno-math-errno', '-fno-trapping-math'];
const flags = ['-O3', '-fPIC', '-fvisibility=hidden', '-fno-strict-aliasing', ...maths];

const headers = findHeaders();
if (ifPossible && isFresh()) process.exit(0);
mkdirSync(out, { recursive: true });
rmSync(addon, { force: true });
const objects = Object.entries(widths).map(([width, own]) =>
  compile('kernels.c', `kernels${width}.o`, [`-DVECTOR=${width}`, ...own]),
);
objects.push(compile('addon.c', 'addon.o', [`-I${headers}`]));
run(['-shared', ...(isDarwin() ? ['-undefined', 'dynamic_lookup'] : []), '-o', addon, ...objects]);
console.error(`Built ${addon}`);

function compile(source, name, own) {
  const object = join(out, name);
  run([...strict, ...flags, ...own, `-I${out}`, '-c', join(root, 'native', source), '-o', object]);
  return object;
}

function run(args) {
  try {
    execFileSync(compiler, [...words, ...args], { stdio: ['ignore', 2, 2] });
  } catch (error) {
    if (error.code !== 'ENOENT') process.exit(1);
    missing(
      `there is no C compiler called ${compiler}; install GCC or Clang, or name one: CC=clang npm run build:native`,
    );
  }
}

function ask(args) {
  try {
    return execFileSync(compiler, [...words, ...args], { encoding: 'utf8' });
  } catch {
    return process.arch === 'x64' ? 'x86_64' : process.arch;
  }
}

function isDarwin() {
  return /darwin|macos/.test(ask(['-dumpmachine'])) || words.some((word) => /macos|darwin/.test(word));
}

function findHeaders() {
  const beside = join(dirname(dirname(process.execPath)), 'include', 'node');
  const found = [process.env.NODE_HEADERS, beside].find((path) => path && existsSync(join(path, 'node_api.h')));
  return (
    found ?? missing(`${beside} has no node_api.h; name the folder that has: NODE_HEADERS=... npm run build:native`)
  );
}

/** Whether nothing that the addon is made of has changed since. */
function isFresh() {
  if (!existsSync(addon)) return false;
  const made = statSync(addon).mtimeMs;
  const sources = [join(root, 'native'), out].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.[ch]$/.test(name))
      .map((name) => join(folder, name)),
  );
  return [...sources, fileURLToPath(import.meta.url)].every((path) => statSync(path).mtimeMs < made);
}

function missing(message) {
  console.error(ifPossible ? `The native engine is not tested: ${message}` : message);
  process.exit(ifPossible ? 0 : 1);
}
