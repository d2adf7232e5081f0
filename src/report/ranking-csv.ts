/** Every feature with its rank and score, best first, in pieces that can be written one after the other. */
import type { Scores } from '../types.js';
import { csvLine } from './csv-line.js';

export function* rankingCsv(featureNames: readonly string[], { ranking, scores }: Scores): Generator<string> {
  yield csvLine(['rank', 'name', 'index', 'score']);
  for (let place = 0; place < ranking.length; place++) {
    const index = ranking[place];
    yield csvLine([place + 1, featureNames[index], index, scores[index]]);
  }
}
