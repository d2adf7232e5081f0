/** Writes what the studies found: the generated parts of the pages about quality, and a chart. */
import { readFile, writeFile } from 'node:fs/promises';
import { candidates, rivals } from './candidates.js';
import { bootstrap, type Interval, median, pairedDifferences, type SetDifference } from './differences.js';
import { drawDifferences } from './draw-differences.js';
import { mean, signed } from './numbers.js';
import { plantedTable } from './planted.js';
import type { StudyRow } from './run-candidate.js';
import { generatedSets, type StudySet, studySets } from './sets.js';
import { testTables } from './test-rows.js';

const pages = {
  results: 'docs/quality.md',
  fourth: 'docs/quality-fourth-study.md',
  fifth: 'docs/quality-fifth-study.md',
};
const chart = 'docs/images/study.svg';

/** The default that the present one is compared with. */
const former = 'third best';
/** Seeds from here on decide; those before choose. */
const firstDeciding = 13;

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
  const deciding = rows.filter(({ seed }) => seed >= firstDeciding);
  const adopted = find({ name: 'best', about: '' }, deciding, former);
  await putParts(pages.fourth, { adopted: adoptedTable(adopted[0], deciding), study: candidateTable(changed) });
  await putParts(pages.fifth, { auto: autoTable(rows) });
  await putParts(pages.results, {
    methods: methodTable(rows, 'best'),
    'auto methods': `${methodTable(rows, 'auto')}\nThe network alone in its place, on the same runs:\n\n${methodTable(runsOf('auto', rows), 'best', false)}`,
    found: foundTable(rows),
    'test rows': await testTables(),
  });
}

/** Runs the planted sets and puts their table into the page. */
export async function writePlanted(): Promise<void> {
  await putParts(pages.results, { planted: await plantedTable() });
}

async function putParts(page: string, parts: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(page, 'utf8');
  for (const [name, generated] of Object.entries(parts)) text = put(text, name, generated);
  await writeFile(page, text);
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
  const counted = bySet.filter(({ set }) => !isGrowing(set));
  const differences = (counted.length > 0 ? counted : bySet).map(({ difference }) => difference);
  const timeRatio = median(bySet.flatMap((each) => each.timeRatio ?? []));
  return [{ name, about, bySet, mean: mean(differences), interval: bootstrap(differences), timeRatio }];
}

/** The default beside the earlier one, set by set. */
function adoptedTable({ bySet, mean: total, interval, timeRatio }: Finding, rows: readonly StudyRow[]): string {
  const line = ({ set, accuracy, difference, interval: own, runs, timeRatio: ratio }: SetDifference): string => {
    const overlaps = [former, 'best'].map((name) => overlap(rows, set, name)?.toFixed(2) ?? '');
    return `| ${nameOf(set)} | ${(accuracy - difference).toFixed(1)} | ${accuracy.toFixed(1)} | ${signed(difference)} | ${runs > 1 ? shown(own) : ''} | ${runs} | ${overlaps.join(' | ')} | ${ratio?.toFixed(1) ?? ''} |`;
  };
  return [
    `| set | ${former} | best | difference | 95 % interval | runs | overlap, ${former} | overlap, best | time |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...inOrder(bySet.filter(({ set }) => !isGrowing(set))).map(line),
    `| mean over sets | | | ${signed(total)} | ${shown(interval)} | | | | ${timeRatio?.toFixed(1) ?? ''} |`,
    '',
  ].join('\n');
}

/** The share of features that two selections of one K from different folds have in common, where there are two. */
function overlap(rows: readonly StudyRow[], set: string, candidate: string): number | undefined {
  if (generatedSets.some(({ key }) => key === set)) return undefined;
  const own = rows
    .filter((row) => row.set === set && row.candidate === candidate)
    .map(({ k, features = [] }) => ({ k, features }));
  const shares = own.flatMap((a, i) =>
    own
      .slice(0, i)
      .filter(({ k }) => k === a.k)
      .map((b) => a.features.filter((feature) => b.features.includes(feature)).length / a.k),
  );
  return shares.length === 0 ? undefined : mean(shares);
}

/** The rows of every K and seed for which there is one of each candidate. */
function sharedRuns(rows: readonly StudyRow[], set: string, names: readonly string[]): StudyRow[][] {
  const own = rows.filter((row) => row.set === set && names.includes(row.candidate));
  const places = [...new Set(own.map(({ k, seed }) => `${k} ${seed}`))];
  return places
    .map((place) => own.filter(({ k, seed }) => `${k} ${seed}` === place))
    .filter((runs) => names.every((name) => runs.some(({ candidate }) => candidate === name)));
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

/** `auto` beside the network alone, set by set: what it took, and how much selections from different folds have in common. */
function autoTable(rows: readonly StudyRow[]): string {
  const [finding] = find({ name: 'auto', about: '' }, rows);
  if (finding === undefined) return 'It has not been run.\n';
  const { bySet, mean: total, interval, timeRatio } = finding;
  const takenOn = (set: string): string => {
    const taken = rows.filter((row) => row.set === set && row.candidate === 'auto').flatMap((row) => row.taken ?? []);
    const names = [...new Set(taken)].map((name) => ({ name, count: taken.filter((each) => each === name).length }));
    names.sort((a, b) => b.count - a.count);
    return names.map(({ name, count }) => `${name} ${count}`).join(', ');
  };
  const runs = runsOf('auto', rows);
  const overlapsOn = (set: string) => ['best', 'auto'].map((name) => overlap(runs, set, name));
  const known = bySet.map(({ set }) => overlapsOn(set)).filter((each) => each.every((one) => one !== undefined));
  const meanOverlaps = [0, 1].map((place) => mean(known.map((each) => each[place]!)));
  const twoDigits = (value: number | undefined): string => value?.toFixed(2) ?? '';
  return [
    '| set | best | auto | difference | 95 % interval | runs | taken | overlap, best | overlap, auto | time |',
    '|---|---:|---:|---:|---:|---:|---|---:|---:|---:|',
    ...inOrder(bySet).map(
      ({ set, accuracy, difference, interval: own, runs: count, timeRatio: ratio }) =>
        `| ${nameOf(set)} | ${(accuracy - difference).toFixed(1)} | ${accuracy.toFixed(1)} | ${signed(difference)} | ${count > 1 ? shown(own) : ''} | ${count} | ${takenOn(set)} | ${overlapsOn(set).map(twoDigits).join(' | ')} | ${ratio?.toFixed(1) ?? ''} |`,
    ),
    `| mean over sets | | | ${signed(total)} | ${shown(interval)} | | | ${meanOverlaps.map(twoDigits).join(' | ')} | ${timeRatio?.toFixed(1) ?? ''} |`,
    '',
  ].join('\n');
}

/** All rows of the sets, K and seeds that a candidate was run on. */
function runsOf(name: string, rows: readonly StudyRow[]): StudyRow[] {
  const placeOf = ({ set, k, seed }: StudyRow): string => `${set} ${k} ${seed}`;
  const places = new Set(rows.filter(({ candidate }) => candidate === name).map(placeOf));
  return rows.filter((row) => places.has(placeOf(row)));
}

/** Accuracy and mean rank of `own` and of methods without a network, on the runs all of them have; set by set, or ranks alone. */
function methodTable(rows: readonly StudyRow[], own: string, hasSets = true): string {
  const names = [own, ...rivals].filter((name) => rows.some(({ candidate }) => candidate === name));
  if (!names.some(isRival)) return 'No other method has been run.\n';
  const others = names.map((name, i) => ({ name, i })).filter(({ name }) => isRival(name) && name !== 'random');
  const ranks = new Map(names.map((name) => [name, [] as number[]]));
  const [keys, behind, belowRandom]: [string[], string[], string[]] = [[], [], []];
  const lines = studySets.flatMap(({ key, name: shownName, growing }) => {
    const shared = sharedRuns(rows, key, names);
    if (shared.length === 0 || growing) return [];
    const means = names.map((name) =>
      mean(shared.map((runs) => runs.find(({ candidate }) => candidate === name)?.accuracy ?? Number.NaN)),
    );
    means.forEach((value, i) => {
      const [above, equal] = [means.filter((each) => each > value), means.filter((each) => each === value)];
      ranks.get(names[i])?.push(above.length + (equal.length + 1) / 2);
    });
    const most = Math.max(...means);
    const lead = others.reduce((high, each) => (means[each.i] > means[high.i] ? each : high));
    if (means[lead.i] - means[0] > 2)
      behind.push(`${shownName} (${lead.name} by ${(means[lead.i] - means[0]).toFixed(1)})`);
    if (means[names.indexOf('random')] > means[0]) belowRandom.push(shownName);
    const cells = means.map((value) => (value === most ? `**${value.toFixed(1)}**` : value.toFixed(1)));
    const folds = new Set(shared.map(([{ seed }]) => seed)).size;
    keys.push(key);
    return [`| ${shownName} | ${cells.join(' | ')} | ${folds} |`];
  });
  const ranksOf = (name: string, has = (_key: string): boolean => true): number[] =>
    (ranks.get(name) ?? []).filter((_, place) => has(keys[place]));
  const rankLine = (title: string, has?: (key: string) => boolean): string =>
    `| ${title} | ${names.map((name) => mean(ranksOf(name, has)).toFixed(2)).join(' | ')} | |`;
  const next = names.slice(1).reduce((a, b) => (mean(ranksOf(b)) < mean(ranksOf(a)) ? b : a));
  const ahead = bootstrap(ranksOf(next).map((rank, place) => rank - ranksOf(own)[place]));
  const otherCount = keys.filter((key) => !isPictureOrSound(key)).length;
  const listed = (sets: readonly string[]): string =>
    `${sets.length} of ${lines.length}${sets.length > 0 ? `: ${sets.join(', ')}` : ''}`;
  return [
    `| set | ${names.join(' | ')} | folds |`,
    `|---|${names.map(() => '---:|').join('')}---:|`,
    ...(hasSets ? lines : []),
    rankLine('mean rank'),
    rankLine(`of ${keys.length - otherCount} of pictures and sounds`, isPictureOrSound),
    rankLine(`of the other ${otherCount}`, (key) => !isPictureOrSound(key)),
    '',
    `The mean rank of ${next}, the next, is ${signed(mean(ranksOf(next)) - mean(ranksOf(own)))} from that of \`${own}\`; drawing sets anew, ${shown(ahead)} (95 %).`,
    '',
    `Sets on which \`${own}\` is behind random features: ${listed(belowRandom)}. Behind the best other method by more than 2 points: ${listed(behind)}.`,
    '',
  ].join('\n');
}

/** Those made of some of their classes too. */
function isPictureOrSound(key: string): boolean {
  return /^(coil20|usps|isolet|mnist|fashion-mnist|orl)/.test(key);
}

function isRival(name: string): boolean {
  return rivals.some((rival) => rival === name);
}

/** How many planted features are among the K selected ones, on the mean of the seeds that `best` and all rivals run at this K have. */
function foundTable(rows: readonly StudyRow[]): string {
  const names = ['best', former, 'second best', ...rivals].filter((name) =>
    rows.some(({ candidate }) => candidate === name),
  );
  const lines = generatedSets.flatMap(({ key }) => {
    const all = rows.filter(({ set }) => set === key);
    const seedsOf = (name: string, k: number): number[] =>
      all.filter((row) => row.candidate === name && row.k === k).map(({ seed }) => seed);
    const ks = [...new Set(all.filter(({ candidate }) => candidate === 'best').map(({ k }) => k))].sort(
      (a, b) => a - b,
    );
    return ks.map((k) => {
      const run = rivals.map((name) => seedsOf(name, k)).filter((seeds) => seeds.length > 0);
      const shared = seedsOf('best', k).filter((seed) => run.every((seeds) => seeds.includes(seed)));
      const cells = names.map((name) => {
        const found = all
          .filter((row) => row.candidate === name && row.k === k && shared.includes(row.seed))
          .map((row) => row.found ?? 0);
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

function isGrowing(key: string): boolean {
  return studySets.some((set) => set.key === key && set.growing);
}

function nameOf(key: string): string {
  return studySets.find((set) => set.key === key)?.name ?? key;
}

function shown([low, high]: Interval): string {
  return `${signed(low)} to ${signed(high)}`;
}
