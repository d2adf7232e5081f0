/** Everything that is tried, in the order of the table. */
import type { TrialGroup } from './trial.js';
import { createMutations } from './trials/mutations.js';

export async function createGroups(): Promise<readonly TrialGroup[]> {
  return [createMutations()];
}
