/** The report of a reproduction: what was run, set beside the paper, as one HTML file, Markdown and SVG figures. */

import type { Hash } from '../experiment/job.js';
import type { JobRow } from '../experiment/result-row.js';
import { countOf, formatCount, listOf } from '../report/format.js';
import type { ExperimentName } from './experiments.js';
import { figureFileNames } from './figure-names.js';
import { type Gathered, gatherResults } from './gather.js';
import type { Figure, Section } from './piece.js';
import type { PlannedJob, ReproductionSet } from './plan.js';
import { type ReproductionPage, renderReproductionPage } from './render-html.js';
import { renderReproductionMarkdown } from './render-markdown.js';
import type { Scale } from './scale.js';
import { accuracySection } from './sections/accuracy.js';
import { growthSection, hsicSection, riglSection } from './sections/appendix.js';
import { claimsSection } from './sections/claims.js';
import { classifiersSection } from './sections/classifiers.js';
import { costSection } from './sections/cost.js';
import { dataSection } from './sections/data.js';
import { hyperparametersSection } from './sections/hyperparameters.js';
import { importanceSection } from './sections/importance.js';
import { rankingSection } from './sections/ranking.js';
import { runSection } from './sections/run.js';
import { topologySection } from './sections/topology.js';
import { standaloneSvg } from './standalone-svg.js';

export interface ReproductionReportInput {
  readonly experiments: readonly ExperimentName[];
  readonly planned: readonly PlannedJob[];
  readonly rows: readonly JobRow[];
  readonly sets: readonly ReproductionSet[];
  /** Names of the paper's data sets that are not here. */
  readonly missing: readonly string[];
  readonly scale: Scale;
  readonly hash: Hash;
  /** How it was run, for the last section. */
  readonly settings: Readonly<Record<string, string>>;
  readonly command: string;
  /** Version of the code that writes the report. */
  readonly code: string;
}

export interface ReproductionFile {
  readonly name: string;
  readonly content: string;
}

export interface ReproductionFiles {
  readonly documents: readonly ReproductionFile[];
  /** For a folder of their own, beside the documents. */
  readonly figures: readonly ReproductionFile[];
  readonly counts: ResultCounts;
}

/** What became of the planned results; one that several experiments ask for counts once. */
export interface ResultCounts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

export const figureFolder = 'figures';
export const reproductionFileNames = ['report.html', 'report.md'] as const;

const sectionsOf: Readonly<Record<ExperimentName, (gathered: Gathered) => Section>> = {
  accuracy: accuracySection,
  ranking: rankingSection,
  classifiers: classifiersSection,
  importance: importanceSection,
  topology: topologySection,
  cost: costSection,
  hyperparameters: hyperparametersSection,
  growth: growthSection,
  hsic: hsicSection,
  rigl: riglSection,
};

export function reproductionFiles(input: ReproductionReportInput): ReproductionFiles {
  const gathered = gatherResults(input);
  const counts = countResults(gathered);
  return filesOf(describePage(input, gathered, counts), counts);
}

/** A page as files. */
export function filesOf(described: ReproductionPage, counts: ResultCounts): ReproductionFiles {
  const page = withFileNames(described);
  return {
    counts,
    documents: [
      { name: 'report.html', content: renderReproductionPage(page) },
      { name: 'report.md', content: renderReproductionMarkdown(page, figureFolder) },
    ],
    figures: figuresOf(page).map(({ name, svg }) => ({ name: `${name}.svg`, content: standaloneSvg(svg) })),
  };
}

function figuresOf({ sections }: ReproductionPage): Figure[] {
  return sections.flatMap(({ pieces }) => pieces.flatMap((piece) => (piece.kind === 'figures' ? piece.figures : [])));
}

/** The page with its figures named as their files can be. */
function withFileNames(page: ReproductionPage): ReproductionPage {
  const names = figureFileNames(figuresOf(page).map(({ name }) => name)).values();
  const renamed = (figure: Figure): Figure => ({ ...figure, name: names.next().value! });
  const sections = page.sections.map((section) => ({
    ...section,
    pieces: section.pieces.map((piece) =>
      piece.kind === 'figures' ? { ...piece, figures: piece.figures.map(renamed) } : piece,
    ),
  }));
  return { ...page, sections };
}

export function countResults({ results }: Gathered): ResultCounts {
  const distinct = [...new Map(results.map((result) => [result.identity, result])).values()];
  const done = distinct.filter(({ row }) => row && !row.error).length;
  const failed = distinct.filter(({ row }) => row?.error).length;
  return { total: distinct.length, done, failed };
}

function describePage(input: ReproductionReportInput, gathered: Gathered, counts: ResultCounts): ReproductionPage {
  const { scale, missing, sets, experiments } = input;
  return {
    kind: 'reproduction',
    title: scale.isQuick ? 'A quick look at the NeuroFS paper, reproduced' : 'The NeuroFS paper, reproduced',
    facts: [
      ['Data sets', formatCount(sets.length)],
      ['K', scale.ks.map(formatCount).join(', ')],
      ['Seeds', String(scale.seeds.length)],
      resultFact(counts),
    ],
    notes: notesOf(input, counts, missing, gathered),
    sections: [
      claimsSection(gathered),
      dataSection(gathered),
      ...experiments.map((name) => sectionsOf[name](gathered)),
      runSection(gathered, input),
    ],
    footer: `Made by neurofs ${input.code}. The paper: Z. Atashgahi et al., "Supervised Feature Selection with Neuron Evolution in Sparse Neural Networks", TMLR 2023. This file needs no network.`,
  };
}

export function resultFact({ total, done, failed }: ResultCounts): readonly [string, string] {
  return [
    'Results',
    `${formatCount(done)} of ${formatCount(total)}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`,
  ];
}

function notesOf(
  { scale, code }: ReproductionReportInput,
  counts: ResultCounts,
  missing: readonly string[],
  gathered: Gathered,
): string[] {
  const [waiting, versions] = stateNotes(counts, gathered, code);
  return [
    ...(scale.isQuick
      ? [
          "Large data sets are cut to 10,000 rows and networks are trained for fewer epochs: the paper's figures are shown for comparison, but this run cannot be expected to reach them.",
        ]
      : []),
    ...waiting,
    ...(missing.length > 0 ? [`Not available, and so not in this report: ${listOf(missing)}.`] : []),
    ...versions,
  ];
}

/** What is waiting, and what other versions of the code have made. */
export function stateNotes(
  { total, done, failed }: ResultCounts,
  { results }: Gathered,
  code: string,
): readonly [readonly string[], readonly string[]] {
  const foreign = new Map(results.flatMap(({ row }) => (row && row.code !== code ? [[row.key, row.code]] : [])));
  const others = new Set(foreign.values());
  const count = foreign.size;
  const waiting = total - done - failed;
  return [
    waiting > 0 ? [`${countOf(waiting, 'result')} not run yet: left blank, with nothing filled in.`] : [],
    count > 0 ? [`${countOf(count, 'result')} made by other versions of the code: ${[...others].join(', ')}.`] : [],
  ];
}
