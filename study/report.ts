/** Writes what the study found: the generated parts of docs/quality.md and its chart. */
import { readFile, writeFile } from 'node:fs/promises';
import { candidates, rivals } from './candidates.js';
import { bootstrap, type Interval, median, pairedDifferences, type SetDifference } from './differences.js';
import { drawDifferences } from './draw-differences.js';
import { mean, signed } from './numbers.js';
import { plantedTable } from './planted.js';
import type { StudyRow } from './run-candidate.js';
import { generatedSets, type StudySet, studySets } from './sets.js';
import { testTables } from './test-rows.js';

const page = 'docs/quality.md';
const chart = 'docs/images/study.svg';

export interface Finding {
  readonly name: string;
  readonly about: string;
  readonly bySet: readonly SetDifference[];
  /** Mean difference over the sets, and its 95 % interval, drawing sets. */
  readonly mean: number;
  readonly interval: Interval;
  readonly timeRatio: number | undefined;
}

export async function writeStudyReport(rows: readonly StudyRow[]): Promise<void> {
  const changed = candidates.filter(({ name }) => name !== 'best').flatMap((each) => find(each, rows));
  changed.sort((a, b) => b.mean - a.mean);
  await writeFile(chart, drawDifferences(changed));
  const adopted = find({ name: 'best', about: '' }, rows, 'second best');
  const parts: Readonly<Record<string, string>> = {
    adopted: adoptedTable(adopted[0]),
    study: candidateTable(changed),
    methods: methodTable(rows),
    found: foundTable(rows),
    'test rows': await testTables(),
  };
  let text = await readFile(page, 'utf8');
  for (const [name, generated] of Object.entries(parts)) text = put(text, name, generated);
  await writeFile(page, text);
}

/** Runs the planted sets and puts their table into the page. */
export async function writePlanted(): Promise<void> {
  const generated = await plantedTable();
  await writeFile(page, put(await readFile(page, 'utf8'), 'planted', generated));
}

/** Puts the generated text between the two marks of its name. */
function put(text: string, name: string, generated: string): string {
  const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];
  const [before, rest = ''] = text.split(begin);
  return `${before}${begin}\n\n${generated}\n${end}${rest.split(end)[1] ?? ''}`;
}

function find(
  { name, about }: Pick<Finding, 'name' | 'about'>,
  rows: readonly StudyRow[],
  reference = 'best',
): Finding[] {
  const bySet = pairedDifferences(rows, name, reference);
  if (bySet.length === 0) return [];
  const differences = bySet.map(({ difference }) => difference);
  const timeRatio = median(bySet.flatMap((each) => each.timeRatio ?? []));
  return [{ name, about, bySet, mean: mean(differences), interval: bootstrap(differences), timeRatio }];
}

/** The default beside the earlier one, set by set. */
function adoptedTable({ bySet, mean: total, interval, timeRatio }: Finding): string {
  const line = ({ set, accuracy, difference, interval: own, runs, timeRatio: ratio }: SetDifference): string =>
    `| ${nameOf(set)} | ${(accuracy - difference).toFixed(1)} | ${accuracy.toFixed(1)} | ${signed(difference)} | ${runs > 1 ? shown(own) : ''} | ${runs} | ${ratio?.toFixed(1) ?? ''} |`;
  return [
    '| set | second best | best | difference | 95 % interval | runs | time |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...inOrder(bySet).map(line),
    `| mean over sets | | | ${signed(total)} | ${shown(interval)} | | ${timeRatio?.toFixed(1) ?? ''} |`,
    '',
  ].join('\n');
}

function candidateTable(findings: readonly Finding[]): string {
  const line = ({ name, about, bySet, mean: total, interval, timeRatio }: Finding): string => {
    const worst = bySet.reduce((low, each) => (each.difference < low.difference ? each : low));
    const most = bySet.reduce((high, each) => (each.difference > high.difference ? each : high));
    const extreme = ({ set, difference }: SetDifference): string => `${nameOf(set)} ${signed(difference)}`;
    return `| ${name} | ${about} | ${signed(total)} | ${shown(interval)} | ${bySet.length} | ${extreme(worst)} | ${extreme(most)} | ${timeRatio?.toFixed(1) ?? ''} |`;
  };
  return [
    '![Mean difference from best for every candidate](images/study.svg)',
    '',
    '| candidate | what it is | mean | 95 % interval | sets | lowest | highest | time |',
    '|---|---|---:|---:|---:|---|---|---:|',
    ...findings.map(line),
    '',
  ].join('\n');
}

/** Accuracy and mean rank of the default and of methods without a network, on the runs all of them have. */
function methodTable(rows: readonly StudyRow[]): string {
  const names = ['best', 'second best', ...rivals].filter((name) => rows.some(({ candidate }) => candidate === name));
  const ranks = new Map(names.map((name) => [name, [] as number[]]));
  const lines = studySets.flatMap(({ key, name: shownName }) => {
    const own = rows.filter(({ set }) => set === key);
    const places = [...new Set(own.map(({ k, seed }) => `${k} ${seed}`))];
    const shared = places
      .map((place) => own.filter(({ k, seed }) => `${k} ${seed}` === place))
      .filter((runs) => names.every((name) => runs.some(({ candidate }) => candidate === name)));
    if (shared.length === 0) return [];
    const means = names.map((name) =>
      mean(shared.map((runs) => runs.find(({ candidate }) => candidate === name)?.accuracy ?? Number.NaN)),
    );
    means.forEach((value, i) => {
      const [above, equal] = [means.filter((each) => each > value), means.filter((each) => each === value)];
      ranks.get(names[i])?.push(above.length + (equal.length + 1) / 2);
    });
    const most = Math.max(...means);
    const cells = means.map((value) => (value === most ? `**${value.toFixed(1)}**` : value.toFixed(1)));
    return [`| ${shownName} | ${cells.join(' | ')} | ${shared.length} |`];
  });
  const meanRanks = names.map((name) => mean(ranks.get(name) ?? []).toFixed(2));
  return [
    `| set | ${names.join(' | ')} | runs |`,
    `|---|${names.map(() => '---:|').join('')}---:|`,
    ...lines,
    `| mean rank | ${meanRanks.join(' | ')} | |`,
    '',
  ].join('\n');
}

/** How many planted features are among the K selected ones, on the mean of the seeds that `best` was run with. */
function foundTable(rows: readonly StudyRow[]): string {
  const names = ['best', 'second best', ...rivals].filter((name) => rows.some(({ candidate }) => candidate === name));
  const lines = generatedSets.flatMap(({ key }) => {
    const all = rows.filter(({ set }) => set === key);
    const isShared = ({ k, seed }: StudyRow): boolean =>
      all.some((row) => row.candidate === 'best' && row.k === k && row.seed === seed);
    const own = all.filter(isShared);
    const ks = [...new Set(own.map(({ k }) => k))].sort((a, b) => a - b);
    return ks.map((k) => {
      const cells = names.map((name) => {
        const found = own.filter((row) => row.candidate === name && row.k === k).map((row) => row.found ?? 0);
        return found.length === 0 ? '' : mean(found).toFixed(1);
      });
      return `| ${key} | ${k} | ${cells.join(' | ')} |`;
    });
  });
  return [`| family | K | ${names.join(' | ')} |`, `|---|---:|${names.map(() => '---:|').join('')}`, ...lines, ''].join(
    '\n',
  );
}

function inOrder(bySet: readonly SetDifference[]): SetDifference[] {
  const place = (key: string): number => studySets.findIndex((set: StudySet) => set.key === key);
  return [...bySet].sort((a, b) => place(a.set) - place(b.set));
}

function nameOf(key: string): string {
  return studySets.find((set) => set.key === key)?.name ?? key;
}

function shown([low, high]: Interval): string {
  return `${signed(low)} to ${signed(high)}`;
}
