/** What a promise costs beside a plain selection of the same method: processor time of both, one after the other. */
import type { Engine } from '../../src/compute/engine.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { preparationDefaults, prepareRows } from '../../src/prepare/prepare-rows.js';
import { runPromise } from '../../src/run-promise.js';
import { runSelection } from '../../src/run-selection.js';
import { findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import type { PlantedSet } from './generated.js';

const [k, falseDiscovery, seed] = [50, 0.1, 1];

/** Seconds of processor time. */
export async function measureCost(
  { dataset }: PlantedSet,
  name: string,
  engine: Engine,
): Promise<{ readonly plain: number; readonly promise: number }> {
  const method = findMethod(name);
  const options = resolveOptions(method, {}) as Readonly<Record<string, unknown>>;
  const split = { train: allRows(dataset.matrix), test: new Int32Array(0) };
  const prepared = prepareRows(dataset, split, preparationDefaults);
  const plain = await timed(() => runSelection(prepared, { method, options, k, seed }, { engine }));
  const promise = await timed(() => runPromise(prepared, { method, options, seed, falseDiscovery }, { engine }));
  return { plain, promise };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
