/**
 * `npm run chaos [-- GROUP ...] [--only PART] [--minutes N] [--short] [--report]`: makes things go wrong on purpose and
 * checks what must hold. It goes on where the last run stopped; --only takes the trials with this in their name, --short
 * tries a little of everything and remembers nothing, --report writes the table into docs/reliability.md and runs nothing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGroups } from './groups.js';
import { openLedger } from './ledger.js';
import { runTrials } from './run-trials.js';
import { resultTable, withTable } from './table.js';

const ledgerPath = fileURLToPath(new URL('../../chaos/results/chaos.json', import.meta.url));
const documentPath = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    minutes: { type: 'string' },
    short: { type: 'boolean' },
    report: { type: 'boolean' },
  },
});
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const all = createGroups();
const unknown = positionals.find((name) => !all.some((group) => group.name === name));
if (unknown !== undefined) {
  console.error(`no group "${unknown}"; the groups are ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const groups = all
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  .map((group) => ({ ...group, trials: group.trials.filter(({ name }) => name.includes(values.only ?? '')) }));
mkdirSync(dirname(ledgerPath), { recursive: true });
const isShort = values.short === true;
const ledger = openLedger(isShort ? undefined : ledgerPath);

if (values.report === true) {
  writeFileSync(documentPath, withTable(readFileSync(documentPath, 'utf8'), resultTable(all, ledger)));
} else {
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
  let faults = 0;
  for (const { name, skip } of groups) if (skip !== undefined) console.error(`${name} is left out: ${skip}`);
  await runTrials(groups, {
    ledger,
    isShort,
    until: performance.now() + minutes * 60_000,
    signal: stopping.signal,
    onFault(group, trial, seed, what) {
      faults++;
      console.error(`DID NOT HOLD: ${group}, ${trial}, seed ${seed}: ${what}`);
    },
    onPortion: (group, trial, tried, aim) => console.error(`${group}, ${trial}: ${tried} of ${aim}`),
  });
  console.log(resultTable(groups, ledger));
  process.exitCode = faults === 0 ? 0 : 1;
}
