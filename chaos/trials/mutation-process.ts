/** The process that reads damaged files, one for every message, and says how it went. */
import { type Damage, goodFiles, readDamaged } from '../../test/fixtures/damaged-files.js';

export interface MutationOrder {
  /** Which of the good files. */
  readonly place: number;
  readonly damage: Damage;
  readonly seed: number;
}

export type MutationAnswer =
  | { readonly kind: 'done'; readonly outcome: string; readonly growth: number }
  | { readonly kind: 'fault'; readonly what: string };

const [folder] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));
process.on('message', async ({ place, damage, seed }: MutationOrder) => {
  const before = process.memoryUsage.rss();
  const mostBefore = process.resourceUsage().maxRSS;
  let answer: MutationAnswer;
  try {
    const outcome = await readDamaged(goodFiles[place], damage, seed, folder);
    // The most that was ever used; where it did not rise, this file took no more than one before.
    const most = process.resourceUsage().maxRSS;
    answer = { kind: 'done', outcome, growth: most > mostBefore ? most * 1024 - before : 0 };
  } catch (error) {
    answer = { kind: 'fault', what: String((error as Error).stack) };
  }
  process.send!(answer);
});
