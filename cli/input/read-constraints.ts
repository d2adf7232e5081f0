/** What a selection must keep to, as the command line says it: lists of names, and files of names with a value each. */
import { readFile } from 'node:fs/promises';
import type { Constraints } from '../../src/choose/constraints.js';
import type { NamedGroups } from '../../src/choose/group-features.js';
import { UserError } from '../../src/errors.js';

export interface ConstraintFlags {
  readonly include?: readonly string[];
  /** `auto`, or a file. */
  readonly groups?: string;
  /** `a=3,b=2`, or a file. */
  readonly cost?: string;
  readonly budget?: number;
  readonly minPerClass?: number;
}

export interface GivenConstraints {
  readonly constraints: Constraints;
  /** Groups that a file names. */
  readonly named?: NamedGroups;
}

export async function readConstraints(flags: ConstraintFlags): Promise<GivenConstraints> {
  const { include, groups, cost, budget, minPerClass } = flags;
  const costs = cost === undefined ? undefined : await readCosts(cost);
  return {
    constraints: { include, budget, minPerClass, costs, ...(groups === 'auto' && { groups }) },
    ...(groups !== undefined && groups !== 'auto' && { named: await readGroups(groups) }),
  };
}

async function readCosts(text: string): Promise<Readonly<Record<string, number>>> {
  const pairs = text.includes('=')
    ? text.split(',').map((pair) => cutAt(pair, pair.lastIndexOf('=')))
    : await readPairs(text, '--cost', 'cost');
  return Object.fromEntries(
    pairs.map(([name, value]) => {
      const cost = Number(value);
      if (name !== '' && value !== '' && cost > 0 && Number.isFinite(cost)) return [name, cost];
      throw new UserError(
        'usage',
        `--cost must have a number above 0 for every name, as in mri=3. Got "${value}" for "${name}"`,
      );
    }),
  );
}

async function readGroups(path: string): Promise<NamedGroups> {
  const groups: Record<string, string[]> = Object.create(null);
  for (const [name, group] of await readPairs(path, '--groups', 'group')) {
    groups[group] ??= [];
    groups[group].push(name);
  }
  return groups;
}

/** A name and what belongs to it on every line, a comma or a tab between them; a heading such as `feature,cost` is passed over. */
async function readPairs(path: string, flag: string, what: string): Promise<readonly (readonly [string, string])[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError('data', `${flag} ${path}: ${(error as Error).message}`);
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((line, number) => {
    if (line.trim() === '') return [];
    const [name, value] = cutAt(line, line.includes('\t') ? line.lastIndexOf('\t') : line.lastIndexOf(','));
    if (number === 0 && value.toLowerCase() === what) return [];
    if (name !== '' && value !== '') return [[name, value] as const];
    throw new UserError(
      'data',
      `${flag} ${path}, line ${number + 1}: expected a feature and its ${what}, as in age,${what === 'cost' ? '3' : 'clinic'}. Got "${line}"`,
    );
  });
}

function cutAt(text: string, at: number): readonly [string, string] {
  return at < 0 ? [bare(text), ''] : [bare(text.slice(0, at)), bare(text.slice(at + 1))];
}

/** Without blanks and quotes around it. */
function bare(text: string): string {
  const trimmed = text.trim();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
}
