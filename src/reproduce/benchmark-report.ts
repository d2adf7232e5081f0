/** The report of a benchmark: methods on any data sets, in the form of the reproduction. */
import { formatCount } from '../report/format.js';
import { gatherResults } from './gather.js';
import type { Piece, Section } from './piece.js';
import {
  countResults,
  filesOf,
  type ReproductionFiles,
  type ReproductionReportInput,
  resultFact,
  stateNotes,
} from './report.js';
import { accuracySection } from './sections/accuracy.js';
import { measuredPieces } from './sections/cost.js';
import { dataSection } from './sections/data.js';
import { rankingSection } from './sections/ranking.js';
import { runSection } from './sections/run.js';
import type { Compared } from './variants.js';

export interface BenchmarkReportInput extends Omit<ReproductionReportInput, 'experiments' | 'missing'> {
  readonly compared: Compared;
  /** Files that could not be taken, and why. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

export function benchmarkFiles(input: BenchmarkReportInput): ReproductionFiles {
  const gathered = gatherResults(input);
  const counts = countResults(gathered);
  const { scale, sets, code, leftOut } = input;
  const middleK = scale.ks[Math.floor((scale.ks.length - 1) / 2)];
  const cost: Section = { id: 'cost', title: 'What it costs', pieces: measuredPieces(gathered, middleK) };
  const data = dataSection(gathered);
  const page = {
    kind: 'benchmark',
    title: `${formatCount(gathered.variants.length)} methods on ${formatCount(sets.length)} data sets`,
    facts: [
      ['Data sets', formatCount(sets.length)],
      ['Methods', formatCount(gathered.variants.length)],
      ['K', scale.ks.map(formatCount).join(', ')],
      ['Seeds', String(scale.seeds.length)],
      resultFact(counts),
    ],
    notes: [
      'Every seed splits the rows of a data set anew; deviations are over these splits.',
      ...stateNotes(counts, gathered, code).flat(),
    ],
    sections: [
      { ...data, pieces: [...data.pieces, ...leftOutPieces(leftOut)] },
      accuracySection(gathered),
      rankingSection(gathered),
      cost,
      runSection(gathered, input),
    ],
    footer: `Made by neurofs ${code}. This file needs no network.`,
  } as const;
  return filesOf(page, counts);
}

function leftOutPieces(leftOut: BenchmarkReportInput['leftOut']): Piece[] {
  if (leftOut.length === 0) return [];
  const rows = leftOut.map(({ name, why }) => [name, why]);
  return [{ kind: 'plain-table', table: { caption: 'Left out', columns: ['File', 'Why'], rows } }];
}
