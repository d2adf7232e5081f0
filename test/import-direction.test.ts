/** The architecture as a test: imports point one way. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every relative import between source files, tests left out. */
const imports: readonly Import[] = ['src', 'node', 'cli', 'studio'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const from = join(folder, name);
      const text = readFileSync(join(root, from), 'utf8');
      return [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, to]) => ({
        from,
        to: to.startsWith('.') ? relative(root, join(root, dirname(from), to)).replace(/\.js$/, '.ts') : to,
      }));
    }),
);

const top = (path: string): string => path.split('/')[0];
const stage = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1];

function assertNone(found: readonly Import[]): void {
  assert.deepEqual(
    found.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
}

describe('imports', () => {
  test('are found at all', () => assert.ok(imports.length > 300, `${imports.length} imports`));

  test('of src never leave src, so that it runs in a browser', () => {
    assertNone(
      imports.filter(
        ({ from, to }) =>
          top(from) === 'src' && (['node', 'cli', 'studio'].includes(top(to)) || to.startsWith('node:')),
      ),
    );
  });

  test('of node never reach the command line', () => {
    assertNone(imports.filter(({ from, to }) => top(from) === 'node' && top(to) === 'cli'));
  });

  test('of the page come from src alone, since it runs in a browser', () => {
    assertNone(
      imports.filter(
        ({ from, to }) => top(from) === 'studio' && (['node', 'cli'].includes(top(to)) || to.startsWith('node:')),
      ),
    );
  });

  test('go down: compute knows no network, the network no method', () => {
    const order = ['compute', 'network', 'select'];
    assertNone(
      imports.filter(({ from, to }) => {
        const [a, b] = [order.indexOf(stage(from) ?? ''), order.indexOf(stage(to) ?? '')];
        return a >= 0 && b > a;
      }),
    );
  });

  test('of a stage reach no other stage: only the pipelines compose them', () => {
    const stages = ['read', 'encode', 'split', 'scale', 'select', 'rank', 'evaluate', 'report'];
    assertNone(
      imports.filter(({ from, to }) => {
        const [a, b] = [stage(from), stage(to)];
        return a !== undefined && b !== undefined && a !== b && stages.includes(a) && stages.includes(b);
      }),
    );
  });
});
