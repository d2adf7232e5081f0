/**
 * Would NeuroFS choose better beside features that are always in, if their input neurons could not be removed? Five
 * features act and are always in; each has six copies with a correlation of 0.9, and fifteen others act, too. Of the
 * fifteen that are selected beside them, all should be of those.
 */
import type { Engine } from '../../src/compute/engine.js';
import { fillNormal } from '../../src/maths/normal.js';
import { createRandom } from '../../src/maths/random.js';
import { selectFeatures } from '../../src/pipeline.js';
import { neurofs, runNeurofs } from '../../src/select/network/neurofs.js';
import { numberedClasses } from '../../src/target/class-target.js';
import type { Dataset } from '../../src/types.js';
import { mean, table } from './measurement.js';

const [rowCount, columnCount] = [600, 300];
const [includedCount, copiesOfEach, complementCount] = [5, 6, 15];
const firstComplement = includedCount * (1 + copiesOfEach);
const complementEffect = 0.5;
const include = Array.from({ length: includedCount }, (_, column) => `c${column}`);

/** The strength of input neurons that must stay is the largest of all, at every measurement. */
const masked: typeof neurofs = {
  ...neurofs,
  name: 'neurofs-masked',
  select: (training, k, options, context) =>
    runNeurofs(training, k, options, 'gradient', context, {
      async onStrength(_, strengths) {
        strengths.fill(Math.max(...strengths), 0, includedCount);
      },
    }),
};

const ways = [
  { name: 'as it is', method: 'neurofs' },
  { name: 'neurons that stay', method: masked },
  { name: 'one of every block', method: 'neurofs', groups: 'auto' },
] as const;

export async function compareIncluded(engine: Engine, seeds: readonly number[]): Promise<string> {
  const lines: string[][] = [];
  for (const effect of [1, 0.5, 0.2]) {
    for (const { name, ...way } of ways) {
      const counts: Counts[] = [];
      for (const seed of seeds) {
        const request = { dataset: makeSet(effect, seed), k: includedCount + complementCount, include, seed, ...way };
        const { columns } = await selectFeatures({ ...request, evaluation: { judges: [] } }, { engine });
        counts.push(countKinds(columns));
      }
      const text = (kind: keyof Counts) => mean(counts.map((each) => each[kind])).toFixed(1);
      lines.push([String(effect), name, String(seeds.length), text('complements'), text('copies'), text('noise')]);
    }
  }
  return table(['effect', 'way', 'sets', 'complements', 'copies', 'noise'], lines);
}

interface Counts {
  readonly complements: number;
  readonly copies: number;
  readonly noise: number;
}

function countKinds(columns: Int32Array): Counts {
  const within = (from: number, to: number) => columns.filter((column) => column >= from && column < to).length;
  return {
    copies: within(includedCount, firstComplement),
    complements: within(firstComplement, firstComplement + complementCount),
    noise: within(firstComplement + complementCount, columnCount),
  };
}

/** First those that are included, then their copies, then the complements, then noise. */
function makeSet(effect: number, seed: number): Dataset {
  const random = createRandom(seed).fork('included');
  const values = new Float64Array(rowCount * columnCount);
  fillNormal(values, random);
  const sums = new Float64Array(rowCount);
  fillNormal(sums, random);
  for (let row = 0; row < rowCount; row++) {
    const cells = values.subarray(row * columnCount, (row + 1) * columnCount);
    for (let column = includedCount; column < firstComplement; column++) {
      const original = cells[Math.floor((column - includedCount) / copiesOfEach)];
      cells[column] = 0.9 * original + Math.sqrt(1 - 0.9 ** 2) * cells[column];
    }
    for (let column = 0; column < includedCount; column++) sums[row] += effect * cells[column];
    for (let of = 0; of < complementCount; of++) sums[row] += complementEffect * cells[firstComplement + of];
  }
  const median = sums.slice().sort()[rowCount >> 1];
  return {
    matrix: { kind: 'dense', rowCount, columnCount, values: Float32Array.from(values) },
    featureNames: Array.from({ length: columnCount }, (_, column) => `c${column}`),
    target: numberedClasses(
      Int32Array.from(sums, (sum) => Number(sum >= median)),
      2,
    ),
    targetName: 'class',
  };
}
