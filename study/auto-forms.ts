/**
 * What chose the form of `auto`: `npm run study -- --forms --seeds 3,4 --k 25,100 --sets arcene,...` runs every trial of every set once,
 * keeps what each came to in study/results/auto-forms.jsonl, going on where it stopped, and prints what each form would have gained
 * on the rows kept apart. A form is which methods, how many deals of four folds, with how many features a trial is judged and
 * how far ahead another method must be. A second table has the present form with other rounds: after how many folds methods are
 * dropped and how far behind, and what its trials cost beside trying all in all folds.
 */
import { appendFile } from 'node:fs/promises';
import type { Engine } from '../src/compute/engine.js';
import { datasetRows, withoutLoneClasses } from '../src/dataset-rows.js';
import { measureOnce } from '../src/evaluate/measure-once.js';
import { findMeasure } from '../src/evaluate/measures/registry.js';
import { findJudge } from '../src/evaluate/registry.js';
import { createRandom } from '../src/maths/random.js';
import { trialCost, trialSizes } from '../src/method-trial.js';
import { prepareRows } from '../src/prepare/prepare-rows.js';
import { runSelection } from '../src/run-selection.js';
import { auto } from '../src/select/auto.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { cutFolds } from '../src/split/cut-folds.js';
import { classesOf } from '../src/target/class-target.js';
import { foldCount, leftAfter, type Round, rounds, takenOf, lead as usualLead } from '../src/trial-rounds.js';
import type { PreparedRows } from '../src/types.js';
import { bootstrap } from './differences.js';
import { mean, signed } from './numbers.js';
import { readLines } from './read-lines.js';
import type { StudyRows, StudySet } from './sets.js';

const resultsFile = 'study/results/auto-forms.jsonl';
const methods = [...auto.standsFor!, 'anova-f'];
const first = methods[0];
const dealCount = 2;
const judge = findJudge('svm');
const measure = findMeasure('accuracy');

interface TrialsRow {
  readonly set: string;
  readonly k: number;
  readonly seed: number;
  /** Accuracy on the rows kept apart, of every method. */
  readonly outer: Readonly<Record<string, number>>;
  /** Of every method, [fold][size]: half of K, K and twice K, as far as these differ. */
  readonly inner: Readonly<Record<string, readonly (readonly number[])[]>>;
}

export interface FormsRun {
  readonly sets: readonly StudySet[];
  readonly seeds: readonly number[];
  readonly sizes: readonly number[];
}

export async function runForms({ sets, seeds, sizes }: FormsRun, engine: Engine): Promise<void> {
  const keyOf = ({ set, k, seed }: Pick<TrialsRow, 'set' | 'k' | 'seed'>): string => `${set} ${k} ${seed}`;
  const done = new Set((await readLines<TrialsRow>(resultsFile)).map(keyOf));
  for (const seed of seeds) {
    for (const { key: set, load } of sets) {
      const rows = (await load())(seed);
      for (const k of sizes) {
        if (done.has(keyOf({ set, k, seed }))) continue;
        await appendFile(
          resultsFile,
          `${JSON.stringify({ set, k, seed, ...(await tryAll(rows, k, seed, engine)) })}\n`,
        );
        console.log(`${set} K=${k} seed ${seed}`);
      }
    }
  }
  const rows = await readLines<TrialsRow>(resultsFile);
  console.log(`${formTable(rows)}\n\n${roundTable(rows)}`);
}

async function tryAll(
  data: StudyRows,
  k: number,
  seed: number,
  engine: Engine,
): Promise<Pick<TrialsRow, 'outer' | 'inner'>> {
  const { classNames } = classesOf(data.dataset.target);
  const used = methods.filter((name) => name !== 'rfe' || classNames.length <= 12);
  const outer: Record<string, number> = {};
  for (const name of used) [outer[name]] = await judged(data, name, k, seed, 1, [k], engine);
  const inner: Record<string, number[][]> = Object.fromEntries(used.map((name) => [name, []]));
  const dataset = withoutLoneClasses(datasetRows(data.dataset, data.split.train));
  for (let deal = 0; deal < dealCount; deal++) {
    for (const split of cutFolds(dataset, foldCount, seed + deal)) {
      const rows = prepareRows(dataset, split, { scaling: data.scaling.method, scaleOn: 'train' }) as PreparedRows;
      const counts = trialSizes(k, data.kept.length);
      for (const name of used) inner[name].push(await judged(rows, name, k, seed, 0.3, counts, engine));
    }
  }
  return { outer, inner };
}

/** What the judge comes to with the first features that a method selects, so many as each of `sizes` says. */
async function judged(
  rows: PreparedRows,
  name: string,
  k: number,
  seed: number,
  epochShare: number,
  sizes: readonly number[],
  engine: Engine,
): Promise<number[]> {
  const method = findMethod(name);
  const usual = resolveOptions(method) as Record<string, unknown>;
  const options = 'epochs' in usual ? { ...usual, epochs: Math.ceil(epochShare * Number(usual.epochs)) } : usual;
  const { columnsOf } = await runSelection(rows, { method, options, k, seed }, { engine });
  const values: number[] = [];
  for (const size of sizes) {
    const request = { ...rows, features: columnsOf(size), judge, measure };
    values.push(Number((await measureOnce(request, { engine, random: createRandom(seed) })).toFixed(4)));
  }
  return values;
}

interface Form {
  readonly methods: readonly string[];
  readonly deals: number;
  /** Whether a trial is judged with K features alone. */
  readonly atKAlone: boolean;
  readonly lead: number;
}

function formTable(rows: readonly TrialsRow[]): string {
  const withoutRelief = methods.filter((name) => name !== 'relief' && name !== 'anova-f');
  const forms: readonly (readonly [string, readonly string[]])[] = [
    ['without relief', withoutRelief],
    ['with relief', [...withoutRelief, 'relief']],
    ['with relief and anova-f', methods],
  ];
  const lines = forms.flatMap(([name, tried]) =>
    [1, 2].flatMap((deals) =>
      [true, false].flatMap((atKAlone) =>
        [0.01, 0.02, 0.03].map((lead) => {
          const gains = gainsOf(rows, { methods: tried, deals, atKAlone, lead });
          const [low, high] = bootstrap(gains);
          const lost = gains.filter((gain) => gain < -2).length;
          return `| ${name} | ${deals} | ${atKAlone ? 'K' : 'K/2, K, 2K'} | ${100 * lead} | ${signed(mean(gains))} | ${signed(low)} to ${signed(high)} | ${lost} |`;
        }),
      ),
    ),
  );
  return [
    '| methods | deals | judged with | points ahead | gain | 95 % interval | sets that lose more than 2 |',
    '|---|---:|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

/** After how many folds, how far behind the best and how far ahead of the first, and what that would have gained and cost. */
function roundTable(rows: readonly TrialsRow[]): string {
  const nobody = { behindBest: Infinity, aheadOfFirst: -Infinity };
  const other: Readonly<Record<string, readonly Round[]>> = {
    'none is dropped': [
      { deal: 0, folds: [0, 1, 2, 3], ...nobody },
      { deal: 1, folds: [0, 1, 2, 3], ...nobody },
    ],
    'after four, more than 5 behind the best': [
      { deal: 0, folds: [0, 1, 2, 3], behindBest: 0.05, aheadOfFirst: -Infinity },
      { deal: 1, folds: [0, 1, 2, 3], ...nobody },
    ],
    'after two, not ahead of the first': [
      { deal: 0, folds: [0, 1], behindBest: 0.1, aheadOfFirst: 0 },
      { deal: 0, folds: [2, 3], behindBest: 0.05, aheadOfFirst: 0 },
      rounds[2],
    ],
    'after one fold too': [
      { deal: 0, folds: [0], behindBest: 0.2, aheadOfFirst: -0.1 },
      { deal: 0, folds: [1], behindBest: 0.1, aheadOfFirst: -0.05 },
      ...rounds.slice(1),
    ],
    'as it is': rounds,
  };
  const form = { methods: [...auto.standsFor!], deals: dealCount, atKAlone: false, lead: usualLead };
  const lines = Object.entries(other).map(([name, given]) => {
    const gains = gainsOf(rows, form, given);
    const [low, high] = bootstrap(gains);
    const cost = mean(rows.map((row) => takenBy(form, row, given).cost));
    return `| ${name} | ${signed(mean(gains))} | ${signed(low)} to ${signed(high)} | ${gains.filter((gain) => gain < -2).length} | ${cost.toFixed(2)} |`;
  });
  return [
    '| methods are dropped | gain | 95 % interval | sets that lose more than 2 | cost of the trials |',
    '|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

/** Points that the form is ahead of the first method, set by set. */
function gainsOf(rows: readonly TrialsRow[], form: Form, given = rounds): number[] {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const gain = (row: TrialsRow): number => 100 * (row.outer[takenBy(form, row, given).method] - row.outer[first]);
  return sets.map((set) => mean(rows.filter((row) => row.set === set).map(gain)));
}

/** By the rounds of so many deals: the method that is taken, and what the trials cost, 1 where all are tried in all folds. */
function takenBy(
  { methods: tried, deals, atKAlone, lead }: Form,
  { inner, k }: TrialsRow,
  given: readonly Round[],
): { readonly method: string; readonly cost: number } {
  const there = tried.filter((name) => name in inner);
  const costOf = (names: readonly string[]): number => names.reduce((sum, method) => sum + trialCost({ method }), 0);
  let left: readonly string[] = there;
  let [folds, cost] = [0, 0];
  const meanOf = (name: string): number =>
    mean(inner[name].slice(0, folds).map((sizes) => (atKAlone ? sizes[Math.min(k - 1, 1)] : mean(sizes))));
  for (const round of given) {
    if (round.deal >= deals || left.length === 1) break;
    folds += round.folds.length;
    cost += round.folds.length * costOf(left);
    left = leftAfter(round, left, meanOf, lead);
  }
  return { method: takenOf(left, meanOf, lead), cost: cost / (deals * foldCount * costOf(there)) };
}
