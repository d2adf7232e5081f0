/**
 * Features and their decoys side by side. A feature and its decoys stand next to each other, in an order drawn at random:
 * a method may treat columns differently by where they stand, and must not be able to tell features from decoys by it.
 */
import type { Engine } from '../compute/engine.js';
import type { Block } from '../compute/memory.js';
import { type Random, shuffle } from '../maths/random.js';
import type { DenseMatrix, Scaling } from '../types.js';

export class AugmentedRows {
  /** [place][row], in kernel memory; the caller frees it by its mark. */
  readonly columns: Block<Float32Array>;
  /** The place of every member of a feature, [member][feature]; member 0 is the feature itself. */
  readonly places: readonly Int32Array[];
  readonly rowCount: number;
  readonly featureCount: number;

  /** `features` are [feature][row]. */
  constructor(engine: Engine, features: Float32Array, rowCount: number, memberCount: number, random: Random) {
    this.rowCount = rowCount;
    this.featureCount = features.length / rowCount;
    this.columns = engine.memory.float32(features.length * memberCount);
    this.places = Array.from({ length: memberCount }, () => new Int32Array(this.featureCount));
    const order = Int32Array.from({ length: memberCount }, (_, member) => member);
    for (let feature = 0; feature < this.featureCount; feature++) {
      shuffle(order, random).forEach((place, member) => {
        this.places[member][feature] = feature * memberCount + place;
      });
      this.set(feature, 0, features.subarray(feature * rowCount, (feature + 1) * rowCount));
    }
  }

  set(feature: number, member: number, values: Float32Array): void {
    this.columns.view.set(values, this.places[member][feature] * this.rowCount);
  }

  /** Numbers of all places as those of every member: [member][feature]. */
  byMember(numbers: Float64Array): Float64Array[] {
    return this.places.map((places) => Float64Array.from(places, (place) => numbers[place]));
  }

  /** All members of these features as rows that a method takes, in the order of their places; they are scaled already. */
  rowsOf(features: Int32Array): { readonly matrix: DenseMatrix; readonly scaling: Scaling } {
    const { rowCount } = this;
    const memberCount = this.places.length;
    const columnCount = features.length * memberCount;
    const values = new Float32Array(rowCount * columnCount);
    features.forEach((feature, at) => {
      for (let member = 0; member < memberCount; member++) {
        const from = (feature * memberCount + member) * rowCount;
        const column = at * memberCount + member;
        for (let row = 0; row < rowCount; row++) {
          values[row * columnCount + column] = this.columns.view[from + row];
        }
      }
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
    const memberCount = this.places.length;
    return this.places.map((places) =>
      Float64Array.from(features, (feature, at) => scores[at * memberCount + (places[feature] % memberCount)]),
    );
  }
}
