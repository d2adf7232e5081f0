/** How the run was made, what failed, and what is not run. */
import { formatCount, formatDuration } from '../../report/format.js';
import type { Gathered, PlannedResult } from '../gather.js';
import type { Piece, Section } from '../piece.js';
import type { ReproductionReportInput } from '../report.js';
import { type Estimate, sumEstimates, waitingCosts } from '../waiting-cost.js';
import { columnName } from './column-name.js';

export function runSection(
  gathered: Gathered,
  { settings, command, code }: Pick<ReproductionReportInput, 'settings' | 'command' | 'code'>,
): Section {
  const rows = new Map(gathered.results.flatMap(({ row }) => (row ? [[row.key, row] as const] : [])));
  const seconds = [...rows.values()].reduce((sum, row) => sum + row.evaluateSeconds, selectionSeconds(gathered));
  const facts: [string, string][] = [
    ['Code', code],
    ...Object.entries(settings),
    ['Total time of all jobs', formatDuration(seconds)],
    ['Command', command],
  ];
  return {
    id: 'run',
    title: 'How it was run',
    pieces: [
      {
        kind: 'text',
        text: `Every method selects from the same training rows. ${scaled(gathered)} The same code gives the same selections again, bit for bit, with any number of threads.`,
      },
      { kind: 'plain-table', table: { caption: 'The run', columns: ['', ''], rows: facts } },
      ...failurePieces(gathered),
      ...waitingPieces(gathered),
    ],
  };
}

function scaled({ sets }: Gathered): string {
  return sets.every(({ data }) => data.scaleOn === 'all')
    ? 'Nothing of the test rows reaches it but by the scaling, which goes by all rows, as in the paper.'
    : 'Nothing of the test rows reaches it: the scaling, too, goes by the training rows.';
}

/** A ranking that serves several K was made once. */
function selectionSeconds({ results }: Gathered): number {
  const byJob = new Map(results.flatMap(({ planned, row }) => (row ? [[planned, row.selectSeconds] as const] : [])));
  return [...byJob.values()].reduce((sum, seconds) => sum + seconds, 0);
}

function failurePieces({ results }: Gathered): Piece[] {
  const byMessage = new Map<string, PlannedResult[]>();
  // A failure that several experiments would have shown is told once.
  const distinct = new Map(results.map((result) => [result.identity, result])).values();
  for (const result of distinct) {
    const { row, planned } = result;
    if (row?.error === undefined) continue;
    const key = `${planned.job.variant}\n${planned.job.data.name}\n${row.error.message}`;
    byMessage.set(key, [...(byMessage.get(key) ?? []), result]);
  }
  if (byMessage.size === 0) return [];
  const rows = [...byMessage].map(([key, failed]) => {
    const [variant, data, message] = key.split('\n');
    const ks = [...new Set(failed.map(({ k }) => formatCount(k)))].join(', ');
    const seeds = [...new Set(failed.map(({ seed }) => seed))].join(', ');
    return [variant, data, ks, seeds, message];
  });
  const columns = ['Method', 'Data set', 'K', 'With seed', 'Why'];
  return [{ kind: 'plain-table', table: { caption: 'What failed', columns, rows } }];
}

function waitingPieces(gathered: Gathered): Piece[] {
  const costs = waitingCosts(gathered);
  if (costs.length === 0) return [];
  const sets = gathered.sets.filter(({ key }) => costs.some(({ bySet }) => bySet.has(key)));
  const known = (estimates: readonly (Estimate | undefined)[]) =>
    sumEstimates(estimates.filter((each) => each !== undefined));
  const rows = costs.map(({ what, runs, bySet }) => [
    what,
    formatCount(runs),
    ...sets.map(({ key }) => (bySet.has(key) ? roughly(bySet.get(key)) : '')),
    roughly(known([...bySet.values()])),
  ]);
  const together = [
    'together',
    formatCount(costs.reduce((sum, { runs }) => sum + runs, 0)),
    ...sets.map(({ key }) => roughly(known(costs.map(({ bySet }) => bySet.get(key))))),
    roughly(known(costs.flatMap(({ bySet }) => [...bySet.values()]))),
  ];
  return [
    {
      kind: 'text',
      text: 'What is not run would take one core about as long as this, going by the seconds of the rows at hand: those of the same method on the same set, or, marked ~, of another form of it there, or on the set nearest in size, in proportion to rows times features. Of several runs the quickest counts, because the machine may have done other work too. – is what no row tells; sums leave it out.',
    },
    {
      kind: 'plain-table',
      table: {
        caption: 'What is not run, and its cost',
        columns: ['Method or experiment', 'Runs', ...sets.map(columnName), 'Together'],
        rows: costs.length > 1 ? [...rows, together] : rows,
      },
    },
  ];
}

/** An estimate has no more than two digits. */
function roughly(estimate: Estimate | undefined): string {
  if (estimate === undefined || estimate.seconds === 0) return '–';
  const { seconds, isScaled } = estimate;
  const [amount, unit] =
    seconds < 59.5 ? [seconds, 's'] : seconds < 3570 ? [seconds / 60, 'min'] : [seconds / 3600, 'h'];
  return `${isScaled ? '~' : ''}${amount < 9.95 && unit === 'h' ? amount.toFixed(1) : Math.max(1, Math.round(amount))}\u00a0${unit}`;
}
