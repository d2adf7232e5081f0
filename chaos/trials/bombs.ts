/** Small files that would cost without bound: each is refused by the command, soon, and within the memory that is stated. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { holdsClearEnd, startCommand } from '../command.js';
import { hold, type Trial, type TrialGroup } from '../trial.js';

/** Members of a gzip file follow each other, so one is enough to be repeated. */
function gzipBomb(head: string, piece: string, times: number): Uint8Array {
  const member = gzipSync(Buffer.alloc(2 ** 22, piece));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: times }, () => member)]);
}

function npy(shape: string, cells: number): Uint8Array {
  const bytes = new Uint8Array(128 + cells);
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117);
  bytes.set([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(`${header}\n`)]);
  return bytes;
}

function idx(...sizes: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 + 4 * sizes.length + 16));
  bytes.setUint32(0, 0x0800 + sizes.length);
  for (const [place, size] of sizes.entries()) bytes.setUint32(4 + 4 * place, size);
  return new Uint8Array(bytes.buffer);
}

const manyKeys = () => Array.from({ length: 20_000 }, (_, row) => `{"k${row}":1.5,"y":${row % 2}}\n`).join('');

const bombs: Readonly<Record<string, () => string | Uint8Array>> = {
  'line.csv.gz': () => gzipBomb('', '0,', 250),
  'line.svm.gz': () => gzipBomb('1 1:1\n', '1 ', 250),
  'line.arff.gz': () => gzipBomb('@relation r\n', 'x', 250),
  'string.json.gz': () => gzipBomb('[{"a":"', 'x', 250),
  'string.jsonl.gz': () => gzipBomb('{"a":"', 'x', 250),
  'cells.csv.gz': () => gzipBomb('a,b,y\n', '0.1,a,b\n', 250),
  'zeros.npz': () => zipSync({ 'x.npy': npy('(1000000000, 1)', 2 ** 29) }, { level: 1 }),
  'keys.jsonl': manyKeys,
  'shape.npy': () => npy('(1000000000000, 1000)', 100),
  'shape.npz': () => zipSync({ 'x.npy': npy('(99999999999, 7)', 100) }),
  'images-idx3-ubyte': () => idx(0xffffffff, 0xffff, 0xffff),
  'index.svm': () => '1 1:1 99999999999:2\n0 1:2\n',
  'index-within.svm': () => '1 1:1 2147483647:2\n0 1:2\n',
  'columns.csv': () => `${Array.from({ length: 3_000_000 }, (_, i) => `c${i}`).join(',')}\n`,
  'deep.json': () => `${'['.repeat(2_000_000)}`,
  'deep.jsonl': () => `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},"y":1}\n`,
  'quotes.csv': () => `a,y\n"${'x""'.repeat(10_000_000)}`,
};

/** Of the processor. */
const longestSeconds = 30;
const mostBytes = 1.3e9;

export function createBombs(): TrialGroup {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-chaos-'));
  const trials = Object.entries(bombs).map(
    ([name, make]): Trial => ({
      name,
      aim: 1,
      async attempt() {
        const path = join(folder, name);
        writeFileSync(path, make());
        const words = ['select', path, '--target', 'y', '--k', '2', '--method', 'fisher', '--json'];
        const command = startCommand(words, { cwd: folder });
        let worked = 0;
        const timer = setInterval(() => {
          worked = Math.max(worked, command.worked());
          if (worked > longestSeconds) command.signalAll('SIGKILL');
        }, 200);
        const ended = await command.ended;
        clearInterval(timer);
        rmSync(path);
        hold(worked <= longestSeconds, `did not end within ${longestSeconds} seconds`);
        holdsClearEnd(ended);
        hold(ended.peakBytes < mostBytes, `took ${Math.round(ended.peakBytes / 1e6)} MB`);
        hold(ended.code === 3 || ended.code === 2, `exit code ${ended.code}`);
        return `refused within ${Math.ceil(worked)} s and ${Math.ceil(ended.peakBytes / 1e8) * 100} MB`;
      },
    }),
  );
  return { name: 'bombs', trials, close: async () => rmSync(folder, { recursive: true, force: true }) };
}
