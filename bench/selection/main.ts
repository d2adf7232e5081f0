/**
 * `npm run bench:peers selection [SET ...] [--limit SECONDS] [--threads COUNT]`: the time to a selection, and what it is worth.
 * Every peer is a process that reads the same training rows from a file and writes the K columns it selects to another, as it
 * is by default. Keeps a row for each in bench/results/selection.jsonl, goes on where it stopped, and writes
 * bench/results/peers-selection.md and the chart of the README; with `--report` it writes them from the rows there are.
 */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { defaultThreadCount } from '../../node/threads/threads.js';
import { readLines } from '../../study/read-lines.js';
import { judgeSelection } from '../judge-selection.js';
import { type PeerSet, peerSets, writeTraining } from '../peer-sets.js';
import { describeMachine, writeResults } from '../results.js';
import { renderSection } from '../rows.js';
import { drawSelections } from './chart.js';
import { type SelectionRow, selectionSections } from './report.js';

const resultsFile = 'bench/results/selection.jsonl';
const chartFile = 'docs/images/accuracy-seconds.svg';
const k = 50;
/** Epochs of the networks, those of the paper. */
const epochs = 100;

/** How a shell says that the limit of processor time ended a process: SIGKILL or SIGXCPU. */
const limitCodes = [137, 152];

interface Run {
  readonly set: PeerSet;
  readonly folder: string;
  readonly threads: number;
  readonly limit: number;
}

interface Peer {
  readonly name: string;
  /** The command, and what it prints or writes to `selected.json` turned into columns. */
  readonly words: (run: Run) => readonly (string | number)[];
  readonly isPython: boolean;
  readonly columns: (written: string) => readonly number[];
}

const scriptOf = (name: string): string => fileURLToPath(new URL(`../../../bench/peers/${name}`, import.meta.url));
const program = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
const shapeOf = ({ train, featureCount, classCount }: PeerSet): number[] => [
  train.labels.length,
  featureCount,
  classCount,
];
const outOf = (folder: string): string => join(folder, 'selected.json');
const selectedOf = (written: string): number[] => {
  const { selected } = JSON.parse(written.slice(written.indexOf('{'))) as { selected?: number[] };
  if (selected === undefined) throw new Error('nothing was selected');
  return selected;
};

const ownPeer: Peer = {
  name: 'neurofs',
  isPython: false,
  words: ({ folder, threads }) => [
    ...[
      process.execPath,
      program,
      'select',
      join(folder, 'train.npz'),
      '--x',
      'X',
      '--target',
      'y',
      '--task',
      'classes',
    ],
    ...['--k', k, '--test-fraction', 0, '--threads', threads, '--json', '--quiet'],
  ],
  columns: (written) => (JSON.parse(written) as { features: { index: number }[] }).features.map(({ index }) => index),
};

const quickPeers: readonly Peer[] = [
  ownPeer,
  usual('extra-trees', 'extra trees, scikit-learn'),
  usual('mutual-information', 'mutual information, scikit-learn'),
  usual('xgboost', 'XGBoost gain'),
  usual('mrmr', 'mrmr_selection'),
];

/** After the others on all sets, so that a run that is stopped has those. */
const slowPeers: readonly Peer[] = [
  usual('rfe', 'RFE with a linear SVM, scikit-learn'),
  usual('boruta', 'BorutaPy'),
  packaged('stg', "STG, authors' package"),
  packaged('lassonet', "LassoNet, authors' package"),
  {
    name: 'masked dense NeuroFS, PyTorch',
    isPython: true,
    words: ({ set, folder, threads }) => [
      ...[scriptOf('masked_neurofs.py'), folder, ...shapeOf(set), epochs, k, set.batchSize],
      ...[Math.min(set.train.labels.length, 1000), threads],
    ],
    columns: selectedOf,
  },
];

function usual(method: string, name: string): Peer {
  return {
    name,
    isPython: true,
    words: ({ folder, threads }) => [
      ...[scriptOf('usual_selectors.py'), method, join(folder, 'train.npz'), k, threads, outOf(folder)],
    ],
    columns: selectedOf,
  };
}

function packaged(method: 'stg' | 'lassonet', name: string): Peer {
  return {
    name,
    isPython: true,
    words: ({ set, folder, threads, limit }) => [
      ...[scriptOf('package_selection.py'), method, folder, ...shapeOf(set), epochs, k, set.batchSize, threads],
      // Its own limit is one of the clock, which a busy machine would reach too soon.
      100 * limit,
    ],
    columns: selectedOf,
  };
}

export async function benchSelection(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      report: { type: 'boolean' },
      limit: { type: 'string', default: '120' },
      threads: { type: 'string', default: String(defaultThreadCount()) },
    },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(peerSets, name));
  if (unknown !== undefined) throw new Error(`no set "${unknown}"; the sets are ${Object.keys(peerSets).join(', ')}`);
  if (!values.report) {
    await mkdir('bench/results', { recursive: true });
    const keys = positionals.length > 0 ? positionals : Object.keys(peerSets);
    for (const peers of [quickPeers, slowPeers]) {
      for (const key of keys) await benchSet(key, peers, Number(values.threads), Number(values.limit));
    }
  }
  await writeReport();
}

/** The last row of every set and peer; what could not run is tried again. */
async function readRows(): Promise<SelectionRow[]> {
  const rows = await readLines<SelectionRow>(resultsFile);
  return [...new Map(rows.map((row) => [`${row.key} ${row.peer}`, row])).values()];
}

async function benchSet(key: string, peers: readonly Peer[], threads: number, limit: number): Promise<void> {
  const done = (await readRows())
    .filter((row) => row.key === key && !row.note?.startsWith('did not run'))
    .map(({ peer }) => peer);
  const open = peers.filter(({ name }) => !done.includes(name));
  if (open.length === 0) return;
  const set = await peerSets[key]();
  if (set === undefined) {
    console.error(`${key}: set NEUROFS_DATA to measure it`);
    return;
  }
  const folder = await writeTraining(set);
  try {
    for (const peer of open) {
      console.error(`${set.name}: ${peer.name} ...`);
      const row = {
        key,
        set: set.name,
        shape: shapeOf(set),
        peer: peer.name,
        ...(await measure(peer, { set, folder, threads, limit })),
      };
      await appendFile(resultsFile, `${JSON.stringify(row)}\n`);
      console.error(
        `  ${row.accuracy === undefined ? row.note : `${row.processorSeconds.toFixed(1)} processor s, ${(100 * row.accuracy).toFixed(1)} %`}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Measured = Pick<SelectionRow, 'seconds' | 'processorSeconds' | 'threads' | 'limit' | 'load' | 'accuracy' | 'note'>;

async function measure(peer: Peer, run: Run): Promise<Measured> {
  const { folder, threads, limit } = run;
  const load = Number(loadavg()[0].toFixed(1));
  const python = process.env.NEUROFS_PYTHON;
  if (peer.isPython && python === undefined) {
    const note = `did not run: ${process.env.NEUROFS_PYTHON_MISSING ?? 'NEUROFS_PYTHON is not set'}`;
    return { seconds: 0, processorSeconds: 0, threads, limit, load, note };
  }
  const words = [...(peer.isPython ? [python as string] : []), ...peer.words(run)].map(String);
  await rm(outOf(folder), { force: true });
  const start = performance.now();
  const { stdout, times, failure, isOutOfTime } = await timed(words, limit);
  const figures = { seconds: (performance.now() - start) / 1000, processorSeconds: times, threads, limit, load };
  if (failure !== undefined) {
    return { ...figures, note: isOutOfTime ? `not done in ${limit} processor s` : `did not run: ${failure}` };
  }
  const written = await readFile(outOf(folder), 'utf8').catch(() => stdout);
  return { ...figures, accuracy: await judgeSelection(run.set, peer.columns(written)) };
}

/** Runs the words under a limit of processor time, and reads what the shell says of the time it and they took. */
async function timed(words: readonly string[], limit: number) {
  const folder = `${process.env.TMPDIR ?? '/tmp'}/neurofs-times-${process.pid}`;
  const script = `ulimit -t ${limit}; "$@"; code=$?; times > "$0"; exit $code`;
  await writeFile(folder, '');
  let stdout = '';
  let failure: string | undefined;
  let isOutOfTime = false;
  try {
    const env = { ...process.env, PYTHONWARNINGS: 'ignore' };
    ({ stdout } = await promisify(execFile)('sh', ['-c', script, folder, ...words], { maxBuffer: 2 ** 28, env }));
  } catch (error) {
    failure = lastLine(error);
    isOutOfTime = limitCodes.includes((error as { code?: number }).code ?? 0);
  }
  // The second line is of the processes that the shell has waited for: 0m1.230s 0m0.120s.
  const line = (await readFile(folder, 'utf8')).trim().split('\n')[1] ?? '';
  await rm(folder);
  const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0);
  return { stdout, times, failure, isOutOfTime };
}

function lastLine(error: unknown): string {
  const { stderr, message, code } = error as { stderr?: string; message?: string; code?: number };
  const lines = (stderr?.trim() || message || `exit code ${code}`).trim().split('\n');
  return (lines.at(-1) ?? '').replaceAll('|', '/').slice(0, 120);
}

async function writeReport(): Promise<void> {
  const rows = await readRows();
  const sections = selectionSections(rows);
  for (const section of sections) console.log(renderSection(section));
  writeResults('peers-selection', 'npm run bench:peers selection', describeMachine(), sections);
  await writeFile(chartFile, drawSelections(rows));
  console.log(`Wrote ${chartFile}`);
}
