// `npm run test:node24`: the tests of bits on Node 24, whose V8 compiles the kernels with another compiler than Node 20's.
// Node 24 comes from npm (once, into the user's cache folder); NEUROFS_NODE24 names one that is there already.
// `--install` installs it alone, `--where` says where it is, or nothing: `npm test` runs these tests where it is there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Kernels against their twins, wide vectors and native code, and whole selections against golden ones. */
const bitTests = ['compute/', 'engines/', 'trees/', 'judges/svm', 'judges/gaussian', 'test/determinism'];

const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'neurofs', 'node24');
const program =
  process.env.NEUROFS_NODE24 ?? join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');

const words = process.argv.slice(2);
if (process.env.NEUROFS_NODE24 !== undefined) checkVersion();
if (words[0] === '--where') {
  if (existsSync(program)) console.log(program);
} else {
  if (!existsSync(program)) installNode24();
  if (words[0] !== '--install') runTests(words.length > 0 ? words : bitTests);
}

function checkVersion() {
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (stdout?.startsWith('v24.')) return;
  const found = error ? error.message : `its version is ${stdout.trim()}`;
  console.error(`NEUROFS_NODE24 must name a Node 24. Got ${program}: ${found}`);
  process.exit(1);
}

function runTests(parts) {
  const done = spawnSync(program, [join(root, 'scripts', 'run-tests.mjs'), ...parts], { cwd: root, stdio: 'inherit' });
  process.exit(done.status ?? 1);
}

function installNode24() {
  console.error(`Installing Node 24 to ${folder} (once) ...`);
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const isWindows = platform === 'win';
  const npm = isWindows ? 'npm.cmd' : 'npm';
  spawnSync(npm, ['install', ...options, `${name}@24`], { stdio: ['ignore', 2, 2], shell: isWindows });
  if (existsSync(program)) return;
  console.error(`${name}@24 could not be installed; name a Node 24: NEUROFS_NODE24=/path/to/node npm run test:node24`);
  process.exit(1);
}
