/** A small file and jobs on it, for the tests of this folder. No tests of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SelectJob } from '../../src/experiment/job.js';
import { createRandom } from '../../src/random.js';
import { findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import { codeVersion } from '../code-version.js';
import { hashFile } from '../load-file.js';

/** Two classes told apart by the first of ten columns. */
export async function writeSampleFile(folder: string): Promise<{ path: string; sha256: string }> {
  const random = createRandom(1);
  const rows = Array.from({ length: 80 }, (_, row) => {
    const cells = Array.from({ length: 10 }, (_, column) => random.float() + (column === 0 ? row % 2 : 0));
    return [...cells.map((cell) => cell.toFixed(4)), row % 2 ? 'ill' : 'well'].join(',');
  });
  const head = [...Array.from({ length: 10 }, (_, i) => `f${i}`), 'class'].join(',');
  const path = join(folder, 'sample.csv');
  writeFileSync(path, `${[head, ...rows].join('\n')}\n`);
  return { path, sha256: await hashFile(path) };
}

export function sampleJob(
  file: { path: string; sha256: string },
  change: Partial<SelectJob> & { readonly given?: Record<string, unknown> } = {},
): SelectJob {
  const { given = {}, method = 'fisher', ...rest } = change;
  return {
    kind: 'select',
    data: {
      ...{ name: 'sample', sha256: file.sha256, scaling: 'minmax', scaleOn: 'train' },
      place: { kind: 'file', path: file.path, target: 'class' },
      split: { testFraction: 0.25, seed: 0 },
    },
    ...{ method, variant: method },
    options: resolveOptions(findMethod(method), given) as Record<string, unknown>,
    seed: 0,
    picks: [2, 4].map((k) => ({ k, classifiers: ['svm'] })),
    classifierOptions: {},
    code: codeVersion(),
    ...rest,
  };
}
