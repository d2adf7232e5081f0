// Packs what is published: neurofs itself, and the native kernels of build/native as a package of their own for one platform.
//   node scripts/pack-release.mjs FOLDER [PLATFORM]
// PLATFORM is that of this machine unless another is named (linux-arm64, linux-x64-musl ...), for kernels built by a cross
// compiler. The packed neurofs names the packages of all platforms as optional dependencies, so npm takes the one that suits
// the machine, where there is one, and nothing runs at installation. They are not in package.json itself, because in a
// working copy npm would look for packages that are made from it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-arm64-musl', 'linux-x64', 'linux-x64-musl'];
const root = fileURLToPath(new URL('..', import.meta.url));
const [folder, platform = `${process.platform}-${process.arch}`] = process.argv.slice(2);
if (folder === undefined || !platforms.includes(platform)) {
  console.error(`usage: node scripts/pack-release.mjs FOLDER [${platforms.join(' | ')}]`);
  process.exit(2);
}
const destination = resolve(folder);
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
mkdirSync(destination, { recursive: true });
packSelf();
packKernels();

function packSelf() {
  inScratch((scratch) => {
    pack(root, scratch, ['--ignore-scripts']);
    execFileSync('tar', ['-xzf', join(scratch, `neurofs-${own.version}.tgz`), '-C', scratch]);
    const native = Object.fromEntries(platforms.map((name) => [packageName(name), own.version]));
    const { devDependencies, scripts, ...published } = own;
    const description = { ...published, optionalDependencies: { ...own.optionalDependencies, ...native } };
    writeJson(join(scratch, 'package', 'package.json'), description);
    pack(join(scratch, 'package'), destination);
  });
}

function packKernels() {
  const addon = join(root, 'build', 'native', 'kernels.node');
  if (!existsSync(addon)) {
    console.error(`${addon} is not there: npm run build:native`);
    process.exit(1);
  }
  const [os, cpu, libc] = platform.split('-');
  const { version, license, homepage, repository, engines } = own;
  inScratch((scratch) => {
    copyFileSync(addon, join(scratch, 'kernels.node'));
    copyFileSync(join(root, 'LICENSE'), join(scratch, 'LICENSE'));
    writeJson(join(scratch, 'package.json'), {
      name: packageName(platform),
      version,
      description: `The kernels of neurofs as native code for ${platform}. It is used where it is installed; results are the same without it.`,
      ...{ license, homepage, repository, engines },
      main: 'kernels.node',
      files: ['kernels.node'],
      os: [os],
      cpu: [cpu],
      ...(os === 'linux' && { libc: [libc ?? 'glibc'] }),
    });
    pack(scratch, destination);
  });
}

/** As node/engines/native-addon.ts looks for it. */
function packageName(name) {
  return `@neurofs/native-${name}`;
}

function pack(source, into, more = []) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', into, ...more], {
    cwd: source,
    stdio: ['ignore', 2, 2],
  });
}

function inScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'neurofs-pack-'));
  try {
    work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
