/** The files of a small project that uses the package, as a user would write them; see package.test.ts. */

/** One selection, for Node and for a page alike. */
export const selectProgram = `
import {
  bytesSource, createRandom, FeatureSelector, readTable, UserError,
  type Scores, type SelectionMethod, type SelectorOptions, type TrainingSet,
} from 'neurofs';

export interface Outcome { selected: number[]; scores: number[]; threads: number }

/** A method of one's own has this type. */
export const first: SelectionMethod<Record<string, never>> = {
  name: 'first',
  summary: 'the columns as they come',
  options: {},
  async select(training: TrainingSet): Promise<Scores> {
    const { columnCount } = training.matrix;
    return {
      scores: Float64Array.from({ length: columnCount }, (_, feature) => -feature),
      ranking: Int32Array.from({ length: columnCount }, (_, feature) => feature),
    };
  },
};

export async function select(threads: number | undefined): Promise<Omit<Outcome, 'threads'>> {
  const random = createRandom(3);
  const labels = Array.from({ length: 90 }, (_, row) => row % 3);
  const rows = labels.map((label) =>
    Array.from({ length: 12 }, (_, column) => random.float() + (column % 4 === 1 ? label : 0)));
  const text = ['a,b', '1,2', '3,4'].join('\\n');
  const { table } = await readTable(bytesSource('small.csv', new TextEncoder().encode(text)));
  if (table.rowCount !== 2) throw new UserError('data', 'expected two rows');
  const options: SelectorOptions = { k: 3, seed: 7, options: { epochs: 5 }, ...(threads && { threads }) };
  const selector = await new FeatureSelector(options).fit(rows, labels);
  return { selected: [...selector.selected], scores: [...selector.scores] };
}
`;

export const nodeProgram = `
import { createNodeEngine, loadTable } from 'neurofs';
import { select } from './select.js';

const threads = Number(process.argv[2]);
const engine = await createNodeEngine(threads);
if (typeof loadTable !== 'function') throw new Error('no loadTable');
console.log(JSON.stringify({ ...(await select(threads)), threads: engine.threadCount }));
engine.dispose();
`;

/** Everything as it is by default: the number of threads is asked of an engine that is made in the same way. */
export const workerProgram = `
import { createWebEngine } from 'neurofs';
import { select } from './select.js';

try {
  const engine = await createWebEngine();
  postMessage({ ...(await select(undefined)), threads: engine.threadCount });
  engine.dispose();
} catch (error) {
  postMessage({ failure: String(error) });
}
`;

export const pageProgram = `
import { createWebEngine } from 'neurofs';
import { type Outcome, select } from './select.js';

const into = globalThis as unknown as Record<string, unknown>;
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onerror = ({ message }) => { into.failure = 'worker: ' + message; };
worker.onmessage = async ({ data }: MessageEvent<Outcome & { failure?: string }>) => {
  if (data.failure) into.failure = data.failure;
  else {
    const engine = await createWebEngine();
    into.outcome = { worker: data, page: { ...(await select(undefined)), threads: engine.threadCount } };
    engine.dispose();
  }
};
`;

export const pageHtml = `<!doctype html>
<link rel="icon" href="data:,">
<title>user</title>
<script type="module" src="./src/page.ts"></script>
`;
