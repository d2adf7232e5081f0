// Installs what the benches compare with: JavaScript packages beside bench/peers, Python packages in a virtual environment
// in the user's cache folder. Both happen once; a peer that cannot be installed is left out, and its row says why.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const peers = join(root, 'bench', 'peers');
const isWindows = process.platform === 'win32';

export function installJavaScriptPeers() {
  if (existsSync(join(peers, 'node_modules'))) return;
  console.error('Installing the peers of the bench (once) ...');
  execFileSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: peers, stdio: ['ignore', 2, 2], shell: isWindows },
  );
}

/** The Python to use, from NEUROFS_PYTHON or a virtual environment made here; or why there is none. */
export function installPythonPeers() {
  if (process.env.NEUROFS_PYTHON) return { python: process.env.NEUROFS_PYTHON };
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'neurofs', 'bench-peers');
  const python = isWindows ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
  const wanted = wantedPackages();
  if (wanted.every(({ module }) => canImport(python, module))) return { python };
  mkdirSync(join(cache, 'neurofs'), { recursive: true });
  console.error(`Making a virtual environment for the Python peers in ${folder} (once) ...`);
  // System packages are let in, so that Debian's python3-torch and python3-sklearn serve where PyPI is out of reach.
  if (!tryRun('python3', ['-m', 'venv', '--system-site-packages', folder])) {
    return { missing: 'python3 -m venv failed; on Debian: apt install python3-venv' };
  }
  const pip = (...words) =>
    tryRun(python, ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--disable-pip-version-check', ...words]);
  for (const { name, module } of wanted) if (!canImport(python, module)) pip(name);
  return canImport(python, 'torch')
    ? { python }
    : { missing: 'PyTorch could not be installed; on Debian: apt install python3-torch python3-sklearn' };
}

function wantedPackages() {
  return readFileSync(join(peers, 'requirements.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+#\s+/))
    .map(([name, module]) => ({ name, module }));
}

function canImport(python, name) {
  return (
    spawnSync(python, ['-c', `import importlib.util as u; exit(u.find_spec(${JSON.stringify(name)}) is None)`])
      .status === 0
  );
}

function tryRun(command, words) {
  return spawnSync(command, words, { stdio: ['ignore', 2, 2] }).status === 0;
}
