/**
 * `npm run bench:promise`: does the promise hold, and what does it find? Selects with a promise on sets of which it is
 * known what is false, keeps a row for every set in bench/results/promise.jsonl and goes on where it stopped.
 *
 *   --cells 'x500$,isolet'     cells whose name matches one of these            --seeds 1-20    sets of every cell
 *   --methods neurofs,fisher   --peers knockpy-lasso,knockpy-forest,boruta      --minutes 30    stops after so long
 *   --report                   writes the mean share of false discoveries and the mean power of every cell to docs/trust.md
 *   --cost                     prints the processor time of a promise beside that of a plain selection, on a set of each cell
 *
 * Peers need a Python with knockpy and Boruta, named by NEUROFS_PYTHON.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createNodeEngine } from '../../node/threads/threads.js';
import { weighEvidence } from '../../src/choose/e-values.js';
import type { Engine } from '../../src/compute/engine.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { preparationDefaults, prepareRows } from '../../src/prepare/prepare-rows.js';
import { runPromise } from '../../src/run-promise.js';
import { findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import { readLines } from '../../study/read-lines.js';
import { type Cell, cells } from './cells.js';
import { measureCost } from './cost.js';
import type { PlantedSet } from './generated.js';
import { askPeer } from './peers.js';
import { type PromiseRow, renderPromise } from './report.js';

const resultsFile = 'bench/results/promise.jsonl';
const document = 'docs/trust.md';
const rates = [0.1, 0.2];
const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '' },
    seeds: { type: 'string', default: '1-10' },
    methods: { type: 'string', default: 'neurofs' },
    peers: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' },
    threads: { type: 'string' },
    report: { type: 'boolean', default: false },
    cost: { type: 'boolean', default: false },
  },
});

if (values.report) await report();
else if (values.cost) await compareCosts();
else await run();

async function compareCosts(): Promise<void> {
  const engine = await createNodeEngine(values.threads === undefined ? undefined : Number(values.threads));
  for (const cell of wantedCells()) {
    const set = (await cell.load())(1);
    for (const name of namesIn(values.methods)) {
      const { plain, promise } = await measureCost(set, name, engine);
      const ratio = (promise / plain).toFixed(1);
      console.log(`${cell.key}, ${name}: ${promise.toFixed(1)} s beside ${plain.toFixed(1)} s, ${ratio} times`);
    }
  }
  engine.dispose();
}

function wantedCells(): readonly Cell[] {
  const words = values.cells.split(',').map((word) => new RegExp(word));
  return cells.filter(({ key }) => words.some((word) => word.test(key)));
}

/** Replaces what stands between the marks in the document. */
async function report(): Promise<void> {
  const table = renderPromise(
    await readLines<PromiseRow>(resultsFile),
    cells.map(({ key }) => key),
  );
  const text = await readFile(document, 'utf8');
  const parts = /^(.*<!-- promise -->\n).*(\n<!-- end of promise -->.*)$/s.exec(text);
  if (parts === null) throw new Error(`${document} has no marks for the table`);
  await writeFile(document, `${parts[1]}${table}${parts[2]}`);
  console.log(table);
}

async function run(): Promise<void> {
  await mkdir('bench/results', { recursive: true });
  const done = new Set((await readLines<PromiseRow>(resultsFile)).map(keyOf));
  const engine = await createNodeEngine(values.threads === undefined ? undefined : Number(values.threads));
  const end = performance.now() + Number(values.minutes) * 60_000;
  const wanted = wantedCells();
  const finders = [...namesIn(values.methods), ...namesIn(values.peers)];
  const loaded = new Map<Cell, (seed: number) => PlantedSet>();
  for (const seed of seedsIn(values.seeds)) {
    for (const cell of wanted) {
      const todo = finders.filter((finder) =>
        rates.some((rate) => !done.has(keyOf({ cell: cell.key, finder, seed, rate }))),
      );
      if (todo.length === 0) continue;
      const setOf = loaded.get(cell) ?? (await cell.load());
      loaded.set(cell, setOf);
      const set = setOf(seed);
      for (const finder of todo) {
        if (performance.now() > end) return engine.dispose();
        for (const row of await find(finder, set, cell.key, seed, engine)) {
          await appendFile(resultsFile, `${JSON.stringify(row)}\n`);
          console.log(JSON.stringify(row));
        }
      }
    }
  }
  engine.dispose();
}

/** A row for every rate. */
async function find(
  finder: string,
  set: PlantedSet,
  cell: string,
  seed: number,
  engine: Engine,
): Promise<readonly PromiseRow[]> {
  const rowOf = (rate: number, found: readonly number[], seconds: number): PromiseRow => ({
    cell,
    finder,
    seed,
    rate,
    chosen: found.length,
    right: found.filter((feature) => set.planted.has(feature)).length,
    planted: set.planted.size,
    seconds: Math.round(seconds * 10) / 10,
  });
  if (namesIn(values.peers).includes(finder)) {
    const { selected, seconds } = await askPeer(finder, set, rates, seed);
    return rates.map((rate, at) => rowOf(rate, selected[at], seconds));
  }
  const method = findMethod(finder);
  const options = resolveOptions(method, {}) as Readonly<Record<string, unknown>>;
  const split = { train: allRows(set.dataset.matrix), test: new Int32Array(0) };
  const prepared = prepareRows(set.dataset, split, preparationDefaults);
  const call = { method, options, seed, falseDiscovery: rates[0] };
  const { promise, seconds } = await runPromise(prepared, call, { engine, now: () => performance.now() });
  return rates.map((rate) => {
    const { promised } = weighEvidence(promise.contests, rate);
    return rowOf(
      rate,
      promised.map((unit) => prepared.kept[unit]),
      seconds,
    );
  });
}

function keyOf({ cell, finder, seed, rate }: Pick<PromiseRow, 'cell' | 'finder' | 'seed' | 'rate'>): string {
  return JSON.stringify([cell, finder, seed, rate]);
}

function namesIn(text: string): string[] {
  return text.split(',').filter((name) => name !== '');
}

/** `1-20` or `4`. */
function seedsIn(text: string): number[] {
  const [from, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
