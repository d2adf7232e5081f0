/**
 * The commands that take long enough to be disturbed, and what an undisturbed run of each gives. The data are so small that
 * a run takes two seconds of the processor, half of them for loading the program: what counts is how many moments are tried.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../src/maths/random.js';
import { type CommandOptions, runCommand, startCommand } from './command.js';
import { hold } from './trial.js';

export interface LongCommand {
  readonly name: string;
  /** Without the folder to write to. */
  readonly words: readonly string[];
  /** Words more that go on where a run was disturbed. */
  readonly resume: readonly string[];
}

const compared = ['s.csv', '--target', 'y', '--k', '3,5', '--judge', 'knn'];

export const compareWords: readonly string[] = [
  ...['compare', ...compared, '--methods', 'fisher,neurofs', '--set', 'neurofs.epochs=2', '--seeds', '3'],
];

export const longCommands: readonly LongCommand[] = [
  {
    name: 'select',
    words: ['select', 's.csv', '--target', 'y', '--k', '5', '--epochs', '4', '--threads', '2'],
    resume: [],
  },
  { name: 'compare', words: [...compareWords, '--threads', '2'], resume: ['--resume'] },
  {
    name: 'curve',
    words: ['curve', ...compared, '--epochs', '2', '--folds', '2', '--threads', '2'],
    resume: [],
  },
  {
    name: 'reproduce',
    words: [
      ...['reproduce', '--quick', '--data', 'usps', '--only', 'accuracy', '--methods', 'fisher,all-features'],
      ...['--seeds', '1', '--threads', '2'],
    ],
    resume: [],
  },
];

/** Makes the folder with the data that these commands read. */
export function writeData(folder: string): CommandOptions {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 's.csv'), table(60, 20));
  writeFileSync(join(folder, 'data', 'usps.csv'), table(40, 20));
  writeFileSync(join(folder, 'data', 'manifest.json'), JSON.stringify([{ key: 'usps', file: 'usps.csv', y: 'y' }]));
  return { cwd: folder, env: { NEUROFS_DATA: join(folder, 'data') } };
}

function table(rowCount: number, columnCount: number): string {
  const random = createRandom(2);
  const head = [...Array.from({ length: columnCount }, (_, i) => `f${i}`), 'y'].join(',');
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const cells = Array.from({ length: columnCount }, (_, i) => (random.float() + (i < 4 ? row % 3 : 0)).toFixed(3));
    return [...cells, `c${row % 3}`].join(',');
  });
  return `${[head, ...rows].join('\n')}\n`;
}

export interface Undisturbed {
  /** Processor seconds and seconds of the clock. */
  readonly worked: number;
  readonly seconds: number;
  readonly result: unknown;
}

/** Runs a command without disturbing it, once. */
export function createUndisturbed(options: CommandOptions): (command: LongCommand) => Promise<Undisturbed> {
  const known = new Map<string, Undisturbed>();
  return async ({ name, words }) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const out = `undisturbed-${name}`;
    const started = performance.now();
    const command = startCommand([...words, '--out', out], options);
    let worked = 0;
    const timer = setInterval(() => {
      worked = Math.max(worked, command.worked());
    }, 100);
    const { code, stderr } = await command.ended;
    clearInterval(timer);
    hold(code === 0, `${name} fails undisturbed: ${stderr}`);
    const seconds = (performance.now() - started) / 1000;
    const result = await resultOf(name, join(options.cwd, out), options);
    const undisturbed = { worked, seconds, result };
    known.set(name, undisturbed);
    return undisturbed;
  };
}

/** What a command found, without what differs from run to run; fails where a file is not whole. */
export async function resultOf(name: string, folder: string, options: CommandOptions): Promise<unknown> {
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.html')) continue;
    hold(/<\/html>\s*$/.test(readFileSync(join(folder, file), 'utf8')), `${file} is cut short`);
  }
  if (name === 'reproduce') return databaseRows(folder, options);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  hold(files.length > 0, `no result in ${readdirSync(folder).join(', ')}`);
  return files.map((file) => lasting(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

async function databaseRows(folder: string, options: CommandOptions): Promise<unknown> {
  const words = ['results', folder, '--all', '--json'];
  const { code, stdout, stderr } = await runCommand(words, options);
  hold(code === 0, `neurofs results fails: ${stderr}`);
  return lasting(JSON.parse(stdout));
}

/** The value without times, sizes in memory and the words of the command, in which the folder stands. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      /second|timing|bytes|memory|command|finished/i.test(key) ? [] : [[key, lasting(inner)]],
    ),
  );
}

/** Keys of the rows that a comparison keeps; fails where one is there twice. A torn line does not count. */
export function keptKeys(folder: string): readonly string[] {
  const path = join(folder, 'results.jsonl');
  if (!existsSync(path)) return [];
  const keys = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): string[] => {
      try {
        return [(JSON.parse(line) as { key: string }).key];
      } catch {
        return [];
      }
    });
  hold(new Set(keys).size === keys.length, 'a row was kept twice');
  return keys.sort();
}
