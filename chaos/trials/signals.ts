/** Commands that are killed, asked to stop or halted at random moments, and run again. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '../../src/maths/random.js';
import { type Command, type CommandOptions, type Ended, holdsClearEnd, runCommand, startCommand } from '../command.js';
import {
  createUndisturbed,
  keptKeys,
  type LongCommand,
  longCommands,
  resultOf,
  type Undisturbed,
  writeData,
} from '../long-commands.js';
import { reach, timesInARow } from '../moments.js';
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
        const own = join(folder, out);
        const random = createRandom(seed).fork(`${signal} ${command.name}`);
        const disturbed = { command, out, expected, options, random };
        try {
          const times = signal === 'SIGSTOP' ? await halt(disturbed) : await end(signal, disturbed);
          assert.deepEqual(
            await resultOf(command.name, own, options),
            expected.result,
            'another result than undisturbed',
          );
          const rows = keptKeys(join(folder, `undisturbed-${command.name}`));
          assert.deepEqual(keptKeys(own), rows, 'other rows than undisturbed');
          if (times === 0) return 'ended before';
          return Array<string>(times).fill(signal === 'SIGSTOP' ? 'right result' : 'went on');
        } finally {
          rmSync(own, { recursive: true, force: true });
        }
      },
    })),
  );
  return { name: 'signals', trials, close: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** What one disturbance needs to know. */
interface Disturbed {
  readonly command: LongCommand;
  readonly out: string;
  readonly expected: Undisturbed;
  readonly options: CommandOptions;
  readonly random: Random;
}

/** Halted several times, a command still gives what it gives undisturbed. */
async function halt({ command, out, expected, options, random }: Disturbed): Promise<number> {
  const running = startCommand([...command.words, '--out', out], options);
  const moments = Array.from({ length: timesInARow }, () => random.float() * expected.worked).sort((a, b) => a - b);
  let halts = 0;
  for (const moment of moments) {
    if (!(await reach(running, moment))) break;
    running.signalAll('SIGSTOP');
    await pause(50 + random.float() * 450);
    running.signalAll('SIGCONT');
    halts++;
  }
  const ended = await running.ended;
  await running.leavesNothing();
  hold(ended.code === 0, `exit code ${ended.code}: ${ended.stderr}`);
  return halts;
}

/** Ended and begun again several times, a command leaves nothing half-written, and in the end gives what it gives undisturbed. */
async function end(signal: 'SIGKILL' | 'SIGTERM', disturbed: Disturbed): Promise<number> {
  const { command, out, expected, options, random } = disturbed;
  const given = [...command.words, '--out', out];
  const folder = join(options.cwd, out);
  for (let ends = 0; ends < timesInARow; ends++) {
    const running = startCommand(ends === 0 ? given : [...given, ...command.resume], options);
    const isMet = await reach(running, random.float() * expected.worked);
    const ended = isMet ? await sendAndTime(running, signal) : await running.ended;
    await running.leavesNothing();
    if (signal === 'SIGTERM') holdsAnswer(ended);
    holdsWhole(folder, ended.code === 0);
    if (ended.code === 0) return ends;
    hold(isMet, `ended with ${ended.code} before the signal: ${ended.stderr}`);
  }
  const rest = await runCommand([...given, ...command.resume], options);
  hold(rest.code === 0, `cannot go on: ${rest.stderr}`);
  return timesInARow;
}

/** Sends the signal and waits for the end, which may not take long. */
async function sendAndTime(running: Command, signal: 'SIGKILL' | 'SIGTERM'): Promise<Ended> {
  const before = running.worked();
  let after = before;
  const timer = setInterval(() => {
    after = Math.max(after, running.worked());
  }, 50);
  running.signal(signal);
  const ended = await running.ended;
  clearInterval(timer);
  hold(after - before <= longestToStop, `took ${(after - before).toFixed(1)} s of the processor to stop`);
  return ended;
}

function holdsAnswer(ended: Ended): void {
  // Before Node runs the first line of the program, the system ends it at once.
  if (ended.code === null && ended.stderr === '') return;
  holdsClearEnd(ended);
  hold(ended.code === 130 || ended.code === 0, `exit code ${ended.code}: ${ended.stderr}`);
}

/** Files that are written at the end are there all together or not at all. */
function holdsWhole(folder: string, isDone: boolean): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const last = names.filter((name) => /\.(json|csv|html|md)$/.test(name));
  if (isDone) hold(last.length > 0, 'nothing was written');
  else hold(last.length === 0, `half of it was written: ${names.join(', ')}`);
}
