/**
 * Which features could stand in for a selected one: those that were not selected and are correlated with it on the
 * training rows, strongest first, with what both tell of each other. Only the selected columns are held against all
 * others, so nothing of the size features x features is made.
 */
import type { Engine } from '../compute/engine.js';
import { Pacer } from '../compute/pacer.js';
import type { Random } from '../maths/random.js';
import type { AnyMatrix, Target, TrainingSet } from '../types.js';
import { chanceLevel, findNeighbours } from './neighbours.js';
import { standardColumns } from './ranked-columns.js';
import { type Binned, binColumn, sharedInformation } from './shared-information.js';
import { gatherTraining, rowsWithin, type TrainingColumns } from './training-columns.js';

export interface Substitute {
  readonly name: string;
  /** Pearson's, with its sign. */
  readonly correlation: number;
  /** Bits that the two columns tell of each other. */
  readonly information: number;
  /** The deciding measure with this feature in the place of the selected one; absent where it was not measured. */
  readonly exchanged?: number;
}

export interface SubstitutesReport {
  /** The smallest size of a correlation that counts. */
  readonly level: number;
  /** Training rows that the correlations are of. */
  readonly rowCount: number;
  /** Of every selected feature, in their order; strongest first, none where nothing is alike. */
  readonly features: readonly FeatureSubstitutes[];
  /** What exchanges are measured by, and the measure of the selection as it is. */
  readonly judged?: {
    readonly judge: string;
    readonly measure: string;
    readonly value: number;
    readonly folds: number;
    readonly rowCount: number;
  };
}

export interface FeatureSubstitutes {
  readonly name: string;
  readonly substitutes: readonly Substitute[];
  /** All features that were not selected and are correlated with it so strongly that it stands for them. */
  readonly standsFor: readonly string[];
}

/** Weaker than this a column tells less than a quarter of another's variance; what chance alone gives does not count. */
const substituteLevel = 0.5;
/** Features this strongly correlated say the same. */
export const alikeLevel = 0.8;
const mostSubstitutes = 3;
/** Floats of the columns that are looked at, 64 MiB, and most rows of them: correlations need no more. */
const [mostCells, mostRows] = [2 ** 24, 2000];
const fewestRows = 20;
/** Of a wider selection only the best are looked at. */
const mostSelected = 1000;

export interface FoundSubstitute extends Substitute {
  /** Place among the features that the method was given. */
  readonly place: number;
}

export interface FoundSubstitutes {
  readonly level: number;
  readonly rowCount: number;
  /** For every selected place, strongest first. */
  readonly of: readonly {
    readonly substitutes: readonly Omit<FoundSubstitute, 'name'>[];
    /** Places. */
    readonly alike: readonly number[];
  }[];
}

export interface SubstituteContext {
  readonly engine: Engine;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** The training rows that columns are compared on. */
export function columnsToCompare(
  training: Pick<TrainingSet<AnyMatrix, Target>, 'matrix' | 'scaling'>,
  random: Random,
  signal: AbortSignal | undefined,
): Promise<TrainingColumns> {
  const most = Math.min(mostRows, rowsWithin(mostCells, training.matrix.columnCount));
  return gatherTraining(training, Math.max(fewestRows, most), random, signal);
}

export async function findSubstitutes(
  training: Pick<TrainingSet<AnyMatrix, Target>, 'matrix' | 'scaling'>,
  selected: Int32Array,
  mayStandIn: (place: number) => boolean,
  { engine, random, signal }: SubstituteContext,
): Promise<FoundSubstitutes> {
  const { values, rowCount } = await columnsToCompare(training, random, signal);
  const mark = engine.memory.mark();
  try {
    const pacer = new Pacer({ signal });
    const columns = await standardColumns(values, rowCount, { engine, pacer });
    const looked = selected.subarray(0, mostSelected);
    const level = Math.max(substituteLevel, chanceLevel(rowCount, columns.columnCount));
    const options = { of: looked, level, most: Number.POSITIVE_INFINITY };
    const neighbours = await findNeighbours(columns, options, { engine, pacer });
    const binned = new Map<number, Binned>();
    const bins = (place: number): Binned => {
      const known = binned.get(place) ?? binColumn(values.subarray(place * rowCount, (place + 1) * rowCount));
      binned.set(place, known);
      return known;
    };
    const of = neighbours.map((near, at) => {
      const others = near.filter(({ column }) => mayStandIn(column));
      return {
        substitutes: others.slice(0, mostSubstitutes).map(({ column: place, correlation }) => ({
          place,
          correlation,
          information: sharedInformation(bins(looked[at]), bins(place)),
        })),
        alike: others.filter(({ correlation }) => Math.abs(correlation) >= alikeLevel).map(({ column }) => column),
      };
    });
    return { rowCount, level, of };
  } finally {
    engine.memory.release(mark);
  }
}
