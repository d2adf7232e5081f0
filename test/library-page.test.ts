/** docs/library.md is true: its programs print what it says, and it names everything that is exported. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');
const run = promisify(execFile);

// Inside the package, where `neurofs` means the package itself.
const folder = mkdtempSync(join(here, 'library-page-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('programs of the page', () => {
  const programs = [
    ...page.matchAll(
      /^## (.+)\n(?:(?!^## )[\s\S])*?<!-- run -->\n```js\n([\s\S]+?)```\n<!-- output -->\n```text\n([\s\S]*?)```/gm,
    ),
  ];

  test('are all found', () => {
    assert.equal(programs.length, page.split('```js').length - 1);
    assert.ok(programs.length >= 4);
  });

  for (const [place, [, title, program, output]] of programs.entries()) {
    test(`"${title}" prints what it says`, async () => {
      const path = join(folder, `program-${place}.mjs`);
      writeFileSync(path, program);
      const { stdout, stderr } = await run(process.execPath, [path]);
      assert.equal(stdout, output);
      assert.equal(stderr, '');
    });
  }
});

/** Every name in an `export { ... }`, and every exported class. */
function exportsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) => names.split(','));
  const classes = [...text.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
  return [...lists.map((name) => name.replace(/^\s*type\s/, '').trim()), ...classes].filter((name) => name !== '');
}

for (const path of ['src/index.ts', 'node/index.ts']) {
  test(`everything that ${path} exports is named on the page`, () => {
    const names = exportsOf(path);
    assert.ok(names.length > 5, `${names.length} exports`);
    const list = page.slice(page.indexOf('## Everything there is'));
    const missing = names.filter((name) => !new RegExp(`\`[^\`\n]*\\b${name}\\b[^\`\n]*\``).test(list));
    assert.deepEqual(missing, []);
  });
}

test('everything that the page lists is exported', () => {
  const known = new Set(['src/index.ts', 'node/index.ts'].flatMap(exportsOf));
  const list = page.slice(page.indexOf('## Everything there is'));
  const listed = [...list.matchAll(/`([A-Za-z]+)(?:\([^`]*\))?`/g)].map(([, name]) => name);
  const others = ['File', 'dispose'];
  assert.deepEqual(
    listed.filter((name) => !known.has(name) && !others.includes(name)),
    [],
  );
});

test('links of the page lead to files', () => {
  for (const [, target] of page.matchAll(/\]\(([^)#]+)\)/g)) {
    readFileSync(join(dirname(join(root, 'docs', 'library.md')), target));
  }
});
