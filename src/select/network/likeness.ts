/**
 * Neurons whose feature is told by that of a stronger one count for less.
 *
 * Of two features that say nearly the same the network keeps both, because each is as strong as the other, and the places
 * that their copies take are missing elsewhere: in spectra, series and pictures, where neighbours are alike, features drawn
 * at random can then do better. So once few neurons are left, every epoch
 *
 *   strength(i) = strength(i) * (1 - share * largest r^2 with a feature of a stronger neuron)
 *
 * With a share below 1 not all is taken even from an exact copy: where rows are few a copy, whose errors are its own, is still worth more than
 * the noise that would come in its place.
 */
import { activeFeatures, type TrainingState } from '../../network/sparse/train-epoch.js';
import { product, standardised } from './alikeness.js';

/** Rows by which features are compared. */
export const comparedRows = 200;
/** Fewest and most neurons that are compared, each with all others: some tens of milliseconds an epoch, a second at most. */
const [fewest, most] = [400, 2000];

/** Weakens the active neurons; called once an epoch. */
export type Likeness = (strengths: Float32Array) => void;

export function createLikeness(state: TrainingState, share: number, k: number): Likeness {
  const neurons = Math.min(most, Math.max(fewest, 2 * k));
  const columnsOf = createColumns(state, neurons);
  return (strengths) => {
    const active = activeFeatures(state);
    if (active.length > neurons) return;
    const columns = columnsOf(active);
    const order = active.map((_, place) => place).sort((a, b) => strengths[active[b]] - strengths[active[a]] || a - b);
    const told = Array.from(order, (place, rank) => largestSquare(columns, order.subarray(0, rank), columns[place]));
    order.forEach((place, rank) => {
      strengths[active[place]] *= 1 - share * told[rank];
    });
  };
}

function largestSquare(columns: readonly Float64Array[], places: Int32Array, column: Float64Array): number {
  let largest = 0;
  for (const place of places) largest = Math.max(largest, product(columns[place], column) ** 2);
  return Math.min(1, largest);
}

/** The standardised columns of features in rows at even distances, each loaded once. */
function createColumns(
  { network, loader, rowCount }: TrainingState,
  most: number,
): (features: Int32Array) => Float64Array[] {
  const { memory } = network.engine;
  const count = Math.min(rowCount, comparedRows);
  const rows = Int32Array.from({ length: count }, (_, place) => Math.floor((place * rowCount) / count));
  const block = memory.int32(most);
  const values = memory.float32(most * count);
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
