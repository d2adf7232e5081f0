/** Everything that is tried, in the order of the table. */
import type { TrialGroup } from './trial.js';
import { createBombs } from './trials/bombs.js';
import { createChangingFiles } from './trials/changing-files.js';
import { createDisks } from './trials/disks.js';
import { createMutations } from './trials/mutations.js';
import { createPipes } from './trials/pipes.js';
import { createQueueTrials } from './trials/queue.js';
import { createSignals } from './trials/signals.js';

export function createGroups(): readonly TrialGroup[] {
  return [
    createMutations('mutations', 'mutate', 10_000),
    createMutations('lies', 'exaggerate', 2000),
    createBombs(),
    createChangingFiles(),
    createDisks(),
    createPipes(),
    createSignals(),
    createQueueTrials(),
  ];
}
