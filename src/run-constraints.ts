/** The rules of a selection kept on a ranking, with what they need to know of the training rows. */
import { classesTold } from './choose/class-told.js';
import { createCorrelations } from './choose/column-correlations.js';
import { type ChoiceTools, constrainRanking } from './choose/constrain-ranking.js';
import type { Rules } from './choose/constraints.js';
import { alikeLevel, columnsToCompare } from './choose/substitutes.js';
import { Pacer } from './compute/pacer.js';
import { createRandom } from './maths/random.js';
import type { RankedFeature } from './rank/rank-features.js';
import { singleColumns } from './rank/single-columns.js';
import type { AnyMatrix, ClassTarget, PreparedRows } from './types.js';

/** Numbers of the chosen features, best first. */
export async function chooseByRules(
  prepared: PreparedRows<AnyMatrix>,
  ranked: readonly RankedFeature[],
  most: number,
  rules: Rules,
  { seed, signal }: { readonly seed: number; readonly signal?: AbortSignal | undefined },
): Promise<readonly number[]> {
  const candidates = ranked.map(({ index, score, sameAs, isConstant }) => ({
    index,
    score,
    isRedundant: sameAs !== undefined || isConstant === true,
  }));
  return constrainRanking(candidates, most, rules, {
    ...classTools(prepared, rules),
    ...(rules.isBlockwise ? await createComparison(prepared, seed, signal) : { isAlike: () => false, stepsToTell: 0 }),
    pacer: new Pacer({ signal }),
  });
}

/** A feature of several columns tells the class that one of its columns tells best. */
function classTools(
  { training, kept, dataset }: PreparedRows<AnyMatrix>,
  { minPerClass }: Rules,
): Pick<ChoiceTools, 'classOf' | 'classNames'> {
  if (minPerClass === 0) return { classOf: () => 0, classNames: [] };
  const target = training.target as ClassTarget;
  const best = new Map<number, { readonly label: number; readonly size: number }>();
  classesTold(training.matrix, target).forEach((told, place) => {
    const index = dataset.groups?.groupOf[kept[place]] ?? kept[place];
    const before = best.get(index);
    if (before === undefined || told.size > before.size) best.set(index, told);
  });
  return { classOf: (index) => best.get(index)?.label ?? 0, classNames: target.classNames };
}

/** Whether two features are strongly correlated; those of several columns never are. */
async function createComparison(
  prepared: PreparedRows<AnyMatrix>,
  seed: number,
  signal: AbortSignal | undefined,
): Promise<Pick<ChoiceTools, 'isAlike' | 'stepsToTell'>> {
  const { kept, training, dataset } = prepared;
  const { columnOf } = singleColumns(dataset);
  const placeOf = new Map(Array.from(kept, (column, place) => [column, place]));
  const { values, rowCount } = await columnsToCompare(training, createRandom(seed).fork('blocks'), signal);
  const correlation = createCorrelations((place) => values.subarray(place * rowCount, (place + 1) * rowCount));
  const isAlike = (one: number, other: number): boolean => {
    const [a, b] = [placeOf.get(columnOf[one]), placeOf.get(columnOf[other])];
    return a !== undefined && b !== undefined && Math.abs(correlation(a, b)) >= alikeLevel;
  };
  return { isAlike, stepsToTell: rowCount };
}
