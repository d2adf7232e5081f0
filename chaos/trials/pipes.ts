/** Readers that go away: closed standard output, standard error and input. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, startCommand } from '../command.js';
import { writeData } from '../long-commands.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';

const select = 'select s.csv --target y --k 5 --method fisher --threads 1';
const main = `${process.execPath} ${program}`;

/** The shell prints the exit code of neurofs itself. */
const pipes: Readonly<Record<string, string>> = {
  'select --json to a reader that takes ten bytes': `(${main} ${select} --json; echo "code $?" >&2) | head -c 10 >/dev/null`,
  'select --json to a reader that takes nothing': `(${main} ${select} --json; echo "code $?" >&2) | true`,
  'select with standard output closed': `${main} ${select} --out o >&-; echo "code $?" >&2`,
  'select with standard error closed': `(${main} ${select} --out o 2>&-); echo "code $?" >&2`,
  'select with standard input closed': `${main} ${select} --out o <&- >/dev/null; echo "code $?" >&2`,
  'select with all of them closed': `(${main} ${select} --out o <&- >&- 2>&-); echo "code $?" >&2`,
  'help to a reader that takes ten bytes': `(${main} select --help; echo "code $?" >&2) | head -c 10 >/dev/null`,
  'datasets to a reader that takes nothing': `(${main} datasets; echo "code $?" >&2) | true`,
};

export function createPipes(): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  const options = writeData(folder);
  const trials = Object.entries(pipes).map(
    ([name, shell]): Trial => ({
      name,
      aim: 5,
      async attempt() {
        const command = startCommand([], { ...options, shell });
        const { stderr } = await command.ended;
        await command.leavesNothing();
        hold(!/at .*\.js:\d+|Unhandled|This is a bug/.test(stderr), `a stack: ${stderr.slice(-600)}`);
        const [, code] = /^code (\d+)$/m.exec(stderr) ?? [];
        hold(code === '0', `exit code ${code}: ${stderr.slice(-300)}`);
        return 'quiet end';
      },
    }),
  );
  return { name: 'pipes', trials, close: async () => rmSync(folder, { recursive: true, force: true }) };
}
