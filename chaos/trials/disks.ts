/** Disks that are full, can only be read, or lose the folder that is written to. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../src/maths/random.js';
import { type CommandOptions, type Ended, holdsClearEnd, startCommand } from '../command.js';
import {
  createUndisturbed,
  keptKeys,
  type LongCommand,
  longCommands,
  type Undisturbed,
  writeData,
} from '../long-commands.js';
import { onSmallDisk, withoutMounts } from '../scratch-mount.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';

export function createDisks(): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  const options = writeData(folder);
  for (const name of ['disk', 'gone']) mkdirSync(join(folder, name));
  const disk = join(folder, 'disk');
  const undisturbed = createUndisturbed(options);
  const trials: Trial[] = [
    ...longCommands.map((command) => fullOut(command, disk, options, undisturbed)),
    ...longCommands.map((command) => readOnlyOut(command, disk, options)),
    fullScratch('--scratch on a full disk', ['--scratch', disk], {}, disk, options),
    fullScratch('TMPDIR on a full disk', [], { TMPDIR: disk }, disk, options),
    ...longCommands.map((command) => vanishing(command, options, undisturbed)),
  ];
  return {
    name: 'disks',
    skip: withoutMounts,
    trials,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface OnDisk extends Ended {
  /** Files on the small disk at the end. */
  readonly files: readonly string[];
}

async function runOnDisk(shell: string, options: CommandOptions): Promise<OnDisk> {
  const command = startCommand([], { ...options, shell });
  const ended = await command.ended;
  await command.leavesNothing();
  holdsClearEnd(ended);
  const [, listed = ''] = ended.stdout.split('-----\n');
  return { ...ended, files: listed.split('\n').filter((line) => line !== '') };
}

const endings = /\.(json|csv|html|md)$/;

/** The disk has room for a part of what the command writes, and now and then for all of it. */
function fullOut(
  command: LongCommand,
  disk: string,
  options: CommandOptions,
  undisturbed: (command: LongCommand) => Promise<Undisturbed>,
): Trial {
  const { name, words } = command;
  return {
    name: `${name} --out on a disk that is full`,
    aim: 50,
    async attempt(seed) {
      await undisturbed(command);
      const needed = kilobytesIn(join(options.cwd, `undisturbed-${name}`));
      const kilobytes =
        4 +
        createRandom(seed)
          .fork(name)
          .below(Math.ceil(1.2 * needed));
      const shell = onSmallDisk([...words, '--out', join(disk, 'out')], disk, kilobytes);
      const { code, stderr, files } = await runOnDisk(shell, options);
      if (code === 0) return 'had room';
      hold(/disk is full/.test(stderr), `the reason is not told: ${stderr.slice(-400)}`);
      const written = files.filter((file) => endings.test(file));
      hold(written.length === 0, `half of it was written: ${files.join(', ')}`);
      return 'disk is full';
    },
  };
}

function readOnlyOut({ name, words }: LongCommand, disk: string, options: CommandOptions): Trial {
  return {
    name: `${name} --out where nothing may be written`,
    aim: 1,
    async attempt() {
      const shell = onSmallDisk([...words, '--out', join(disk, 'out')], disk, 1000, { isReadOnly: true });
      const { code, stderr } = await runOnDisk(shell, options);
      hold(code === 1 && /can only be read/.test(stderr), `exit code ${code}: ${stderr.slice(-400)}`);
      return 'refused';
    },
  };
}

function fullScratch(
  name: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  disk: string,
  options: CommandOptions,
): Trial {
  const select = ['select', 's.csv', '--target', 'y', '--k', '5', '--method', 'fisher', '--json', '--threads', '1'];
  return {
    name,
    aim: 10,
    async attempt(seed) {
      // The memory is too small for the data, so that it goes to the disk.
      const given = [...select, '--memory', '20kB', ...words];
      const kilobytes = 4 + createRandom(seed).below(16);
      const own = { ...options, env: { ...options.env, ...env } };
      const { code, stderr, files } = await runOnDisk(onSmallDisk(given, disk, kilobytes), own);
      hold(files.length === 0, `left behind: ${files.join(', ')}`);
      if (code === 0) return 'had room';
      return /disk is full/.test(stderr)
        ? 'disk is full'
        : `refused: ${stderr.replace(/^.*neurofs: /s, '').slice(0, 60)}`;
    },
  };
}

/** The folder that is to be written to is taken away while the command works. */
function vanishing(
  long: LongCommand,
  options: CommandOptions,
  undisturbed: (command: LongCommand) => Promise<Undisturbed>,
): Trial {
  const { name, words } = long;
  return {
    name: `${name} --out in a folder that vanishes`,
    aim: 20,
    async attempt(seed) {
      const parent = join(options.cwd, 'gone', `${name}-${seed}`);
      mkdirSync(parent, { recursive: true });
      const command = startCommand([...words, '--out', join(parent, 'out')], options);
      let isOver = false;
      command.ended.finally(() => {
        isOver = true;
      });
      await pause(createRandom(seed).fork(name).float() * 3000);
      if (isOver) return 'ended before';
      rmSync(parent, { recursive: true, force: true });
      const ended = await command.ended;
      await command.leavesNothing();
      holdsClearEnd(ended);
      if (ended.code !== 0) return 'refused';
      // Taken away after the last file was written, before the process was gone.
      if (!existsSync(parent)) return 'ended before';
      await undisturbed(long);
      const kept = keptKeys(join(parent, 'out'));
      assert.deepEqual(kept, keptKeys(join(options.cwd, `undisturbed-${name}`)), 'other rows than undisturbed');
      return 'written again';
    },
  };
}

/** What a folder takes on a disk of pages, which a file fills whole. */
function kilobytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pages = files.map(({ path, name }) => Math.ceil(statSync(join(path, name)).size / 4096));
  return 4 * pages.reduce((sum, count) => sum + count, 0);
}
