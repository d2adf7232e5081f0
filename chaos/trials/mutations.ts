/**
 * Damaged files of every format, read in a process of their own: a hang is ended from outside, and memory is that of the
 * reader alone. What must hold of a read is in `test/fixtures/damaged-files.ts`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Damage, goodFiles } from '../../test/fixtures/damaged-files.js';
import { processorSeconds } from '../process-state.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';
import type { MutationAnswer, MutationOrder } from './mutation-process.js';

/** Of the processor. */
const longestSeconds = 10;
/** After which HDF5 that nobody guards is believed to go round in circles; most files take it a few milliseconds. */
const longestUnguarded = 1;
/** The good files take a few kilobytes, so what is honestly needed is nothing. */
const mostGrowth = 300e6;
const program = fileURLToPath(new URL('./mutation-process.js', import.meta.url));

/** One of the two kinds of damage. */
export function createMutations(name: string, damage: Damage, aim: number): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  let reader: ChildProcess | undefined;
  const read = async (order: MutationOrder): Promise<MutationAnswer> => {
    reader ??= fork(program, [folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const answer = await ask(reader, order);
    if (answer.kind === 'done') return answer;
    reader.kill('SIGKILL');
    reader = undefined;
    return answer;
  };
  const attempt = async (place: number, seed: number): Promise<string> => {
    const order = { place, damage, seed, isUnguarded: goodFiles[place].startsThread === true };
    let answer = await read(order);
    const isSuspect = answer.kind !== 'done' || answer.growth > mostGrowth;
    // What HDF5 cannot do alone is no fault where its guard ends it.
    if (order.isUnguarded && isSuspect) answer = await read({ ...order, isUnguarded: false });
    hold(answer.kind !== 'fault', answer.kind === 'fault' ? answer.what : '');
    hold(answer.growth <= mostGrowth, `took ${Math.round(answer.growth / 1e6)} MB`);
    return answer.outcome;
  };
  return {
    name,
    trials: goodFiles.map(
      (file, place): Trial => ({
        name: file.name,
        aim,
        shortAim: file.startsThread ? 2 : 20,
        attempt: (seed) => attempt(place, seed),
      }),
    ),
    async close() {
      reader?.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Asks the process to read one file; a process that does not answer in time is a fault. */
function ask(reader: ChildProcess, order: MutationOrder): Promise<MutationAnswer> {
  const limit = order.isUnguarded ? longestUnguarded : longestSeconds;
  return new Promise((resolve) => {
    const started = processorSeconds(reader.pid!);
    const finish = (answer: MutationAnswer) => {
      clearInterval(timer);
      reader.removeAllListeners('message');
      reader.removeAllListeners('exit');
      resolve(answer);
    };
    const fail = (what: string) => finish({ kind: 'fault', what });
    const timer = setInterval(() => {
      if (processorSeconds(reader.pid!) - started >= limit) fail(`did not end within ${limit} seconds`);
    }, 250);
    reader.once('message', (answer: MutationAnswer) => finish(answer));
    reader.once('exit', (code, signal) => fail(`crashed with ${code ?? signal}`));
    reader.send(order);
  });
}
