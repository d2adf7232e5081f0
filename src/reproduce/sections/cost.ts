/** Weights and FLOPs beside the paper's, and the time and memory that the paper could not measure: Table 4. */
import { spreadOf } from '../../experiment/summarise.js';
import { shortDuration } from '../../report/cost-section.js';
import { formatBytes, formatPercent } from '../../report/format.js';
import type { Gathered } from '../gather.js';
import { countCosts } from '../network-cost.js';
import { costTable } from '../paper-figures.js';
import type { Piece, Section } from '../piece.js';
import { mainK, type ReproductionSet } from '../plan.js';
import { neurofsPaper, optionsOf } from '../variants.js';
import { columnName } from './column-name.js';

/** Rows of the paper's counts. */
const networks = ['sparse', 'dense1', 'dense3'] as const;

export function costSection(gathered: Gathered): Section {
  return {
    id: 'cost',
    title: 'What it costs',
    paper: 'Table 4',
    pieces: [
      {
        kind: 'text',
        text: "Weights and training FLOPs (6 x weights x rows x epochs) of the sparse network of NeuroFS and QuickSelection and of dense networks with one and three hidden layers; the paper's figures are in brackets. The counts are for the whole training set and 100 epochs. Those of LassoNet are counted while it runs: it trains anew at every penalty of its path. Where the other counts differ from the paper's, it has another number of classes (COIL-20 with 10) or rows.",
      },
      {
        kind: 'plain-table',
        table: {
          caption: 'Weights and FLOPs',
          columns: countColumns,
          rows: gathered.sets.map((set) => countRow(gathered, set)),
        },
      },
      ...measuredPieces(gathered),
    ],
  };
}

/** Time and memory as they were measured, of one selection at one K. */
export function measuredPieces(gathered: Gathered, k: number = mainK): Piece[] {
  const variants = gathered.variants.filter(({ name }) => name !== 'random');
  return [
    {
      kind: 'text',
      text: `Time of one selection at K = ${k} and peak kernel memory, mean over the runs, by the clocks of the machines that made the rows, which may have done other work too; the memory does not include the data or what a method keeps in JavaScript.`,
    },
    {
      kind: 'plain-table',
      table: {
        caption: `Measured: time and kernel memory of one selection, K = ${k}`,
        columns: ['Method', ...gathered.sets.map(columnName)],
        rows: variants.map(({ name }) => [name, ...gathered.sets.map((set) => measuredCell(gathered, name, set, k))]),
      },
    },
  ];
}

const countColumns = [
  'Data set',
  'Density',
  ...['sparse', 'dense, 1 layer', 'dense, 3 layers'].map((name) => `Weights, ${name}`),
  ...['sparse', 'dense, 1 layer', 'dense, 3 layers', 'LassoNet'].map((name) => `FLOPs, ${name}`),
];

function countRow(gathered: Gathered, set: ReproductionSet): string[] {
  const { epsilon } = optionsOf(neurofsPaper, set) as { readonly epsilon: number };
  const { featureCount, classCount } = set;
  const trainRowCount = set.wholeTrainRowCount;
  const ours = countCosts({ featureCount, classCount, trainRowCount, epochs: 100, epsilon });
  const counted = lassonetFlops(gathered, set);
  const paper = costTable[set.key];
  const beside = (text: string, figure: string | undefined) => (figure === undefined ? text : `${text} (${figure})`);
  return [
    set.paperName,
    beside(formatPercent(ours.density, 2), paper && `${paper.density.toFixed(2)}\u00a0%`),
    ...networks.map((name) => beside(power(ours[name].weights), paper && power(paper.weights[name] * 1e5))),
    ...networks.map((name) => beside(power(ours[name].flops), paper && power(paper.flops[name] * 1e12))),
    beside(counted === undefined ? '' : power(counted), paper && power(paper.flops.lassoNet * 1e12)).trim(),
  ];
}

/** Counted while it ran, epoch by epoch with the features that were left. */
export function lassonetFlops(gathered: Gathered, { key }: ReproductionSet): number | undefined {
  const rows = gathered.scale.ks.flatMap((k) => gathered.rows('lassonet', key, k));
  return spreadOf(rows.flatMap(({ details }) => details?.flops ?? []))?.mean;
}

/** 183520 -> "1.84e5". */
function power(value: number): string {
  return value.toExponential(2).replace('e+', 'e');
}

function measuredCell(gathered: Gathered, variant: string, set: ReproductionSet, k: number): string {
  const rows = gathered.rows(variant, set.key, k);
  const seconds = spreadOf(rows.map((row) => row.selectSeconds))?.mean;
  if (seconds === undefined) return gathered.hasFailed(variant, set.key, k) ? 'failed' : '';
  const bytes = Math.max(...rows.map((row) => row.peakBytes ?? 0));
  return bytes > 0 ? `${shortDuration(seconds)}, ${formatBytes(bytes)}` : shortDuration(seconds);
}
