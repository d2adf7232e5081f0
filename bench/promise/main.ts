/**
 * `npm run bench:promise`: does the promise hold, and what does it find? Selects with a promise on sets of which it is
 * known what is false, keeps a row for every set in bench/results/promise.jsonl and goes on where it stopped.
 *
 *   --cells 'x500$,isolet'     cells whose name matches one of these            --seeds 1-20    sets of every cell
 *   --methods neurofs,fisher   --peers knockpy-lasso,knockpy-forest,boruta      --minutes 30    stops after so long
 *   --halves                   how much is shared by what can be promised from the two halves of the rows
 *   --sizes                    how many features are found to be enough, beside how many act
 *   --include                  prints what is selected beside features that are always in, with and without a mask
 *   --report                   writes the tables of what was measured to docs/trust.md
 *   --cost                     prints the processor time of a promise beside that of a plain selection, on a set of each cell
 *
 * Peers need a Python with knockpy and Boruta, named by NEUROFS_PYTHON.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createNodeEngine } from '../../node/threads/threads.js';
import type { Engine } from '../../src/compute/engine.js';
import { readLines } from '../../study/read-lines.js';
import { type Cell, cells } from './cells.js';
import { measureCost } from './cost.js';
import { discoveries } from './discoveries.js';
import type { PlantedSet } from './generated.js';
import { halves } from './halves.js';
import { compareIncluded } from './included.js';
import type { MeasuredRow, Measurement } from './measurement.js';
import { sizes } from './sizes.js';

const resultsFolder = 'bench/results';
const document = 'docs/trust.md';
const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '' },
    seeds: { type: 'string', default: '1-10' },
    methods: { type: 'string', default: 'neurofs' },
    peers: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' },
    threads: { type: 'string' },
    halves: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
    include: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    cost: { type: 'boolean', default: false },
  },
});

if (values.report) await report();
else if (values.cost) await compareCosts();
else if (values.include) await compareMasks();
else await run(values.halves ? halves : values.sizes ? sizes : discoveries);

async function compareCosts(): Promise<void> {
  const engine = await openEngine();
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

async function compareMasks(): Promise<void> {
  const engine = await openEngine();
  console.log(await compareIncluded(engine, seedsIn(values.seeds)));
  engine.dispose();
}

function openEngine(): Promise<Engine> {
  return createNodeEngine(values.threads === undefined ? undefined : Number(values.threads));
}

function wantedCells(): readonly Cell[] {
  const words = values.cells.split(',').map((word) => new RegExp(word));
  return cells.filter(({ key }) => words.some((word) => word.test(key)));
}

/** Replaces what stands between the marks in the document. */
async function report(): Promise<void> {
  let text = await readFile(document, 'utf8');
  for (const measurement of [discoveries, halves, sizes] as readonly Measurement[]) {
    const { name } = measurement;
    const rows = await readLines<MeasuredRow>(fileOf(measurement));
    if (rows.length === 0) continue;
    const table = measurement.render(
      rows,
      cells.map(({ key }) => key),
    );
    const parts = new RegExp(`^(.*<!-- ${name} -->\n).*(\n<!-- end of ${name} -->.*)$`, 's').exec(text);
    if (parts === null) throw new Error(`${document} has no marks for the table of ${name}`);
    text = `${parts[1]}${table}${parts[2]}`;
    console.log(table);
  }
  await writeFile(document, text);
}

function fileOf({ name }: Measurement): string {
  return `${resultsFolder}/${name}.jsonl`;
}

async function run(measurement: Measurement): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  const done = new Set((await readLines<MeasuredRow>(fileOf(measurement))).map(keyOf));
  const engine = await openEngine();
  const end = performance.now() + Number(values.minutes) * 60_000;
  const wanted = wantedCells();
  const finders = [...namesIn(values.methods), ...namesIn(values.peers)];
  const loaded = new Map<Cell, (seed: number) => PlantedSet>();
  for (const seed of seedsIn(values.seeds)) {
    for (const cell of wanted) {
      const todo = finders.filter((finder) => !done.has(keyOf({ cell: cell.key, finder, seed })));
      if (todo.length === 0) continue;
      const setOf = loaded.get(cell) ?? (await cell.load());
      loaded.set(cell, setOf);
      const set = setOf(seed);
      for (const finder of todo) {
        if (performance.now() > end) return engine.dispose();
        const rows = await measurement.rowsOf({ cell: cell.key, finder, seed, set, engine });
        // All rows of a question at once, so that it is either answered or not.
        const lines = rows.map((row) => JSON.stringify(row)).join('\n');
        await appendFile(fileOf(measurement), `${lines}\n`);
        console.log(lines);
      }
    }
  }
  engine.dispose();
}

function keyOf({ cell, finder, seed }: MeasuredRow): string {
  return JSON.stringify([cell, finder, seed]);
}

function namesIn(text: string): string[] {
  return text.split(',').filter((name) => name !== '');
}

/** `1-20` or `4`. */
function seedsIn(text: string): number[] {
  const [from, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
