/**
 * Features and their decoys side by side, as normal scores. A feature and its decoys stand next to each other, in an order
 * drawn at random: a method may treat columns differently by where they stand, and must not be able to tell features from
 * decoys by it.
 */
import type { Engine } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { type Random, shuffle } from '../maths/random.js';
import { Sorter } from '../maths/sort-order.js';
import type { DenseMatrix, Scaling } from '../types.js';
import { paddedCount, type RankedColumns, type ScoredColumns } from './ranked-columns.js';

export class AugmentedRows implements ScoredColumns {
  /** [place][stride], in kernel memory; the caller frees it by its mark. */
  readonly scores: Block<Float32Array>;
  readonly stride: number;
  readonly rowCount: number;
  readonly featureCount: number;
  readonly columnCount: number;
  readonly memberCount: number;
  /** The place of every member of a feature, [member][feature]; member 0 is the feature itself. */
  readonly places: readonly Int32Array[];
  readonly #ranked: RankedColumns;

  constructor(engine: Engine, ranked: RankedColumns, memberCount: number, random: Random) {
    const { rowCount, stride, columnCount: featureCount } = ranked;
    this.#ranked = ranked;
    this.rowCount = rowCount;
    this.stride = stride;
    this.featureCount = featureCount;
    this.memberCount = memberCount;
    this.columnCount = featureCount * memberCount;
    this.scores = engine.memory.float32(paddedCount(this.columnCount) * stride);
    this.places = Array.from({ length: memberCount }, () => new Int32Array(featureCount));
    const order = Int32Array.from({ length: memberCount }, (_, member) => member);
    for (let feature = 0; feature < featureCount; feature++) {
      shuffle(order, random).forEach((place, member) => {
        this.places[member][feature] = feature * memberCount + place;
      });
      this.set(feature, 0, ranked.scores.view.subarray(feature * stride, feature * stride + rowCount));
    }
  }

  set(feature: number, member: number, scores: Float32Array): void {
    this.scores.view.set(scores, this.places[member][feature] * this.stride);
  }

  /** The normal scores of a place. */
  at(place: number): Float32Array {
    return this.scores.view.subarray(place * this.stride, place * this.stride + this.rowCount);
  }

  /** The places of all members of these features, ascending where they are. */
  placesOf(features: Int32Array): Int32Array {
    const { memberCount } = this;
    return Int32Array.from({ length: features.length * memberCount }, (_, at) => {
      return features[Math.floor(at / memberCount)] * memberCount + (at % memberCount);
    });
  }

  /** All members of these features as rows that a method takes, in the order of their places; they are scaled already. */
  rowsOf(features: Int32Array): { readonly matrix: DenseMatrix; readonly scaling: Scaling } {
    const { rowCount } = this;
    const { sortedValues } = this.#ranked;
    const places = this.placesOf(features);
    const columnCount = places.length;
    const values = new Float32Array(rowCount * columnCount);
    const sorter = new Sorter();
    places.forEach((place, column) => {
      // Every member has the values of the feature, in the order of its scores.
      const first = Math.floor(place / this.memberCount) * rowCount;
      sorter.order(Float64Array.from(this.at(place)), rowCount).forEach((row, rank) => {
        values[row * columnCount + column] = sortedValues[first + rank];
      });
    });
    return {
      matrix: { kind: 'dense', rowCount, columnCount, values },
      scaling: {
        method: 'none',
        offset: new Float64Array(columnCount),
        factor: new Float64Array(columnCount).fill(1),
      },
    };
  }

  /** Scores of the columns of `rowsOf(features)` as those of every member: [member][place in features]. */
  membersOf(features: Int32Array, scores: Float64Array): Float64Array[] {
    const { memberCount } = this;
    return this.places.map((places) =>
      Float64Array.from(features, (feature, at) => scores[at * memberCount + (places[feature] % memberCount)]),
    );
  }
}
