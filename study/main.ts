/**
 * The study of selection quality: `npm run study`. Runs every candidate on training rows alone, seed by seed, keeps the
 * rows in study/results/rows.jsonl and goes on where it stopped. `npm run study -- --report` writes the table and the
 * chart of docs/quality.md from the rows there are, after `--collect FILE.json` has taken the runs on the test rows from
 * an exported reproduction; `--minutes N` stops after so long; `--only "best;paper"` and `--sets coil20,mnist` run a part.
 * `--planted` runs the generated sets with planted features, some minutes, and writes their table.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createSerialEngine } from '../src/compute/engine.js';
import { candidates, rivals } from './candidates.js';
import { readLines } from './read-lines.js';
import { writePlanted, writeStudyReport } from './report.js';
import { runCandidate, type StudyRow } from './run-candidate.js';
import { loadStudyData, type StudyData, studySets } from './sets.js';
import { collectTestRows } from './test-rows.js';

const resultsFile = 'study/results/rows.jsonl';
const { values } = parseArgs({
  options: {
    report: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    collect: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    seeds: { type: 'string', default: '0,1,2,3,4' },
    k: { type: 'string', default: '25,100' },
    only: { type: 'string', default: [...rivals, ...candidates.map(({ name }) => name)].join(';') },
    sets: { type: 'string', default: studySets.join(',') },
  },
});

if (values.collect !== undefined) {
  await collectTestRows(values.collect);
} else if (values.planted) {
  await writePlanted();
} else if (values.report) {
  await writeStudyReport(await readLines<StudyRow>(resultsFile));
} else {
  await runStudy();
}

async function runStudy(): Promise<void> {
  await mkdir('study/results', { recursive: true });
  const done = new Set((await readLines<StudyRow>(resultsFile)).map(keyOf));
  const engine = await createSerialEngine();
  const end = performance.now() + Number(values.minutes) * 60_000;
  const numbers = (text: string): number[] => text.split(',').map(Number);
  const loaded = new Map<string, StudyData>();
  for (const seed of numbers(values.seeds)) {
    for (const set of values.sets.split(',')) {
      const data = loaded.get(set) ?? (await loadStudyData(set));
      loaded.set(set, data);
      const rows = data.rowsOf(seed);
      for (const k of numbers(values.k)) {
        for (const candidate of values.only.split(';')) {
          if (done.has(keyOf({ set, candidate, k, seed }))) continue;
          if (performance.now() > end) return;
          const row = await runCandidate({ set, candidate, k, seed }, rows, engine);
          await appendFile(resultsFile, `${JSON.stringify(row)}\n`);
          console.log(`${set} K=${k} seed ${seed} ${candidate}: ${row.accuracy.toFixed(2)} % (${row.seconds} s)`);
        }
      }
    }
  }
}

function keyOf({ set, candidate, k, seed }: Pick<StudyRow, 'set' | 'candidate' | 'k' | 'seed'>): string {
  return JSON.stringify([set, candidate, k, seed]);
}
