/**
 * What must not grow faster than its input: pieces of work at two sizes. `npm run bench -- growth` prints how they grow,
 * `test/growth.test.ts` holds them to it.
 */

import { createSerialEngine } from '../src/compute/engine.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom } from '../src/maths/random.js';
import { selectFeatures } from '../src/pipeline.js';
import { readTable } from '../src/read/read-table.js';
import { bytesSource } from '../src/read/source/source.js';
import type { Dataset, DenseMatrix, Table, TextColumn } from '../src/types.js';

export interface GrowthCase {
  readonly name: string;
  /** What grows; the input grows in proportion to it. */
  readonly of: string;
  readonly sizes: readonly number[];
  /** The power of it that its time may grow with, with some room for the noise of short times. */
  readonly most: number;
  /** Lays the input out and gives the work on it. */
  prepare(size: number): () => unknown;
}

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');
const source = (name: string, text: string) => bytesSource(name, new TextEncoder().encode(text), 2 ** 20);

/** Numbers of which the first few tell the class. */
function dataset(
  rowCount: number,
  columnCount: number,
  classCount: number,
  cell?: (row: number, column: number) => number,
): Dataset {
  const random = createRandom(5);
  const labels = Int32Array.from({ length: rowCount }, (_, row) => row % classCount);
  const values = Float32Array.from({ length: rowCount * columnCount }, (_, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    return cell?.(row, column) ?? random.float() + (column < 5 ? ((labels[row] * (column + 3)) % 7) / 4 : 0);
  });
  const matrix: DenseMatrix = { kind: 'dense', rowCount, columnCount, values };
  return {
    matrix,
    featureNames: Array.from({ length: columnCount }, (_, column) => `f${column}`),
    target: { kind: 'classes', labels, classNames: Array.from({ length: classCount }, (_, label) => `c${label}`) },
    targetName: 'y',
  };
}

function selection(data: Dataset, method: string, methodOptions: Readonly<Record<string, unknown>> = {}) {
  return async () => {
    const engine = await createSerialEngine();
    const request = { dataset: data, method, methodOptions, k: 5, evaluation: { judges: [] } };
    return selectFeatures(request, { engine });
  };
}

/** What a judge says of rows of many classes, and everything that is measured of it. */
function judging(classCount: number, judge: string) {
  const data = dataset(5 * classCount, 6, classCount);
  const evaluation = { judges: [judge], randomSets: 1 };
  return async () => {
    const engine = await createSerialEngine();
    return selectFeatures({ dataset: data, method: 'fisher', k: 5, evaluation }, { engine });
  };
}

/** Most of these are as fast as their input is long; pairs of classes, of which there are more than that, may be slower. */
const linear = 1.35;
const pairs = 2.2;

const network = { epochs: 2, hidden: [100] };

export const growthCases: readonly GrowthCase[] = [
  {
    name: 'reading CSV',
    of: 'columns',
    sizes: [5000, 40_000],
    most: linear,
    prepare(size) {
      const head = Array.from({ length: size }, (_, column) => `f${column}`).join(',');
      const text = `${head}\n${lines(20, (row) => Array.from({ length: size }, (_, column) => (row * column) % 7).join(','))}\n`;
      return () => readTable(source('wide.csv', text));
    },
  },
  {
    name: 'encoding text columns',
    of: 'columns',
    sizes: [250, 1000],
    most: linear,
    prepare(size) {
      const text = Array.from({ length: size }, (_, column) => textColumn(`t${column}`, 400, 8));
      return () => encodeTable(tableOf(400, text), { target: 't0' });
    },
  },
  {
    name: 'encoding a text column',
    of: 'categories',
    sizes: [20_000, 80_000],
    most: linear,
    prepare(size) {
      const text = [textColumn('t', 4 * size, size), textColumn('u', 4 * size, 3), textColumn('y', 4 * size, 2)];
      return () => encodeTable(tableOf(4 * size, text), { target: 'y' });
    },
  },
  {
    name: 'reading JSON lines',
    of: 'keys',
    sizes: [2000, 8000],
    most: linear,
    prepare(size) {
      const record = (row: number) =>
        `{${Array.from({ length: size }, (_, key) => `"k${key}":${(row * key) % 5}`).join(',')}}`;
      const text = lines(40, record);
      return () => readTable(source('keys.jsonl', text));
    },
  },
  ...(['fisher', 'neurofs'] as const).flatMap((method): GrowthCase[] => {
    const options = method === 'neurofs' ? network : {};
    const sizes = method === 'neurofs' ? [5000, 20_000] : [10_000, 40_000];
    const of = (name: string, cell?: (row: number, column: number) => number): GrowthCase => ({
      name: method,
      of: name,
      sizes,
      most: linear,
      prepare: (size) => selection(dataset(60, size, 2, cell), method, options),
    });
    const differing = (row: number, column: number) => ((row + 1) * (column + 3)) % 17;
    return [
      of('columns'),
      of('repeated columns', (row, column) => differing(row, column % 40)),
      of('constant columns', (row, column) => (column < 40 ? differing(row, column) : 1)),
      {
        name: method,
        of: 'classes',
        sizes: [100, 400],
        most: linear,
        prepare: (size) => selection(dataset(5 * size, 20, size), method, options),
      },
    ];
  }),
  ...['svm', 'knn', 'extra-trees'].map(
    (judge): GrowthCase => ({
      name: `${judge} and its measures`,
      of: 'classes',
      sizes: [50, 200],
      most: pairs,
      prepare: (size) => judging(size, judge),
    }),
  ),
];

function textColumn(name: string, rowCount: number, categories: number): TextColumn {
  return { name, values: Array.from({ length: rowCount }, (_, row) => `w${(row * 7) % categories}`) };
}

function tableOf(rowCount: number, text: readonly TextColumn[]): Table {
  const numeric: DenseMatrix = { kind: 'dense', rowCount, columnCount: 0, values: new Float32Array(0) };
  return { rowCount, numericNames: [], numeric, text, columnOrder: text.map(({ name }) => name) };
}

/** Processor seconds of the work: the least of some runs, since other work on the machine makes it more. */
export async function workTime(work: () => unknown, repeats: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const started = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

/** The power of its size that the time grows with. */
export function exponentOf(sizes: readonly number[], times: readonly number[]): number {
  const last = sizes.length - 1;
  return Math.log(times[last] / times[0]) / Math.log(sizes[last] / sizes[0]);
}
