/**
 * Names the code that makes results: the package's version and a hash of everything compiled that a result can depend
 * on, the kernels' WebAssembly among it. Reports, plans, the command line and the
 * plain twins of the kernels are left out: they change no result.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiled = fileURLToPath(new URL('../src', import.meta.url));
const noResult = /^(report|reproduce|studio|compute[/\\]reference)[/\\]|\.test\.js$|-files\.js$/;

let known: string | undefined;

/** Such as `0.1.0+3f2a9c0d41b7`. */
export function codeVersion(): string {
  known ??= `${packageVersion()}+${hashCode().slice(0, 12)}`;
  return known;
}

export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function hashCode(): string {
  const digest = createHash('sha256');
  const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !noResult.test(name))
    .sort();
  for (const name of files) {
    digest
      .update(name.replaceAll('\\', '/'))
      .update('\0')
      .update(readFileSync(join(compiled, name)));
  }
  return digest.digest('hex');
}
