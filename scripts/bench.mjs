// Installs what the benches compare with (once), then runs them. Arguments choose sections: `npm run bench -- kernels`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const peers = join(root, 'bench', 'peers');
const wanted = process.argv.slice(2);
if (
  (wanted.length === 0 || wanted.some((name) => ['tfjs', 'read'].includes(name))) &&
  !existsSync(join(peers, 'node_modules'))
) {
  console.error('Installing the peers of the bench (once) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: peers,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}
execFileSync(process.execPath, [join(root, 'dist', 'bench', 'main.js'), ...wanted], { cwd: root, stdio: 'inherit' });
