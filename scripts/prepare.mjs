// Makes a fresh clone ready: installs the packages the lock file names, then builds what is out of date.
// Does nothing that is already done, so the commands that call it start at once the second time.
// Plain JavaScript without imports beyond Node, because nothing is installed yet when it runs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Building neurofs from a clone needs Node 20.19 or newer; this is ${process.version}. (The built package runs on Node 20.3.)`,
  );
  process.exit(1);
}

const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const stamp = join(root, 'node_modules', '.neurofs-lock-hash');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) {
  console.error('Installing packages (once) ...');
  execFileSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  writeFileSync(stamp, lockHash);
}
execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
