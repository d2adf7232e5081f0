// `npm run test:node24`: the tests of bits on Node 24, whose V8 compiles the kernels with another compiler than Node 20's.
// Node 24 comes from npm (once, into the user's cache folder); NEUROFS_NODE24 names one that is there already.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Kernels against their twins, wide vectors and native code, and whole selections against golden ones. */
const bitTests = ['compute/', 'engines/', 'trees/', 'judges/svm', 'judges/gaussian', 'test/determinism'];

const node = process.env.NEUROFS_NODE24 ?? installNode24();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : bitTests;
const { status } = spawnSync(node, [join(root, 'scripts', 'run-tests.mjs'), ...wanted], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);

function installNode24() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'neurofs', 'node24');
  const program = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  console.error(`Installing Node 24 to ${folder} (once) ...`);
  mkdirSync(folder, { recursive: true });
  const words = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${name}@24`,
  ];
  const isWindows = platform === 'win';
  const done = spawnSync(isWindows ? 'npm.cmd' : 'npm', words, { stdio: ['ignore', 2, 2], shell: isWindows });
  if (done.status === 0 && existsSync(program)) return program;
  console.error(`${name}@24 could not be installed; name a Node 24: NEUROFS_NODE24=/path/to/node npm run test:node24`);
  process.exit(1);
}
