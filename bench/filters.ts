/**
 * How long the selection methods without a network take. RFS and the HSIC methods on large inputs are a section of their
 * own, because they take long.
 *
 * With NEUROFS_PYTHON set to a Python that has skfeature-chappers, CIFE and ICAP are timed beside it on the same bins.
 * Its time for all K and features is extrapolated from K = 2 and 100 features, because every step costs it the same and it
 * takes the features one by one. With NEUROFS_DATA set, Isolet
 * is one of the inputs; MNIST is the real one, and the wide inputs are generated in the shapes of the article's data sets.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTable } from '../node/files/load-table.js';
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { Pacer } from '../src/compute/pacer.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { fitScaling } from '../src/prepare/fit-scaling.js';
import { discretise, type SymbolColumns } from '../src/select/information/discretise.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { classesOf, numberedClasses } from '../src/target/class-target.js';
import type { NumericArray, TrainingSet } from '../src/types.js';
import { mnistSet } from './bench-sets.js';
import type { BenchRow, BenchSection } from './rows.js';

const k = 50;
const python = process.env.NEUROFS_PYTHON;

interface FilterCase {
  readonly input: string;
  readonly method: string;
  readonly compareWithPeer?: boolean;
}

/** MNIST, and the shape of GLA-BRA-180. */
const largeInputs = ['mnist', '180x49151'];
const onLarge = (methods: readonly string[]): readonly FilterCase[] =>
  largeInputs.flatMap((input) => methods.map((method) => ({ input, method })));

const quickCases: readonly FilterCase[] = [
  { input: 'isolet', method: 'cife', compareWithPeer: true },
  { input: 'isolet', method: 'icap', compareWithPeer: true },
  { input: '200x10000', method: 'cife', compareWithPeer: true },
  { input: '200x10000', method: 'icap', compareWithPeer: true },
  ...onLarge(['fisher', 'anova-f', 'mutual-information', 'mrmr', 'cife', 'icap']),
];

const inputs: Readonly<Record<string, () => Promise<TrainingSet | undefined>>> = {
  isolet: loadIsolet,
  '200x10000': async () => generate(Float32Array, 200, 10_000, 2),
  mnist: async () => (await mnistSet(60_000)).training,
  '180x49151': async () => generate(Float32Array, 180, 49_151, 4),
};

export const benchFilters = (): Promise<BenchSection> => benchCases('Methods without a network', quickCases);

export const benchSlowFilters = (): Promise<BenchSection> =>
  benchCases('RFS and HSIC Lasso on large inputs', onLarge(['rfs', 'hsic-lasso', 'hsic-lasso-vi']));

async function benchCases(title: string, cases: readonly FilterCase[]): Promise<BenchSection> {
  const engine = await createSerialEngine();
  const rows: BenchRow[] = [];
  for (const { input, method, compareWithPeer } of cases) {
    const name = `${method}, ${input}`;
    const training = await inputs[input]();
    if (training === undefined) {
      rows.push({ name: `${name}: set NEUROFS_DATA to measure it`, figures: {} });
      continue;
    }
    const seconds = await timeMethod(method, training, engine);
    const memory = process.memoryUsage().rss / 2 ** 20;
    const peer = compareWithPeer && python ? await timePeer(method, training) : undefined;
    console.error(`${name}: ${seconds.toFixed(1)} s`);
    rows.push({
      name,
      figures: {
        seconds,
        'resident MiB': memory,
        ...(peer !== undefined && { 'scikit-feature s': peer, 'times faster': peer / seconds }),
      },
    });
  }
  engine.dispose();
  const note = `Processor seconds on one thread, K = ${k}; resident memory of the whole process at the end of the run.`;
  return { title, note, rows };
}

/** Seconds of processor time, which other work on the machine does not stretch as much as time on the clock. */
async function timeMethod(name: string, training: TrainingSet, engine: Engine): Promise<number> {
  const method = findMethod(name);
  const started = process.cpuUsage();
  await method.select(training, k, resolveOptions(method), { random: createRandom(1), engine });
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** Features that scikit-feature is timed on. */
const peerFeatures = 100;

/** Seconds of scikit-feature for K of all features, from its time for two of the first few. */
async function timePeer(name: string, training: TrainingSet): Promise<number> {
  const columns = await discretise(training, { discretise: 'equal-frequency', bins: 5 }, new Pacer({}));
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-bench-'));
  const file = join(folder, 'symbols.bin');
  const featureCount = Math.min(peerFeatures, columns.featureCount);
  writeFileSync(file, symbolsByRow({ ...columns, featureCount }, training.target.labels));
  const script = fileURLToPath(new URL('../../bench/peers/skfeature_filters.py', import.meta.url));
  const time = (count: number) => {
    const shape = [columns.rowCount, featureCount].map(String);
    return Number(execFileSync(python!, [script, name, String(count), ...shape, file], { encoding: 'utf8' }));
  };
  const [one, two] = [time(1), time(2)];
  rmSync(folder, { recursive: true });
  return ((one + (k - 1) * (two - one)) * columns.featureCount) / featureCount;
}

function symbolsByRow({ rowCount, featureCount, symbol }: SymbolColumns, labels: Int32Array): Int32Array {
  const out = new Int32Array(rowCount * featureCount + rowCount);
  for (let feature = 0; feature < featureCount; feature++) {
    for (let row = 0; row < rowCount; row++) out[row * featureCount + feature] = symbol[feature * rowCount + row];
  }
  out.set(labels, rowCount * featureCount);
  return out;
}

/** Noise in which every tenth feature leans towards the classes. */
async function generate(
  Values: new (length: number) => NumericArray,
  rowCount: number,
  columnCount: number,
  classCount: number,
): Promise<TrainingSet> {
  const random = createRandom(1);
  const values = new Values(rowCount * columnCount);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      const lean = column % 10 === 0 ? (10 * ((labels[row] + column) % classCount)) / classCount : 0;
      values[row * columnCount + column] = 20 * lean + 50 * random.float();
    }
  }
  const matrix = { kind: 'dense' as const, rowCount, columnCount, values };
  return {
    matrix,
    target: numberedClasses(labels, classCount),
    scaling: fitScaling(matrix, allRows(matrix), 'minmax'),
  };
}

async function loadIsolet(): Promise<TrainingSet | undefined> {
  const folder = process.env.NEUROFS_DATA;
  if (folder === undefined) return undefined;
  const { table } = await loadTable(join(folder, 'isolet', 'isolet.csv.gz'), { target: 'class' });
  const { matrix, target: encoded } = encodeTable(table, { target: 'class' });
  const target = classesOf(encoded);
  return { matrix, target, scaling: fitScaling(matrix, allRows(matrix), 'minmax') };
}
