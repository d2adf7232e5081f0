/**
 * Neurons whose feature is told by that of a stronger one count for less.
 *
 * Of two features that say nearly the same the network keeps both, because each is as strong as the other, and the places
 * that their copies take are missing elsewhere: in spectra, series and pictures, where neighbours are alike, features drawn
 * at random can then do better. So once few neurons are left, every epoch
 *
 *   strength(i) = strength(i) * (1 - share * largest r^2 with a feature of a stronger neuron)
 *
 * With a share below 1 not all is taken even from an exact copy: where rows are few a copy, whose errors are its own, is
 * still worth more than the noise that would come in its place.
 */
import { createBatchLoader } from '../../src/network/batch-loader.js';
import { activeFeatures, type TrainingState } from '../../src/network/sparse/train-epoch.js';
import { product, standardised } from '../../src/select/network/alikeness.js';
import type { EpochHooks } from '../../src/select/network/sparse-network.js';
import type { TrainingSet } from '../../src/types.js';

/** Rows by which features are compared. */
const comparedRows = 200;
/** Most neurons that are compared, each with all others: fewer than are left only where K is larger than in the study. */
const neurons = 400;

/** Weakens the active neurons; called once an epoch. */
export type Likeness = (strengths: Float32Array) => void;

export const likeness =
  (share: number) =>
  (training: TrainingSet): EpochHooks => {
    let weaken: Likeness | undefined;
    return {
      async onStrength(state, strengths, epoch) {
        if (epoch === 0) return;
        weaken ??= createLikeness(training, state, share);
        weaken(strengths);
      },
    };
  };

export function createLikeness(
  training: TrainingSet,
  state: Pick<TrainingState, 'network' | 'active'>,
  share: number,
): Likeness {
  const compare = createComparison(training, state);
  return (strengths) => {
    const active = activeFeatures(state);
    if (active.length > neurons) return;
    const squares = compare(active);
    const order = active.map((_, place) => place).sort((a, b) => strengths[active[b]] - strengths[active[a]] || a - b);
    order.forEach((place, rank) => {
      let largest = 0;
      for (let i = 0; i < rank; i++) largest = Math.max(largest, squares[place * active.length + order[i]]);
      strengths[active[place]] *= 1 - share * largest;
    });
  };
}

/** Features of which is kept what every two have in common, as a multiple of the neurons that are compared. */
const keptFeatures = 3;

/** r^2 of every two of the features that are given, each found once as long as there is room. */
function createComparison(
  training: TrainingSet,
  { network }: Pick<TrainingState, 'network'>,
): (features: Int32Array) => Float32Array {
  const columnsOf = createColumns(training, network);
  const room = Math.min(keptFeatures * neurons, training.matrix.columnCount);
  const kept = new Float32Array(room * room).fill(Number.NaN);
  const slots = new Map<number, number>();
  return (features) => {
    const count = features.length;
    const columns = columnsOf(features);
    if (slots.size + features.filter((feature) => !slots.has(feature)).length > room) {
      slots.clear();
      kept.fill(Number.NaN);
    }
    const slotOf = Array.from(features, (feature) => {
      if (!slots.has(feature)) slots.set(feature, slots.size);
      return slots.get(feature)!;
    });
    const squares = new Float32Array(count * count);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const at = Math.max(slotOf[i], slotOf[j]) * room + Math.min(slotOf[i], slotOf[j]);
        if (Number.isNaN(kept[at])) kept[at] = product(columns[i], columns[j]) ** 2;
        squares[i * count + j] = kept[at];
        squares[j * count + i] = kept[at];
      }
    }
    return squares;
  };
}

/** The standardised columns of features in rows at even distances, each loaded once. */
function createColumns(
  training: TrainingSet,
  { engine }: Pick<TrainingState['network'], 'engine'>,
): (features: Int32Array) => Float64Array[] {
  const { memory } = engine;
  const { rowCount } = training.matrix;
  const count = Math.min(rowCount, comparedRows);
  const rows = Int32Array.from({ length: count }, (_, place) => Math.floor((place * rowCount) / count));
  const loader = createBatchLoader(engine, training, count);
  const block = memory.int32(neurons);
  const values = memory.float32(neurons * count);
  const held = new Map<number, Float64Array>();
  return (features) => {
    const missing = features.filter((feature) => !held.has(feature));
    block.view.set(missing);
    const list = { block, count: missing.length };
    if (missing.length > 0) loader.load(rows, 0, count, count, list, { values, stride: count, compact: true });
    missing.forEach((feature, place) => {
      held.set(feature, standardised(values.view.subarray(place * count, (place + 1) * count)));
    });
    return Array.from(features, (feature) => held.get(feature)!);
  };
}
