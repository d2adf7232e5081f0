/** Every feature with its rank and score, best first, in pieces that can be written one after the other. */
import { csvLine } from './csv-line.js';
import type { RankedFeature } from './selection-report-input.js';

export function* rankingCsv(ranking: readonly RankedFeature[]): Generator<string> {
  yield csvLine(['rank', 'name', 'index', 'score']);
  for (const { rank, name, index, score } of ranking) yield csvLine([rank, name, index, score]);
}
