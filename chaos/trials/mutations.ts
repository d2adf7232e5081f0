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
/** The good files take a few kilobytes, so what is honestly needed is nothing. */
const mostGrowth = 300e6;
const program = fileURLToPath(new URL('./mutation-process.js', import.meta.url));

/** One of the two kinds of damage. */
export function createMutations(name: string, damage: Damage, aim: number): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  let reader: ChildProcess | undefined;
  const attempt = async (place: number, seed: number): Promise<string> => {
    reader ??= fork(program, [folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const answer = await ask(reader, { place, damage, seed });
    if (answer.kind === 'ended') {
      reader = undefined;
      throw new Error(answer.reason);
    }
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

type Ended = { readonly kind: 'ended'; readonly reason: string };

/** Asks the process to read one file, and ends it where it does not answer. */
function ask(reader: ChildProcess, order: MutationOrder): Promise<MutationAnswer | Ended> {
  return new Promise((resolve) => {
    const started = processorSeconds(reader.pid!);
    const finish = (answer: MutationAnswer | Ended) => {
      clearInterval(timer);
      reader.removeAllListeners('message');
      reader.removeAllListeners('exit');
      resolve(answer);
    };
    const timer = setInterval(() => {
      if (processorSeconds(reader.pid!) - started < longestSeconds) return;
      finish({ kind: 'ended', reason: `did not end within ${longestSeconds} seconds` });
      reader.kill('SIGKILL');
    }, 500);
    reader.once('message', (answer: MutationAnswer) => finish(answer));
    reader.once('exit', (code, signal) => finish({ kind: 'ended', reason: `crashed with ${code ?? signal}` }));
    reader.send(order);
  });
}
