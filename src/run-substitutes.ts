/**
 * What could stand in for every selected feature, and what that would cost: a judge is fitted with the one in the place
 * of the other, in folds of the training rows. Test rows have no say. The selected features were chosen with these rows
 * in sight and their substitutes were not, so an exchange looks a little worse than it is, never better.
 */
import {
  type FeatureSubstitutes,
  findSubstitutes,
  type Substitute,
  type SubstitutesReport,
} from './choose/substitutes.js';
import { datasetRows } from './dataset-rows.js';
import { UserError } from './errors.js';
import { judgeFeatures } from './evaluate/evaluate.js';
import { knn } from './evaluate/judges/knn.js';
import { findMeasure } from './evaluate/measures/registry.js';
import type { AnyJudge } from './evaluate/registry.js';
import { sampleTrainRows } from './evaluate/sample-train-rows.js';
import { createRandom } from './maths/random.js';
import { takeColumns } from './matrix/take-columns.js';
import { scalingOf } from './prepare/prepare-rows.js';
import type { RankedFeature } from './rank/rank-features.js';
import { singleColumns } from './rank/single-columns.js';
import type { RunContext } from './run-selection.js';
import { cutFolds } from './split/cut-folds.js';
import { takeTargetRows } from './target/take-target-rows.js';
import type { AnyMatrix, PreparedRows } from './types.js';

export interface SubstitutesRequest {
  readonly features: readonly RankedFeature[];
  /** Matrix columns of the features, ascending. */
  readonly columns: Int32Array;
  /** Judges the exchanges where nearest neighbours cannot; without a judge there are none. */
  readonly judge: AnyJudge | undefined;
  /** The measure that decides. */
  readonly measure: string;
  readonly seed: number;
}

const foldCount = 3;
/** Rows that exchanges are judged on: enough to tell a loss of a few points. */
const mostRows = 600;
/** Each is a fit for every fold. The best substitute of every feature comes first, then the second of every one. */
const mostExchanges = 60;

type Context = Pick<RunContext, 'engine' | 'signal' | 'onProgress'>;

export async function nameSubstitutes(
  prepared: PreparedRows<AnyMatrix>,
  request: SubstitutesRequest,
  context: Context,
): Promise<SubstitutesReport> {
  const { kept, dataset } = prepared;
  const names = dataset.groups?.names ?? dataset.featureNames;
  const { columnOf, featureOf } = singleColumns(dataset);
  const placeOf = new Map(Array.from(kept, (column, place) => [column, place]));
  // What is several columns, constant or a copy of another has nothing to be held against.
  const looked = request.features.filter(({ index }) => placeOf.has(columnOf[index]));
  const isSelected = new Set(request.columns);
  const found = await findSubstitutes(
    prepared.training,
    Int32Array.from(looked, ({ index }) => placeOf.get(columnOf[index])!),
    (place) => !isSelected.has(kept[place]) && featureOf[kept[place]] >= 0,
    { engine: context.engine, random: createRandom(request.seed).fork('substitutes'), signal: context.signal },
  );
  const named = found.of.map(({ substitutes, alike }, at) => ({
    name: looked[at].name,
    column: columnOf[looked[at].index],
    substitutes: substitutes.map(({ place, ...rest }) => ({
      ...rest,
      column: kept[place],
      name: names[featureOf[kept[place]]],
    })),
    standsFor: alike.map((place) => names[featureOf[kept[place]]]),
  }));
  const report = { level: found.level, rowCount: found.rowCount };
  const plain = ({ column: _, ...substitute }: Substitute & { column: number }): Substitute => substitute;
  const pairs = pairsInTurn(named);
  if (request.judge === undefined || pairs.length === 0) {
    return { ...report, features: fill(request.features, named, (each) => each.substitutes.map(plain)) };
  }
  const { target, weights } = dataset;
  // Neighbours need no fit, and there are many exchanges.
  const judge = knn.targets.some((kind) => kind === target.kind) && weights === undefined ? knn : request.judge;
  const { judged, values } = await judgeExchanges(prepared, pairs, request, judge, context);
  const exchangedFor = new Map(pairs.map((pair, at) => [JSON.stringify([pair.out, pair.in]), values[at]]));
  const features = fill(request.features, named, ({ column, substitutes }) =>
    substitutes.map((substitute) => {
      const exchanged = exchangedFor.get(JSON.stringify([column, substitute.column]));
      return { ...plain(substitute), ...(exchanged !== undefined && { exchanged }) };
    }),
  );
  return { ...report, ...(judged && { judged }), features };
}

interface Named {
  readonly name: string;
  readonly column: number;
  readonly substitutes: readonly (Substitute & { readonly column: number })[];
  readonly standsFor: readonly string[];
}

/** One for every selected feature; nothing is said of those that could not be looked at. */
function fill(
  features: readonly RankedFeature[],
  named: readonly Named[],
  substitutesOf: (each: Named) => readonly Substitute[],
): readonly FeatureSubstitutes[] {
  const found = new Map(named.map((each) => [each.name, each]));
  return features.map(({ name }) => {
    const own = found.get(name);
    return { name, substitutes: own ? substitutesOf(own) : [], standsFor: own?.standsFor ?? [] };
  });
}

interface Exchange {
  readonly out: number;
  readonly in: number;
}

function pairsInTurn(named: readonly Named[]): readonly Exchange[] {
  const most = Math.max(0, ...named.map(({ substitutes }) => substitutes.length));
  const turns = Array.from({ length: most }, (_, turn) =>
    named.flatMap(({ column, substitutes }) =>
      turn < substitutes.length ? [{ out: column, in: substitutes[turn].column }] : [],
    ),
  );
  return turns.flat().slice(0, mostExchanges);
}

/** The mean over the folds of the measure with each exchange, and of the selection as it is; nothing where it cannot be taken. */
async function judgeExchanges(
  prepared: PreparedRows<AnyMatrix>,
  exchanges: readonly Exchange[],
  { columns, measure: measureName, seed }: SubstitutesRequest,
  judge: AnyJudge,
  { engine, signal, onProgress }: Context,
): Promise<Pick<SubstitutesReport, 'judged'> & { readonly values: readonly (number | undefined)[] }> {
  const random = createRandom(seed).fork('exchanges');
  const rows = sampleTrainRows(prepared.split.train, prepared.dataset, mostRows, random);
  // The columns that take part alone: each is brought in for every set and fold.
  const used = Int32Array.from(new Set([...columns, ...exchanges.map((exchange) => exchange.in)])).sort();
  const placeOf = new Map(Array.from(used, (column, place) => [column, place]));
  const { matrix, featureNames: names } = prepared.dataset;
  const dataset = datasetRows(
    {
      ...prepared.dataset,
      matrix: takeColumns(matrix, used),
      featureNames: Array.from(used, (column) => names[column]),
    },
    rows,
  );
  const scaling = scalingOf(prepared.scaling, used);
  const measure = findMeasure(measureName);
  const sets = [
    columns,
    ...exchanges.map((exchange) => columns.map((c) => (c === exchange.out ? exchange.in : c))),
  ].map((set) => set.map((column) => placeOf.get(column)!));
  const sums: (number | undefined)[] = sets.map(() => 0);
  try {
    const folds = cutFolds(dataset, foldCount, seed);
    for (const [fold, split] of folds.entries()) {
      const truth = takeTargetRows(dataset.target, split.test);
      for (const [at, features] of sets.entries()) {
        const [{ predictions }] = await judgeFeatures(
          { dataset, split, scaling, features, judges: [judge] },
          { engine, random: random.fork(`fold ${fold}`), signal },
        );
        const value = measure.read(truth, predictions)?.();
        const sum = sums[at];
        sums[at] = value === undefined || sum === undefined ? undefined : sum + value / folds.length;
        onProgress?.((fold + (at + 1) / sets.length) / folds.length);
      }
    }
  } catch (error) {
    // Rows that are too few for folds must not cost the user the selection.
    if (!(error instanceof UserError) || error.code === 'interrupted') throw error;
    return { values: [] };
  }
  const [value, ...values] = sums;
  if (value === undefined) return { values: [] };
  return {
    judged: { judge: judge.name, measure: measure.name, value, folds: foldCount, rowCount: rows.length },
    values,
  };
}
