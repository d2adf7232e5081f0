/**
 * A file that is changed while it is read: the command gives the result of the old content or of the new, or says that the
 * file changed. A mixture without a word is what must not be.
 */
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hashText } from '../../node/files/hash-text.js';
import { createRandom } from '../../src/maths/random.js';
import { holdsClearEnd, startCommand } from '../command.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';

const rowCount = 300_000;

/** Every cell of a content is its digit, so that a mixture is seen at once. */
function content(digit: number): string {
  const rows = Array.from({ length: rowCount }, (_, row) => `${digit}.${row % 10},${digit}.5${row % 7},${row % 2}`);
  return `a,b,y\n${rows.join('\n')}\n`;
}

const changes: Readonly<Record<string, (path: string, other: string) => void>> = {
  'rows are appended': (path, other) => appendFileSync(path, other.slice(6)),
  'it is cut short': (path) => truncateSync(path, readFileSync(path).length >> 1),
  'it is written over': (path, other) => writeFileSync(path, other),
  'another takes its place'(path, other) {
    writeFileSync(`${path}.new`, other);
    renameSync(`${path}.new`, path);
  },
  'it is removed': (path) => rmSync(path),
};

export function createChangingFiles(): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  const [first, second] = [content(1), content(2)];
  const trials = Object.entries(changes).map(
    ([name, change]): Trial => ({
      name,
      aim: 50,
      async attempt(seed) {
        const path = join(folder, `changing-${seed}.csv`);
        writeFileSync(path, first);
        const words = [
          'select',
          path,
          '--target',
          'y',
          '--k',
          '1',
          '--method',
          'fisher',
          '--json',
          '--test-fraction',
          '0',
        ];
        const command = startCommand(words, { cwd: folder });
        const moment = createRandom(seed).fork(name).float() * 1.5;
        while (command.child.exitCode === null && command.worked() < moment) await pause(20);
        change(path, second);
        const ended = await command.ended;
        await command.leavesNothing();
        const whole = name === 'it is removed' ? [] : [hashText(readFileSync(path, 'utf8'))];
        rmSync(path, { force: true });
        holdsClearEnd(ended);
        if (ended.code !== 0) {
          // What was cut short before it was opened is refused for what is missing in it.
          hold(ended.code === 3, ended.stderr.slice(-300));
          return 'refused';
        }
        const { data } = JSON.parse(ended.stdout) as { data: { sha256: string; rowCount: number } };
        hold([hashText(first), ...whole].includes(data.sha256), 'a mixture of two contents was used');
        return 'read as it was or is';
      },
    }),
  );
  return { name: 'changing files', trials, close: async () => rmSync(folder, { recursive: true, force: true }) };
}
