/** What was tried and what held, as a table in Markdown. */
import { type Ledger, timesTried } from './ledger.js';
import type { TrialGroup } from './trial.js';

export function resultTable(groups: readonly TrialGroup[], ledger: Ledger): string {
  const kept = ledger.groups();
  const lines = groups.flatMap(({ name, trials, skip }) =>
    trials.flatMap((trial) => {
      const record = kept[name]?.[trial.name];
      const times = record === undefined ? 0 : timesTried(record);
      if (times === 0) {
        return [`| ${name} | ${trial.name} | 0 of ${trial.aim} | | ${skip ?? ''} |`];
      }
      const failed = Object.keys(record.faults).length;
      const ends = Object.entries(record.outcomes)
        .sort(([, a], [, b]) => b - a)
        .map(([outcome, count]) => `${count} ${outcome}`);
      const tried = times >= trial.aim ? String(times) : `${times} of ${trial.aim}`;
      const held = failed === 0 ? 'all' : `${times - failed}`;
      return [`| ${name} | ${trial.name} | ${tried} | ${held} | ${ends.join(', ')} |`];
    }),
  );
  return ['| | what | tried | held | how it ended |', '|---|---|---:|---:|---|', ...lines].join('\n');
}

const [start, end] = ['<!-- chaos: made by npm run chaos -- --report -->', '<!-- /chaos -->'];

/** The document with the table in its place. */
export function withTable(document: string, table: string): string {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`the document has no place for the table (${start} ... ${end})`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}
