/**
 * What the presets give on the test rows, beside the paper's figures. Made once, after the study had chosen:
 *
 *   neurofs compare SET --methods neurofs,random --set neurofs.preset=PRESET --k 25,50,75,100,150,200 --seeds 5 \
 *     --classifier svm --scale-on all --out FOLDER/PRESET-SET
 *   npm run study -- --collect FOLDER
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stability } from '../src/experiment/overlap.js';
import { findSet } from '../src/read/catalogue.js';
import { paperAccuracy, paperMethods } from '../src/reproduce/paper.js';
import { studySets } from './sets.js';

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

/** Takes the rows of the comparisons in a folder's folders PRESET-SET. */
export async function collectTestRows(folder: string): Promise<void> {
  const rows: TestRow[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const [, preset, set] = /^(best|paper)-(.+)$/.exec(name) ?? [];
    const text = set === undefined ? '' : await readFile(join(folder, name, 'results.jsonl'), 'utf8').catch(() => '');
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const { method, k, seed, accuracies, selectSeconds, peakBytes, features, error } = JSON.parse(line);
      if (error !== undefined || accuracies?.svm === undefined) continue;
      rows.push({
        ...{ preset, set, method, k, seed },
        accuracy: Number((100 * accuracies.svm).toFixed(3)),
        seconds: Number(selectSeconds.toFixed(2)),
        ...(method === 'neurofs' && { peakBytes, features }),
      });
    }
  }
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

export async function testTables(): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TestRow);
  return [accuracyTable(rows), summaryTable(rows)].join('\n');
}

function accuracyTable(rows: readonly TestRow[]): string {
  const lines = studySets.flatMap((set) => {
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
    return [
      ...own('best', 'neurofs', '**best**'),
      ...own('paper', 'neurofs', 'paper'),
      `| ${name} | the paper's NeuroFS | ${paper.join(' | ')} | ${percent(paperAccuracy('svm', 'mean', 'neurofs', set)?.mean)} |`,
      ...own('best', 'random', 'random'),
      `| ${name} | all features, here (the paper) | | | | | | | ${all === undefined ? '' : all.accuracy.toFixed(1)} (${paperAll}) |`,
    ];
  });
  const heads = ks.map((k) => `K = ${k}`).join(' | ');
  return [`| set | | ${heads} | mean |`, `|---|---|${ks.map(() => '---:|').join('')}---:|`, ...lines, ''].join('\n');
}

/** Mean over K, distances to all features, and what it takes. */
function summaryTable(rows: readonly TestRow[]): string {
  const lines = studySets.map((set) => {
    const own = rows.filter((row) => row.set === set && row.preset === 'best' && row.method === 'neurofs');
    const all = rows.find((row) => row.set === set && row.method === 'all-features')?.accuracy;
    const paperAll = paperAccuracy('svm', 25, 'all-features', set)?.mean;
    const rivals = paperMethods('svm', 'mean').filter((method) => method !== 'all-features');
    const means = rivals.flatMap((method) => paperAccuracy('svm', 'mean', method, set)?.mean ?? []);
    const paperBest = Math.max(...means);
    const paperOwn = paperAccuracy('svm', 'mean', 'neurofs', set)?.mean;
    const isWhole = ks.every((k) => own.some((row) => row.k === k));
    const mean = isWhole ? Number(overK(own)) : undefined;
    const distance = (value: number | undefined, from: number | undefined): string =>
      value === undefined || from === undefined ? '' : (value - from).toFixed(1);
    const overlap = stability(own.filter(({ k }) => k === 50).flatMap(({ features }) => (features ? [features] : [])));
    const seconds = own.length === 0 ? '' : (own.reduce((sum, row) => sum + row.seconds, 0) / own.length).toFixed(1);
    const peak = own.length === 0 ? '' : (Math.max(...own.map(({ peakBytes = 0 }) => peakBytes)) / 1e6).toFixed(0);
    return `| ${findSet(set)?.paperName} | ${distance(mean, all)} | ${distance(100 * (paperOwn ?? Number.NaN), 100 * (paperAll ?? Number.NaN))} | ${distance(100 * paperBest, 100 * (paperAll ?? Number.NaN))} | ${overlap?.toFixed(2) ?? ''} | ${seconds} | ${peak} |`;
  });
  return [
    "| set | best, from all features | the paper's NeuroFS | the paper's best method | overlap at K = 50 | seconds | MB |",
    '|---|---:|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
