/** What can be promised from some rows of a set at several rates, by one run. */
import { weighEvidence } from '../../src/choose/e-values.js';
import type { Engine } from '../../src/compute/engine.js';
import { preparationDefaults, prepareRows } from '../../src/prepare/prepare-rows.js';
import { runPromise } from '../../src/run-promise.js';
import { findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import type { Dataset } from '../../src/types.js';

export const rates = [0.1, 0.2];

export interface Promised {
  /** Columns of the matrix, at every rate. */
  readonly found: readonly (readonly number[])[];
  readonly seconds: number;
}

export async function promisedFrom(
  dataset: Dataset,
  train: Int32Array,
  { finder, seed, engine }: { readonly finder: string; readonly seed: number; readonly engine: Engine },
): Promise<Promised> {
  const method = findMethod(finder);
  const options = resolveOptions(method, {}) as Readonly<Record<string, unknown>>;
  const prepared = prepareRows(dataset, { train, test: new Int32Array(0) }, preparationDefaults);
  const call = { method, options, seed, falseDiscovery: rates[0] };
  const { promise, seconds } = await runPromise(prepared, call, { engine, now: () => performance.now() });
  const found = rates.map((rate) => weighEvidence(promise.contests, rate).promised.map((unit) => prepared.kept[unit]));
  return { found, seconds };
}
