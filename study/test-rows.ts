/**
 * What the default gives on the test rows, beside the paper's figures. Made once, after the study had chosen:
 *
 *   npm run study -- --test --sets coil20,usps --k 25,50,100 --seeds 0
 *   npm run study -- --test --only auto --sets arcene,prostate-ge --k 25,50,100 --seeds 0       `auto`, where rows are few
 *
 * The preset `paper`, random features and the default of the first study (`first best`) come from a reproduction:
 *
 *   neurofs reproduce --only accuracy --out FOLDER
 *   neurofs results FOLDER --all --judge svm --measure accuracy --export FILE.json
 *   npm run study -- --collect FILE.json
 */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createNodeEngine } from '../node/threads/threads.js';
import { type CatalogueSet, findSet } from '../src/catalogue/catalogue.js';
import { stability } from '../src/experiment/overlap.js';
import { paperAccuracy, paperMethods } from '../src/reproduce/paper.js';
import { neurofsBest, neurofsPaper, optionsOf } from '../src/reproduce/variants.js';
import { mean, signed } from './numbers.js';
import { readLines } from './read-lines.js';
import { runCandidate } from './run-candidate.js';
import { catalogueKeys, loadWithTestRows } from './sets.js';

export interface TestRow {
  readonly preset: string;
  readonly set: string;
  readonly method: string;
  readonly k: number;
  readonly seed: number;
  /** In percent. */
  readonly accuracy: number;
  readonly seconds: number;
  readonly peakBytes?: number;
  readonly features?: readonly number[];
}

const file = 'study/results/test-rows.jsonl';
const ks = [25, 50, 75, 100, 150, 200];

/** Runs the network alone (`best`) or `auto` on the test rows of the sets, where that has not been done. */
export async function runTestRows(
  candidate: 'best' | 'auto',
  sets: readonly string[],
  seeds: readonly number[],
  ks: readonly number[],
) {
  const engine = await createNodeEngine(1);
  const done = new Set((await readLines<TestRow>(file)).map((row) => placeOf(row).join()));
  for (const seed of seeds) {
    for (const set of sets) {
      const data = await loadWithTestRows(set);
      for (const k of ks) {
        const place = { preset: candidate, set, method: 'neurofs', k, seed };
        if (done.has(placeOf(place).join())) continue;
        const {
          accuracy,
          seconds = 0,
          features,
        } = await runCandidate({ set, candidate, k, seed }, data, engine, data.split.train.length);
        await appendFile(file, `${JSON.stringify({ ...place, accuracy, seconds, features })}\n`);
        console.log(`${set} K=${k} seed ${seed}: ${accuracy.toFixed(2)} % (${seconds.toFixed(1)} s)`);
      }
    }
  }
}

/**
 * Takes the rows of both presets, of random features and of all features from an exported reproduction; rows that it
 * does not have stay.
 */
export async function collectTestRows(exported: string): Promise<void> {
  const all = JSON.parse(await readFile(exported, 'utf8')) as readonly ExportedRow[];
  const found = [...(await readLines<TestRow>(file)), ...all.flatMap((row) => testRow(row) ?? [])];
  const rows = [...new Map(found.map((row) => [placeOf(row).join(), row])).values()];
  rows.sort((a, b) => compare(placeOf(a), placeOf(b)));
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** What is read here of a row of that file. */
interface ExportedRow {
  readonly kind: string;
  readonly data: string;
  readonly variant: string;
  readonly k: number;
  readonly seed: number;
  /** Every judge and measure of a result has a row of its own. */
  readonly judge: string;
  readonly measure: string;
  readonly value: number | null;
  readonly select_seconds: number;
  readonly peak_bytes: number | null;
  readonly sample: unknown;
  readonly features: string | null;
  readonly options: string;
}

function testRow({ kind, variant, k, seed, judge, measure, value, sample, ...row }: ExportedRow): TestRow | undefined {
  if (judge !== 'svm' || measure !== 'accuracy') return undefined;
  const set = catalogueKeys.find((key) => findSet(key)?.paperName === row.data);
  const found = set === undefined ? undefined : findSet(set);
  if (set === undefined || found === undefined || kind !== 'select' || value === null || sample) return undefined;
  const preset = { [neurofsBest.name]: neurofsBest, [neurofsPaper.name]: neurofsPaper }[variant];
  if (preset === neurofsPaper && !hasPaperOptions(found, row.options)) return undefined;
  if (preset === undefined && !['random', 'all-features'].includes(variant)) return undefined;
  return {
    preset: preset === neurofsPaper ? 'paper' : 'best',
    set,
    method: preset?.method ?? variant,
    k,
    seed,
    accuracy: Number((100 * value).toFixed(3)),
    seconds: Number(row.select_seconds.toFixed(2)),
    ...(preset !== undefined && { peakBytes: row.peak_bytes ?? 0, features: JSON.parse(row.features ?? '[]') }),
  };
}

/** The experiment on hyper-parameters has the same variant with other options. */
function hasPaperOptions({ settings, rows, features }: CatalogueSet, options: string): boolean {
  return JSON.stringify(optionsOf(neurofsPaper, { settings, trainRowCount: rows, featureCount: features })) === options;
}

type Place = Pick<TestRow, 'preset' | 'set' | 'method' | 'k' | 'seed'>;

function placeOf({ preset, set, method, k, seed }: Place): readonly (string | number)[] {
  return [set, method, preset, k, seed];
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : a[differs] < b[differs] ? -1 : 1;
}

export async function testTables(): Promise<string> {
  const rows = await readLines<TestRow>(file);
  return [accuracyTable(rows), summaryTable(rows)].join('\n');
}

function accuracyTable(rows: readonly TestRow[]): string {
  const lines = catalogueKeys.flatMap((set) => {
    const name = findSet(set)?.paperName ?? set;
    const all = rows.find((row) => row.set === set && row.method === 'all-features');
    const own = (preset: string, method: string, label: string): string[] => {
      const found = rows.filter((row) => row.set === set && row.preset === preset && row.method === method);
      if (found.length === 0) return [];
      const cells = ks.map((k) => spread(found.filter((row) => row.k === k).map(({ accuracy }) => accuracy)));
      return [`| ${name} | ${label} | ${cells.join(' | ')} | ${overK(found)} |`];
    };
    const paper = ks.map((k) => percent(paperAccuracy('svm', k, 'neurofs', set)?.mean));
    const paperAll = percent(paperAccuracy('svm', 25, 'all-features', set)?.mean);
    const ahead = paperBest(set);
    return [
      ...own('auto', 'neurofs', '**auto**'),
      ...own('best', 'neurofs', '**best**'),
      ...own('first best', 'neurofs', 'first best'),
      ...own('paper', 'neurofs', 'paper'),
      `| ${name} | the paper's NeuroFS | ${paper.join(' | ')} | ${percent(paperAccuracy('svm', 'mean', 'neurofs', set)?.mean)} |`,
      `| ${name} | the paper's best, ${ahead} | ${ks.map((k) => percent(paperAccuracy('svm', k, ahead, set)?.mean)).join(' | ')} | ${percent(paperAccuracy('svm', 'mean', ahead, set)?.mean)} |`,
      ...own('best', 'random', 'random'),
      `| ${name} | all features, here (the paper) | | | | | | | ${all === undefined ? '' : all.accuracy.toFixed(1)} (${paperAll}) |`,
    ];
  });
  const heads = ks.map((k) => `K = ${k}`).join(' | ');
  return [`| set | | ${heads} | mean |`, `|---|---|${ks.map(() => '---:|').join('')}---:|`, ...lines, ''].join('\n');
}

/** The method with the highest mean over K in the paper. */
function paperBest(set: string): string {
  const meanOf = (method: string): number => paperAccuracy('svm', 'mean', method, set)?.mean ?? 0;
  const methods = paperMethods('svm', 'mean').filter((method) => method !== 'all-features');
  return methods.reduce((best, method) => (meanOf(method) > meanOf(best) ? method : best));
}

/** Mean over K, distances to all features, and what it takes. */
function summaryTable(rows: readonly TestRow[]): string {
  const lines = catalogueKeys.map((set) => {
    const of = (preset: string) =>
      rows.filter((row) => row.set === set && row.preset === preset && row.method === 'neurofs');
    const all = rows.find((row) => row.set === set && row.method === 'all-features')?.accuracy;
    const distance = (own: readonly TestRow[]): string => {
      const value = overK(own);
      return value === '' || all === undefined ? '' : signed(Number(value) - all);
    };
    const paperMean = (method: string): number =>
      100 * (paperAccuracy('svm', method === 'all-features' ? 25 : 'mean', method, set)?.mean ?? Number.NaN);
    const paperDistance = (method: string): string => signed(paperMean(method) - paperMean('all-features'));
    const distances = [
      distance(of('best')),
      distance(of('first best')),
      distance(of('paper')),
      paperDistance('neurofs'),
      paperDistance(paperBest(set)),
    ];
    const costs = [overlap, seconds].flatMap((cost) => [cost(of('best')), cost(of('first best')), cost(of('paper'))]);
    return `| ${[findSet(set)?.paperName, ...distances, ...costs].join(' | ')} |`;
  });
  return [
    "| set | best | first best | paper | the paper's NeuroFS | the paper's best method | overlap, best | overlap, first best | overlap, paper | seconds, best | seconds, first best | seconds, paper |",
    `|---|${'---:|'.repeat(11)}`,
    ...lines,
    '',
  ].join('\n');
}

/** Mean Jaccard overlap of the selections of two seeds. */
function overlap(rows: readonly TestRow[]): string {
  const selections = rows.filter(({ k }) => k === 50).flatMap(({ features }) => (features ? [features] : []));
  return stability(selections)?.toFixed(2) ?? '';
}

function seconds(rows: readonly TestRow[]): string {
  return rows.length === 0 ? '' : mean(rows.map((row) => row.seconds)).toFixed(1);
}

function overK(rows: readonly TestRow[]): string {
  if (!ks.every((k) => rows.some((row) => row.k === k))) return '';
  const means = ks.map((k) => mean(rows.filter((row) => row.k === k).map(({ accuracy }) => accuracy)));
  return mean(means).toFixed(1);
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return '';
  const centre = mean(values);
  const squares = values.map((value) => (value - centre) ** 2);
  const deviation = values.length < 2 ? '' : ` ± ${Math.sqrt(mean(squares)).toFixed(1)}`;
  return `${centre.toFixed(1)}${deviation} (${values.length})`;
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : (100 * share).toFixed(1);
}
