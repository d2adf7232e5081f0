// `npm run bench:peers`: installs the peers (once), then measures them beside this project. Arguments choose data sets.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installJavaScriptPeers, installPythonPeers } from './install-peers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
installJavaScriptPeers();
const { python, missing } = installPythonPeers();
const env = { ...process.env, ...(python ? { NEUROFS_PYTHON: python } : { NEUROFS_PYTHON_MISSING: missing }) };
const words = [join(root, 'dist', 'bench', 'peers.js'), ...process.argv.slice(2)];
execFileSync(process.execPath, words, { cwd: root, stdio: 'inherit', env });
