/** The data of the regression bench, and its folds: 5 times 5, drawn from seeds, the same for all methods. */
import { join } from 'node:path';
import { loadTable } from '../../node/files/load-table.js';
import { encodeTable } from '../../src/encode/encode-table.js';
import { createRandom, shuffle } from '../../src/maths/random.js';
import { allRows } from '../../src/matrix/all-rows.js';
import type { Dataset, Split } from '../../src/types.js';

export interface RegressionSet {
  readonly name: string;
  readonly file: string;
  readonly target: string;
}

export const regressionSets: readonly RegressionSet[] = [
  { name: 'tecator', file: 'tecator.csv', target: 'fat' },
  { name: 'bloodbrain', file: 'bloodbrain.csv', target: 'logBBB' },
];

const [repeats, parts] = [5, 5];

export interface Fold extends Split {
  /** `2.4` is the fourth part of the second repeat. */
  readonly name: string;
}

export async function loadSet({ file, target }: RegressionSet, folder: string): Promise<Dataset> {
  const { table } = await loadTable(join(folder, 'more', file), { target });
  return encodeTable(table, { target, task: 'regression' }) as Dataset;
}

export function foldsOf({ matrix }: Dataset): readonly Fold[] {
  return Array.from({ length: repeats }, (_, repeat) => {
    const order = shuffle(allRows(matrix), createRandom(repeat + 1));
    return Array.from({ length: parts }, (__, part) => ({
      name: `${repeat + 1}.${part + 1}`,
      train: order.filter((_row, at) => at % parts !== part).sort(),
      test: order.filter((_row, at) => at % parts === part).sort(),
    }));
  }).flat();
}
