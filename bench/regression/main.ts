/**
 * `npm run bench:peers -- regression`: selectors for a number on held-out rows, 5 x 5 cross-validation. Keeps a row for every
 * fold in bench/results/regression.jsonl, goes on where it stopped, and writes bench/results/peers-regression.md; with --report
 * it writes the tables of the rows there are.
 */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createNodeEngine } from '../../node/threads/threads.js';
import type { Engine } from '../../src/compute/engine.js';
import { judgeFeatures } from '../../src/evaluate/evaluate.js';
import { measurePredictions } from '../../src/evaluate/measures/measure-predictions.js';
import { createRandom } from '../../src/maths/random.js';
import { preparationDefaults, prepareRows } from '../../src/prepare/prepare-rows.js';
import { runSelection } from '../../src/run-selection.js';
import { findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import { takeTargetRows } from '../../src/target/take-target-rows.js';
import type { Dataset, DenseMatrix, ValueTarget } from '../../src/types.js';
import { readLines } from '../../study/read-lines.js';
import { describeMachine, writeResults } from '../results.js';
import { renderSection } from '../rows.js';
import { type Fold, foldsOf, loadSet, type RegressionSet, regressionSets } from './folds.js';
import { type RegressionRow, regressionSections } from './report.js';

const resultsFile = 'bench/results/regression.jsonl';
const ks = [10, 25];
const methods = ['neurofs', 'lasso', 'extra-trees', 'random'];
/** After all others, fold by fold, so that a run that is stopped has the same folds of each. */
const slowMethods = ['lassonet', 'stg'];
const judges = ['svm', 'ridge', 'extra-trees'];

interface LoadedSet extends RegressionSet {
  readonly dataset: Dataset;
  readonly folds: readonly Fold[];
}

interface Found {
  /** For every K. */
  readonly selected: readonly (readonly number[])[];
  readonly seconds: number;
}

export async function benchRegression(isReportOnly: boolean): Promise<void> {
  if (isReportOnly) return writeTables();
  const folder = process.env.NEUROFS_DATA;
  if (folder === undefined) throw new Error('set NEUROFS_DATA to the folder of the data sets');
  await mkdir('bench/results', { recursive: true });
  const done = new Set((await readLines<RegressionRow>(resultsFile)).map(keyOf));
  const engine = await createNodeEngine();
  try {
    const sets: LoadedSet[] = [];
    for (const set of regressionSets) {
      const dataset = await loadSet(set, folder);
      sets.push({ ...set, dataset, folds: foldsOf(dataset) });
    }
    const isDone = (set: string, fold: Fold, finder: string) =>
      ks.every((k) => done.has(keyOf({ set, fold: fold.name, finder, k })));
    const keep = async ({ name: set, dataset }: LoadedSet, fold: Fold, finder: string, found: Found) => {
      for (const [at, k] of ks.entries()) {
        const { selected, seconds } = found;
        const r2 = await judge(dataset, fold, selected[at], engine);
        const row: RegressionRow = { set, fold: fold.name, finder, k, seconds, selected: selected[at], r2 };
        await appendFile(resultsFile, `${JSON.stringify(row)}\n`);
      }
    };
    const select = async (set: LoadedSet, fold: Fold, finder: string) => {
      if (isDone(set.name, fold, finder)) return;
      console.error(`${set.name}, fold ${fold.name}: ${finder} ...`);
      await keep(set, fold, finder, await selectWith(finder, set.dataset, fold, engine));
    };
    for (const set of sets) {
      for (const fold of set.folds) for (const finder of methods) await select(set, fold, finder);
      if (set.folds.every((fold) => isDone(set.name, fold, 'sklearn LassoCV'))) continue;
      console.error(`${set.name}: scikit-learn ...`);
      for (const [finder, answers] of Object.entries(await askPeers(set.dataset, set.folds))) {
        for (const [at, fold] of set.folds.entries()) {
          if (!isDone(set.name, fold, finder)) await keep(set, fold, finder, answers[at]);
        }
      }
    }
    for (const place of sets[0].folds.keys()) {
      for (const set of sets) for (const finder of slowMethods) await select(set, set.folds[place], finder);
    }
  } finally {
    engine.dispose();
  }
  await writeTables();
}

async function writeTables(): Promise<void> {
  const sections = regressionSections(await readLines<RegressionRow>(resultsFile));
  for (const section of sections) console.log(renderSection(section));
  writeResults('peers-regression', 'npm run bench:peers -- regression', describeMachine(), sections);
}

function keyOf({ set, fold, finder, k }: Pick<RegressionRow, 'set' | 'fold' | 'finder' | 'k'>): string {
  return JSON.stringify([set, fold, finder, k]);
}

/** Seconds are those of one K, the mean where there is a run for each. */
async function selectWith(name: string, dataset: Dataset, fold: Fold, engine: Engine): Promise<Found> {
  const method = findMethod(name);
  const prepared = prepareRows(dataset, fold, preparationDefaults);
  const options = resolveOptions(method, {}) as Readonly<Record<string, unknown>>;
  const run = (k: number) =>
    runSelection(prepared, { method, options, k, seed: 1 }, { engine, now: () => performance.now() });
  const runs = method.kChanges === 'nothing' ? [await run(Math.max(...ks))] : await inTurn(ks, run);
  return {
    selected: ks.map((k, at) => [...(runs[at] ?? runs[0]).scores.ranking.subarray(0, k)]),
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0) / runs.length,
  };
}

async function inTurn<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

/** R² of every judge. */
async function judge(dataset: Dataset, split: Fold, selected: readonly number[], engine: Engine) {
  const { scaling, redundant } = prepareRows(dataset, split, preparationDefaults);
  const request = { dataset, split, scaling, redundant, features: Int32Array.from(selected), judges, options: {} };
  const truth = takeTargetRows(dataset.target, split.test);
  const found: Record<string, number> = {};
  for (const { judge: name, predictions } of await judgeFeatures(request, { engine, random: createRandom(1) })) {
    const rows = { rowCount: split.test.length, random: createRandom(1) };
    const measured = await measurePredictions(truth, [predictions], rows);
    found[name] = measured.find(({ measure }) => measure === 'r2')!.value;
  }
  return found;
}

async function askPeers(
  { matrix, target }: Dataset,
  folds: readonly Fold[],
): Promise<Record<string, readonly Found[]>> {
  const python = process.env.NEUROFS_PYTHON;
  if (python === undefined) throw new Error(process.env.NEUROFS_PYTHON_MISSING ?? 'NEUROFS_PYTHON is not set');
  const { rowCount, columnCount, values } = matrix as DenseMatrix;
  const folder = await mkdtemp(join(tmpdir(), 'neurofs-regression-'));
  try {
    const file = join(folder, 'given.json');
    const x = Array.from({ length: rowCount }, (_, row) => [
      ...values.subarray(row * columnCount, (row + 1) * columnCount),
    ]);
    const trains = folds.map(({ train }) => [...train]);
    await writeFile(file, JSON.stringify({ x, y: [...(target as ValueTarget).values], folds: trains, ks }));
    const script = fileURLToPath(new URL('../../../bench/peers/regression.py', import.meta.url));
    const { stdout } = await promisify(execFile)(python, [script, file], { maxBuffer: 2 ** 28 });
    return JSON.parse(stdout) as Record<string, readonly Found[]>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
