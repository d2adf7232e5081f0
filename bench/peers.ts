/**
 * `npm run bench:peers [coil] [mnist] [gla]`: the same data, the same epochs, one run, one machine: masked dense NeuroFS in
 * PyTorch, the authors' LassoNet and STG, a masked dense network in TensorFlow.js, and this project on one and on all
 * threads; with the word `masked` the two forms of NeuroFS alone. Writes bench/results/peers.json and peers.md. `npm run bench:peers regression` and `npm run bench:peers selection`
 * are benches of their own: see regression/main.ts and selection/main.ts.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultThreadCount } from '../node/threads/threads.js';
import { judgeSelection, mostJudgeRows } from './judge-selection.js';
import { epochSets, type PeerSet, peerSets, writeTraining } from './peer-sets.js';
import { benchRegression } from './regression/main.js';
import { describeMachine, writeResults } from './results.js';
import { type BenchRow, type BenchSection, renderSection } from './rows.js';
import { benchSelection } from './selection/main.js';

const k = 50;
/** Seconds after which LassoNet's path and STG's epochs are cut off. */
const limitSeconds = 120;
/** Of the default network: fewer than it has, where the time to be as good as a masked one is asked. */
const fewEpochs = 10;
const hidden = 1000;
const epsilon = 30;

interface PeerResult {
  readonly secondsAnEpoch: number;
  /** Of all threads together: what counts where others use the machine too. */
  readonly processorSecondsAnEpoch?: number;
  readonly peakMegabytes: number;
  readonly selected?: readonly number[];
  readonly note?: string;
}

interface Peer {
  readonly name: string;
  /** Weights of the network; an epoch is 6 operations for each of them and every row. */
  readonly weights: (set: PeerSet) => number;
  readonly run: (set: PeerSet, folder: string) => Promise<PeerResult>;
}

const threads = defaultThreadCount();
const python = process.env.NEUROFS_PYTHON;
const scriptOf = (name: string): string => fileURLToPath(new URL(`../../bench/peers/${name}`, import.meta.url));
const denseWeights = ({ featureCount, classCount }: PeerSet): number =>
  hidden * (featureCount + 2 * hidden + classCount);
const sparseWeights = ({ featureCount, classCount }: PeerSet): number =>
  epsilon * (featureCount + hidden) + 2 * epsilon * 2 * hidden + hidden * classCount;
/** One hidden layer of 500. */
const defaultWeights = ({ featureCount, classCount }: PeerSet): number =>
  epsilon * (featureCount + 500) + 500 * classCount;
const shapeOf = ({ train, featureCount, classCount, epochs }: PeerSet): number[] => [
  train.labels.length,
  featureCount,
  classCount,
  epochs,
];

const peers: readonly Peer[] = [
  own(threads, 'paper'),
  own(1, 'paper'),
  own(threads, 'best'),
  own(threads, 'best', fewEpochs),
  {
    name: `masked dense NeuroFS, PyTorch, ${threads} threads`,
    weights: denseWeights,
    run: (set, folder) =>
      runPython('masked_neurofs.py', [folder, ...shapeOf(set), k, set.batchSize, growthSample(set), threads]),
  },
  {
    name: 'masked dense network, TensorFlow.js WASM (training alone)',
    weights: denseWeights,
    run: runTensorFlow,
  },
  { name: `STG, authors' package, ${threads} threads`, weights: denseWeights, run: runPackage('stg') },
  {
    name: `LassoNet, authors' package, ${threads} threads`,
    weights: ({ featureCount, classCount }) => hidden * (featureCount + classCount) + featureCount * classCount,
    run: runPackage('lassonet'),
  },
];

function own(threadCount: number, preset: 'paper' | 'best', ownEpochs = 0): Peer {
  const what =
    preset === 'paper' ? '' : ownEpochs === 0 ? ' as it is by default' : `, ${ownEpochs} epochs of the default`;
  return {
    name: `neurofs${what}, ${threadCount} thread${threadCount === 1 ? '' : 's'}`,
    weights: preset === 'paper' ? sparseWeights : defaultWeights,
    run: async (set, folder) => {
      const file = fileURLToPath(new URL('./peer-own.js', import.meta.url));
      return runJson(process.execPath, [file, folder, ...shapeOf(set), k, threadCount, preset, ownEpochs]);
    },
  };
}

function runPackage(method: 'stg' | 'lassonet'): Peer['run'] {
  return (set, folder) =>
    runPython('package_selection.py', [method, folder, ...shapeOf(set), k, set.batchSize, threads, limitSeconds]);
}

/** The step's time is measured on the shape alone: the numbers do not matter to it. */
async function runTensorFlow({ featureCount, classCount, batchSize, train }: PeerSet): Promise<PeerResult> {
  const args = [scriptOf('tfjs-masked.mjs'), featureCount, classCount, batchSize, 3];
  const { stepMilliseconds, peakMegabytes } = await runJson<{ stepMilliseconds: number; peakMegabytes: number }>(
    process.execPath,
    args,
  );
  const steps = Math.ceil(train.labels.length / batchSize);
  return { secondsAnEpoch: (steps * stepMilliseconds) / 1000, peakMegabytes, note: 'from the least of 3 steps' };
}

/** Rows whose gradient ranks new connections, as this project chooses them. */
function growthSample(set: PeerSet): number {
  const { featureCount, train } = set;
  const possible = hidden * (featureCount + 2 * hidden);
  const connections = sparseWeights(set) - hidden * set.classCount;
  const rows = Math.round((1.5 * train.labels.length * connections) / possible);
  return Math.min(train.labels.length, 2000, Math.max(100, rows));
}

function runPython(script: string, args: readonly (string | number)[]): Promise<PeerResult> {
  if (python === undefined) throw new Error(process.env.NEUROFS_PYTHON_MISSING ?? 'NEUROFS_PYTHON is not set');
  return runJson(python, [scriptOf(script), ...args]);
}

async function runJson<Result>(command: string, args: readonly (string | number)[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(command, args.map(String), { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Result;
}

async function benchSet(set: PeerSet, measured: readonly Peer[]): Promise<BenchSection> {
  const folder = await writeTraining(set);
  const rows: BenchRow[] = [];
  let ours: PeerResult | undefined;
  try {
    for (const peer of measured) {
      console.error(`${set.name}: ${peer.name} ...`);
      try {
        const result = await peer.run(set, folder);
        ours ??= result;
        rows.push(await rowOf(set, peer, result, ours));
        console.error(`  ${result.secondsAnEpoch.toFixed(3)} s an epoch, ${Math.round(result.peakMegabytes)} MB`);
      } catch (error) {
        rows.push({ name: peer.name, figures: { note: `did not run: ${lastLine(error)}` } });
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const { train, featureCount, classCount, epochs, batchSize } = set;
  return {
    title: `${set.name}: ${train.labels.length} x ${featureCount}, ${classCount} classes, ${epochs} epochs, batches of ${batchSize}`,
    note: `Seconds an epoch over a whole run, growth and start included; all but the default train the paper's three layers of 1000, LassoNet one. GFLOP an epoch: 6 x weights x rows, growth aside. Accuracy: an SVM on the ${k} selected features, trained on ${Math.min(mostJudgeRows, train.labels.length)} rows, over ${set.test.labels.length} test rows. Processor seconds add up all threads. "times" compares with the first row.`,
    rows,
  };
}

async function rowOf(set: PeerSet, peer: Peer, result: PeerResult, ours: PeerResult): Promise<BenchRow> {
  const { secondsAnEpoch, processorSecondsAnEpoch, peakMegabytes, selected, note } = result;
  return {
    name: peer.name,
    figures: {
      's an epoch': secondsAnEpoch,
      'times slower': secondsAnEpoch / ours.secondsAnEpoch,
      ...(processorSecondsAnEpoch && { 'processor s an epoch': processorSecondsAnEpoch }),
      'peak MB': peakMegabytes,
      'times memory': peakMegabytes / ours.peakMegabytes,
      'GFLOP an epoch': (6 * peer.weights(set) * set.train.labels.length) / 1e9,
      ...(selected && { 'accuracy %': 100 * (await judgeSelection(set, selected)) }),
      ...(note && { note }),
    },
  };
}

function lastLine(error: unknown): string {
  const { stderr, message, signal } = error as { stderr?: string; message?: string; signal?: string };
  const lines = (stderr?.trim() || (signal && `ended by ${signal}`) || message || String(error)).trim().split('\n');
  return (lines.at(-1) ?? '').replaceAll('|', '/').slice(0, 120);
}

const wanted = process.argv.slice(2);
if (wanted.includes('regression')) {
  await benchRegression(wanted.includes('--report'));
  process.exit(0);
}
if (wanted[0] === 'selection') {
  await benchSelection(wanted.slice(1));
  process.exit(0);
}
const sets = wanted.filter((word) => word !== 'masked');
const unknown = sets.find((name) => !Object.hasOwn(peerSets, name));
if (unknown !== undefined) {
  console.error(`no set "${unknown}"; the sets are ${Object.keys(peerSets).join(', ')}`);
  process.exit(2);
}
const sections: BenchSection[] = [];
const measured = wanted.includes('masked') ? peers.filter(({ name }) => /neurofs/i.test(name)) : peers;
for (const key of sets.length > 0 ? sets : epochSets) {
  const set = await peerSets[key]();
  const section = set
    ? await benchSet(set, measured)
    : { title: key, note: 'Set NEUROFS_DATA to measure it.', rows: [] };
  console.log(renderSection(section));
  sections.push(section);
}
const name = wanted.length > 0 ? `peers-${wanted.join('-')}` : 'peers';
writeResults(name, ['npm run bench:peers', ...wanted].join(' '), describeMachine(), sections);
