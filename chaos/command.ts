/** The command `neurofs` as a process of its own that can be disturbed and watched. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { familyOf, groupMembers, peakBytes, processorSeconds } from './process-state.js';
import { hold } from './trial.js';

export const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is run in place of `node main.js WORDS`: a shell that does something before and after. */
  readonly shell?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory the process had, as far as it was looked at. */
  readonly peakBytes: number;
}

export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Processor seconds of all its processes that are alive. */
  worked(): number;
  signal(name: NodeJS.Signals): void;
  /** To it and all processes it has started. */
  signalAll(name: NodeJS.Signals): void;
  /** Fails where a process of it outlives it. */
  leavesNothing(): Promise<void>;
}

const longestMilliseconds = 300_000;
const children = new Set<ChildProcess>();
// Each leads a group of its own, which a Ctrl-C in the terminal does not reach.
process.once('exit', () => {
  for (const { pid } of children) tryKill(-pid!, 'SIGKILL');
});

export function startCommand(words: readonly string[], { cwd, env = {}, shell }: CommandOptions): Command {
  const [file, given] = shell === undefined ? [process.execPath, [program, ...words]] : ['/bin/sh', ['-c', shell]];
  const child = spawn(file, given, { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, detached: true });
  children.add(child);
  const pid = child.pid!;
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, ...familyOf(pid).map(peakBytes));
  }, 200);
  const giveUp = setTimeout(() => tryKill(-pid, 'SIGKILL'), longestMilliseconds);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      clearInterval(watch);
      clearTimeout(giveUp);
      children.delete(child);
      resolve({ code, ...text, peakBytes: peak });
    });
  });
  return {
    child,
    ended,
    worked: () => familyOf(pid).reduce((sum, member) => sum + processorSeconds(member), 0),
    signal: (name) => void child.kill(name),
    signalAll: (name) => tryKill(-pid, name),
    async leavesNothing() {
      for (let waited = 0; groupMembers(pid).length > 0 && waited < 10_000; waited += 100) await pause(100);
      const left = groupMembers(pid);
      tryKill(-pid, 'SIGKILL');
      hold(left.length === 0, `${left.length} of its processes outlived it`);
    },
  };
}

export async function runCommand(words: readonly string[], options: CommandOptions): Promise<Ended> {
  const command = startCommand(words, options);
  const ended = await command.ended;
  await command.leavesNothing();
  return ended;
}

/** What every end of a command must be: success, or one message without a stack. */
export function holdsClearEnd({ code, stderr }: Ended): void {
  hold(code !== null, `ended by a signal: ${stderr.slice(-200)}`);
  hold(!/This is a bug in neurofs/.test(stderr), `told as a bug: ${stderr.slice(-800)}`);
  hold(code === 0 || /^neurofs: .{10,}/m.test(stderr), `exit code ${code} without a message: ${stderr.slice(-200)}`);
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
