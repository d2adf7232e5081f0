/** Commands that are killed, asked to stop or halted at a random moment, and run again. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../src/maths/random.js';
import { type Command, type CommandOptions, holdsClearEnd, runCommand, startCommand } from '../command.js';
import {
  createUndisturbed,
  keptKeys,
  type LongCommand,
  longCommands,
  resultOf,
  type Undisturbed,
  writeData,
} from '../long-commands.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';

/** Of the processor, from the signal to the end. */
const longestToStop = 1;

export function createSignals(): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  const options = writeData(folder);
  const undisturbed = createUndisturbed(options);
  const trials = longCommands.flatMap((command): Trial[] =>
    (['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const).map((signal) => ({
      name: `${signal} in ${command.name}`,
      aim: 200,
      async attempt(seed) {
        const expected = await undisturbed(command);
        const out = `${command.name}-${signal}-${seed}`;
        try {
          return await disturb(command, signal, seed, out, expected, options);
        } finally {
          rmSync(join(folder, out), { recursive: true, force: true });
        }
      },
    })),
  );
  return { name: 'signals', trials, close: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function disturb(
  { name, words, resume }: LongCommand,
  signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP',
  seed: number,
  out: string,
  expected: Undisturbed,
  options: CommandOptions,
): Promise<string> {
  const random = createRandom(seed).fork(`${signal} ${name}`);
  const given = [...words, '--out', out];
  const folder = join(options.cwd, out);
  const command = startCommand(given, options);
  const isMet = await reach(command, random.float() * expected.worked);
  if (signal === 'SIGSTOP') {
    command.signalAll('SIGSTOP');
    await pause(100 + random.float() * 1400);
    command.signalAll('SIGCONT');
  } else if (isMet) {
    const before = command.worked();
    let after = before;
    const timer = setInterval(() => {
      after = Math.max(after, command.worked());
    }, 50);
    command.signal(signal);
    await command.ended;
    clearInterval(timer);
    hold(after - before <= longestToStop, `took ${(after - before).toFixed(1)} s of the processor to stop`);
  }
  const ended = await command.ended;
  await command.leavesNothing();
  // Before Node runs the first line of the program, the system ends it at once.
  const isStartUp = signal === 'SIGTERM' && ended.code === null && ended.stderr === '';
  if (signal !== 'SIGKILL' && !isStartUp) holdsClearEnd(ended);
  if (signal === 'SIGTERM')
    hold(isStartUp || ended.code === 130 || ended.code === 0, `exit code ${ended.code}: ${ended.stderr}`);
  if (signal === 'SIGSTOP') hold(ended.code === 0, `exit code ${ended.code}: ${ended.stderr}`);
  holdsWhole(folder, ended.code === 0);
  if (ended.code !== 0) {
    const rest = await runCommand([...given, ...resume], options);
    hold(rest.code === 0, `cannot go on: ${rest.stderr}`);
  }
  assert.deepEqual(await resultOf(name, folder, options), expected.result, 'another result than undisturbed');
  assert.deepEqual(keptKeys(folder), keptKeys(join(options.cwd, `undisturbed-${name}`)), 'other rows than undisturbed');
  if (signal === 'SIGSTOP') return 'right result';
  return ended.code === 0 ? 'ended before' : 'went on';
}

/** Waits until so much work is done; false where the command ended before. */
async function reach(command: Command, work: number): Promise<boolean> {
  while (command.child.exitCode === null && command.child.signalCode === null) {
    if (command.worked() >= work) return true;
    await pause(25);
  }
  return false;
}

/** Files that are written at the end are there all together or not at all. */
function holdsWhole(folder: string, isDone: boolean): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const last = names.filter((name) => /\.(json|csv|html|md)$/.test(name));
  if (isDone) hold(last.length > 0, 'nothing was written');
  else hold(last.length === 0, `half of it was written: ${names.join(', ')}`);
}
