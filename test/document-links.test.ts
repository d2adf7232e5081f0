/** Every link of a document to another of this project leads somewhere: the file is there, and so is the heading. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** How the README, which is read on other pages too, names a file of this project. */
const published =
  /^https:\/\/(?:github\.com\/neurofs\/neurofs\/blob|raw\.githubusercontent\.com\/neurofs\/neurofs)\/main\//;

const documents = ['.', 'docs', 'bench/results', 'python'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder === 'docs', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

/** The names that pages of Markdown give to headings. */
function headings(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Where a link of a document leads, undefined outside of this project. */
function targetOf(document: string, link: string): { file: string; heading: string | undefined } | undefined {
  const inside = published.test(link) ? link.replace(published, '') : undefined;
  if (inside === undefined && /^[a-z]+:/.test(link)) return undefined;
  const [path, heading] = (inside ?? link).split('#');
  const file = path === '' ? document : inside === undefined ? join(dirname(document), path) : path;
  return { file, heading };
}

test('every link to a file or heading of this project leads there', () => {
  assert.ok(documents.length > 50, `${documents.length} documents`);
  const dead = documents.flatMap((document) => {
    const text = textOf(document).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
      ([, within, listed]) => within ?? listed,
    );
    return links.flatMap((link) => {
      const target = targetOf(document, link);
      if (target === undefined) return [];
      const isThere = existsSync(join(root, target.file));
      const hasHeading = target.heading === undefined || (isThere && headings(target.file).includes(target.heading));
      return isThere && hasHeading ? [] : [`${document}: ${link}`];
    });
  });
  assert.deepEqual(dead, []);
});
