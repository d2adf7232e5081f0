/** How the run was made, and what failed. */
import { formatCount, formatDuration } from '../../report/format.js';
import type { Gathered, PlannedResult } from '../gather.js';
import type { Piece, Section } from '../piece.js';
import type { ReproductionReportInput } from '../report.js';

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
        text: `Every method got the same training rows and never saw a test row. The same code gives the same selections again, bit for bit, with any number of threads.${scaled(gathered)}`,
      },
      { kind: 'plain-table', table: { caption: 'The run', columns: ['', ''], rows: facts } },
      ...failurePieces(gathered),
    ],
  };
}

function scaled({ sets }: Gathered): string {
  return sets.every(({ data }) => data.scaleOn === 'all')
    ? ' Features are scaled with all rows, as in the paper.'
    : ' Features are scaled by what the training rows have.';
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
  const columns = ['Method', 'Data set', 'K', 'Seeds', 'Why'];
  return [{ kind: 'plain-table', table: { caption: 'What failed', columns, rows } }];
}
