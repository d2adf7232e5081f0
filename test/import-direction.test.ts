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
  /** Whether nothing but types is imported. */
  readonly isType: boolean;
}

/** Every import of the source files, tests left out. */
const imports: readonly Import[] = ['src', 'node', 'cli', 'studio', 'study', 'bench', 'chaos', 'demo'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|node_modules/.test(name))
      .flatMap((name) => {
        const from = join(folder, name);
        const text = readFileSync(join(root, from), 'utf8');
        return [...text.matchAll(/(?:(?:import|export) ([^;']*?)from|import\() ?'([^']+)'/g)].map(
          ([, what = '', to]) => ({
            from,
            to: to.startsWith('.') ? relative(root, join(root, dirname(from), to)).replace(/\.js$/, '.ts') : to,
            isType: /^type /.test(what) || /^\{(\s*type [^,}]+,?)+\s*\}/.test(what),
          }),
        );
      }),
);

const top = (path: string): string => path.split('/')[0];
/** The folder of src that a file stands in. */
const room = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1];

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

  test('of a folder of src reach only the folders below it', () => {
    assertNone(
      imports.filter(({ from, to }) => {
        const [a, b] = [room(from), room(to)];
        return a !== undefined && b !== undefined && a !== b && !below[a]?.includes(b);
      }),
    );
  });

  test('are known for every folder of src', () => {
    const rooms = new Set(imports.map(({ from }) => room(from)).filter((name) => name !== undefined));
    assert.deepEqual([...rooms].sort(), Object.keys(below).sort());
  });

  test('never lead back to where they came from', () => {
    assert.deepEqual(cycles(imports), []);
  });
});

/** What each folder of src may import, besides the files of src itself. */
const below: Readonly<Record<string, readonly string[]>> = {
  maths: [],
  cells: [],
  matrix: ['maths'],
  target: ['maths'],
  compute: ['maths'],
  read: ['cells', 'compute', 'matrix'],
  encode: ['cells', 'matrix', 'target'],
  catalogue: ['read', 'encode', 'maths'],
  split: ['maths', 'matrix', 'target'],
  prepare: ['matrix', 'target'],
  trees: ['compute', 'maths', 'matrix'],
  network: ['compute', 'maths', 'matrix', 'target'],
  select: ['network', 'trees', 'compute', 'maths', 'matrix', 'target'],
  choose: ['select', 'trees', 'compute', 'maths', 'matrix', 'target'],
  univariate: ['select', 'compute', 'maths', 'matrix', 'rank', 'target'],
  leaks: ['select', 'compute', 'maths', 'matrix', 'target'],
  rank: [],
  evaluate: ['cells', 'select', 'trees', 'compute', 'maths', 'matrix', 'target'],
  experiment: [
    'catalogue',
    'compute',
    'encode',
    'evaluate',
    'maths',
    'prepare',
    'rank',
    'read',
    'select',
    'split',
    'target',
  ],
  write: ['cells', 'matrix', 'read'],
  report: ['cells', 'choose', 'evaluate', 'experiment', 'matrix', 'rank', 'target', 'write', 'univariate'],
  examine: ['cells', 'encode', 'evaluate', 'leaks', 'maths', 'prepare', 'rank', 'read', 'report', 'split', 'target'],
  reproduce: ['catalogue', 'evaluate', 'experiment', 'maths', 'network', 'report', 'select'],
  session: [],
  serve: ['choose', 'cells', 'compute', 'evaluate', 'experiment', 'rank', 'report', 'select', 'session'],
  studio: [
    'compute',
    'encode',
    'evaluate',
    'examine',
    'experiment',
    'leaks',
    'maths',
    'matrix',
    'prepare',
    'rank',
    'read',
    'report',
    'select',
    'session',
    'split',
    'target',
    'univariate',
  ],
};

/** The files that import each other in a ring, types left out: one ring for each that is found. */
function cycles(all: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to, isType } of all) if (!isType) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const to of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}
