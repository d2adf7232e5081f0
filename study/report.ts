/** Writes what the study found: the generated part of docs/quality.md and its chart. */
import { readFile, writeFile } from 'node:fs/promises';
import { findSet } from '../src/catalogue/catalogue.js';
import { stability } from '../src/experiment/overlap.js';
import { candidates, rivals } from './candidates.js';
import { drawDifferences } from './draw-differences.js';
import { mean, signed } from './numbers.js';
import { plantedTable } from './planted.js';
import type { StudyRow } from './run-candidate.js';
import { studySets } from './sets.js';
import { testTables } from './test-rows.js';

const page = 'docs/quality.md';
const chart = 'docs/images/study.svg';
/** A candidate tried on fewer sets is in the table alone. */
const leastSets = 6;
const overlapSets = ['coil20', 'usps', 'isolet', 'basehock', 'arcene'];

export interface Finding {
  readonly name: string;
  readonly about: string;
  /** For every set: mean difference from `best` on the same K and seeds, and the number of runs; undefined if there are none. */
  readonly bySet: readonly (Difference | undefined)[];
  /** Mean over the sets that there are. */
  readonly mean: number;
  readonly seconds: number;
  /** Mean over the sets of the overlap of the selections of two seeds at K = 25; undefined where there was one seed. */
  readonly overlap: number | undefined;
}

interface Difference {
  readonly accuracy: number;
  readonly difference: number;
  readonly runs: number;
}

export async function writeStudyReport(rows: readonly StudyRow[]): Promise<void> {
  const findings = [...candidates, ...rivals.map((name) => ({ name, about: 'no network' }))]
    .map(({ name, about }) => find(name, about, rows))
    .filter(({ bySet }) => bySet.some((each) => each !== undefined));
  findings.sort((a, b) => b.mean - a.mean || (a.name < b.name ? -1 : 1));
  await writeFile(
    chart,
    drawDifferences(findings.filter(({ bySet }) => bySet.filter((each) => each !== undefined).length >= leastSets)),
  );
  const text = await readFile(page, 'utf8');
  await writeFile(page, put(put(text, 'study', table(findings)), 'test rows', await testTables()));
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

function find(name: string, about: string, rows: readonly StudyRow[]): Finding {
  const bestOf = new Map(rows.filter((row) => row.candidate === 'best').map((row) => [placeOf(row), row]));
  const own = rows.filter((row) => row.candidate === name && bestOf.has(placeOf(row)));
  const bySet = studySets.map((set) => {
    const found = own.filter((row) => row.set === set);
    if (found.length === 0) return undefined;
    const differences = found.map((row) => row.accuracy - (bestOf.get(placeOf(row))?.accuracy ?? Number.NaN));
    return { accuracy: mean(found.map(({ accuracy }) => accuracy)), difference: mean(differences), runs: found.length };
  });
  const there = bySet.filter((each) => each !== undefined);
  return {
    ...{ name, about, bySet },
    mean: mean(there.map(({ difference }) => difference)),
    seconds: mean(own.map(({ seconds }) => seconds)),
    overlap: overlapOf(own),
  };
}

/** Of sets that most candidates were run on with several seeds. */
function overlapOf(rows: readonly StudyRow[]): number | undefined {
  const overlaps = overlapSets.flatMap((set) => {
    const selections = rows.filter((row) => row.set === set && row.k === 25).map(({ features }) => features);
    return stability(selections) ?? [];
  });
  return overlaps.length < overlapSets.length ? undefined : mean(overlaps);
}

function table(findings: readonly Finding[]): string {
  const names = studySets.map((key) => findSet(key)?.paperName ?? key);
  const best = findings.find(({ name }) => name === 'best');
  const cells = (finding: Finding): string[] =>
    finding.bySet.map((each) => {
      if (each === undefined) return '';
      return finding === best
        ? `${each.accuracy.toFixed(1)} (${each.runs})`
        : `${signed(each.difference)} (${each.runs})`;
    });
  const line = (finding: Finding): string =>
    `| ${finding.name} | ${finding.about} | ${finding === best ? '' : signed(finding.mean)} | ${finding.overlap?.toFixed(2) ?? ''} | ${cells(finding).join(' | ')} |`;
  return [
    `![Mean difference from best for every candidate](images/study.svg)`,
    '',
    `| candidate | what it is | mean | overlap | ${names.join(' | ')} |`,
    `|---|---|---:|---:|${names.map(() => '---:|').join('')}`,
    ...(best ? [line(best)] : []),
    ...findings.filter((finding) => finding !== best).map(line),
    '',
  ].join('\n');
}

function placeOf({ set, k, seed }: StudyRow): string {
  return JSON.stringify([set, k, seed]);
}
