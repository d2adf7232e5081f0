// Installs what the benches compare with (once), then runs them. Arguments choose sections: `npm run bench -- kernels`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installJavaScriptPeers } from './install-peers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.some((name) => ['tfjs', 'read'].includes(name))) installJavaScriptPeers();
execFileSync(process.execPath, [join(root, 'dist', 'bench', 'main.js'), ...wanted], { cwd: root, stdio: 'inherit' });
