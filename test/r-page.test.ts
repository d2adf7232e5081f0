/** The page for users of R: its code is run by R. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const page = new URL('../../docs/from-r.md', import.meta.url);
const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));

test('the R of docs/from-r.md runs', { timeout: 120_000 }, async (context) => {
  if (!(await hasR())) {
    context.skip('Rscript is missing');
    return;
  }
  for (const name of ['processx', 'jsonlite', 'nanoparquet']) {
    if (!(await hasPackage(name))) context.diagnostic(`R has no ${name}: what the page does with it is passed over`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-r-'));
  try {
    const code = [...(await readFile(page, 'utf8')).matchAll(/```r\n(.*?)```/gs)].map(([, block]) => block).join('\n');
    await writeFile(join(folder, 'page.R'), code);
    // R starts one program, not Node with a file.
    await writeFile(join(folder, 'neurofs'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    await chmod(join(folder, 'neurofs'), 0o755);
    await run('Rscript', ['--vanilla', 'page.R'], {
      cwd: folder,
      env: { ...process.env, NEUROFS: join(folder, 'neurofs') },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function hasR(): Promise<boolean> {
  try {
    await run('Rscript', ['--version']);
    return true;
  } catch {
    return false;
  }
}

async function hasPackage(name: string): Promise<boolean> {
  const { stdout } = await run('Rscript', ['--vanilla', '-e', `cat(requireNamespace("${name}", quietly = TRUE))`]);
  return stdout === 'TRUE';
}
