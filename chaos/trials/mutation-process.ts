/**
 * The process that reads damaged files, one for every message, and says how it went. HDF5 is read without the thread that
 * guards it where the order says so: then it stays loaded, and a file costs a hundredth of what it costs with a new thread.
 */
import { limitWasmMemory } from '../../src/read/hdf5/limit-wasm-memory.js';
import { type Damage, type GoodFile, goodFiles, readDamaged } from '../../test/fixtures/damaged-files.js';

export interface MutationOrder {
  /** Which of the good files. */
  readonly place: number;
  readonly damage: Damage;
  readonly seed: number;
  readonly isUnguarded: boolean;
}

export type MutationAnswer =
  | { readonly kind: 'done'; readonly outcome: string; readonly growth: number }
  | { readonly kind: 'fault'; readonly what: string };

const [folder] = process.argv.slice(2);
limitWasmMemory(2 ** 28);
process.once('disconnect', () => process.exit(0));
process.on('message', async ({ place, damage, seed, isUnguarded }: MutationOrder) => {
  const before = process.memoryUsage.rss();
  const mostBefore = process.resourceUsage().maxRSS;
  let answer: MutationAnswer;
  try {
    const outcome = isUnguarded
      ? await readUnguarded(goodFiles[place], damage, seed)
      : await readDamaged(goodFiles[place], damage, seed, folder);
    // The most that was ever used; where it did not rise, this file took no more than one before.
    const most = process.resourceUsage().maxRSS;
    answer = { kind: 'done', outcome, growth: most > mostBefore ? most * 1024 - before : 0 };
  } catch (error) {
    answer = { kind: 'fault', what: String((error as Error).stack) };
  }
  process.send!(answer);
});

/** Reads the bytes where it stands, and after a refusal the good file, to see that HDF5 is none the worse for it. */
async function readUnguarded({ isFile: _, ...file }: GoodFile, damage: Damage, seed: number): Promise<string> {
  const outcome = await readDamaged(file, damage, seed, folder);
  if (outcome === 'refused' && (await readDamaged(file, undefined, 0, folder)) === 'refused') {
    throw new Error('HDF5 cannot read a good file after this one');
  }
  return outcome;
}
