/**
 * For judges that see distances alone: a scaling that leaves zeros zero.
 *
 * Centring moves every row by the same, so distances are the same without it; but it fills cells that are zero, and a judge
 * that multiplies rows only where both are not zero has then to multiply everywhere. So where few cells are not zero, those
 * features whose cells mostly are keep their offset out of the points, and it stands beside them, for what is not a distance.
 */
import { countNonzero, isMostlyZero } from '../matrix/nonzero-cells.js';
import type { Steps } from '../turns.js';
import type { AnyMatrix, Scaling } from '../types.js';

export interface ZeroKeepingScaling {
  readonly scaling: Scaling;
  /** Of every chosen feature, what was left out: the scaled value is the point's plus this. */
  readonly shift: Float64Array;
}

/** Narrower rows are quick to multiply as they are. */
const fewestFeatures = 256;

/** Undefined where zeros are zero already, or too few. Decided by the training rows alone. */
export function* keepZeros(
  matrix: AnyMatrix,
  train: Int32Array,
  features: Int32Array,
  scaling: Scaling,
): Steps<ZeroKeepingScaling | undefined> {
  if (features.length < fewestFeatures || features.every((feature) => scaling.offset[feature] === 0)) return undefined;
  const counts = yield* countNonzero(matrix, train);
  if (counts === undefined) return undefined;
  const offset = scaling.offset.map((each, feature) =>
    isMostlyZero(counts.ofFeature[feature], train.length) ? 0 : each,
  );
  const shift = Float64Array.from(features, (feature) =>
    offset[feature] === 0 ? (0 - scaling.offset[feature]) * scaling.factor[feature] : 0,
  );
  return { scaling: { ...scaling, offset }, shift };
}
