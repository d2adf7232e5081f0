/** How many features planted in generated data are found, by the network under several options and by filters. */
import { createSerialEngine, type Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import type { SelectContext } from '../src/select/contract.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import type { Scores, TrainingSet } from '../src/types.js';
import { corners, halfQuadratic, madelon, type Planted, pairs, weakSignals } from '../test/planted-sets.js';

const seeds = [1, 2, 3];

interface PlantedSet {
  readonly name: string;
  readonly k: number;
  make(seed: number): Planted;
}

const sets: readonly PlantedSet[] = [
  { name: '10 that act alone, of 1,000', k: 10, make: (seed) => corners(seed, 0) },
  { name: 'those and 20 mixtures of them', k: 10, make: (seed) => corners(seed, 20) },
  { name: '60 weak ones of 6,000, 200 rows', k: 25, make: weakSignals },
  { name: '3 pairs of 100', k: 6, make: (seed) => pairs(seed, 100) },
  { name: '3 pairs of 500', k: 6, make: (seed) => pairs(seed, 500) },
  { name: "20 of madelon's kind, of 500", k: 20, make: madelon },
  { name: '40 of 400, half of which act by their square', k: 40, make: halfQuadratic },
];

interface Finder {
  readonly name: string;
  readonly method: string;
  readonly given?: Readonly<Record<string, unknown>>;
}

const finders: readonly Finder[] = [
  { name: 'neurofs', method: 'neurofs' },
  { name: 'neurofs, `--prior none`', method: 'neurofs', given: { prior: 'none' } },
  {
    name: 'neurofs, `--prior none --inputs as-scaled`',
    method: 'neurofs',
    given: { prior: 'none', inputs: 'as-scaled' },
  },
  ...['extra-trees', 'fisher', 'mutual-information', 'mrmr'].map((name) => ({ name, method: name })),
];

export async function plantedTable(): Promise<string> {
  const engine = await createSerialEngine();
  const lines: string[] = [];
  for (const finder of finders) {
    const cells: string[] = [];
    for (const set of sets) cells.push(await countFound(engine, finder, set));
    lines.push(`| ${finder.name} | ${cells.join(' | ')} |`);
    console.log(lines.at(-1));
  }
  const heads = sets.map(({ name, k }) => `${name}: found of ${k}`).join(' | ');
  return [`| | ${heads} |`, `|---|${sets.map(() => '---:|').join('')}`, ...lines, ''].join('\n');
}

/** For every seed: how many of the K selected features are planted. */
async function countFound(engine: Engine, finder: Finder, { k, make }: PlantedSet): Promise<string> {
  const counts: number[] = [];
  for (const seed of seeds) {
    const { training, planted } = make(seed);
    const { ranking } = await find(finder, training, k, { engine, random: createRandom(seed) });
    counts.push(ranking.subarray(0, k).filter((feature) => planted.has(feature)).length);
  }
  return counts.join(', ');
}

function find(
  { method: name, given }: Finder,
  training: TrainingSet,
  k: number,
  context: SelectContext,
): Promise<Scores> {
  const method = findMethod(name);
  return method.select(training, k, resolveOptions(method, given), context);
}
