/** The training rows with every feature divided by its range, so that it differs by at most 1 between two rows. */
import type { Pacer } from '../../compute/pacer.js';
import { UserError } from '../../errors.js';
import type { Matrix, Target, TrainingSet } from '../../types.js';
import { createColumnReader, spreadColumn } from '../columns.js';

const mostBytes = 4 * 2 ** 30;

export interface RangeRows {
  readonly rowCount: number;
  readonly featureCount: number;
  /** [row][feature] */
  readonly values: Float32Array;
}

export async function gatherRangeRows(training: TrainingSet<Matrix, Target>, pacer: Pacer): Promise<RangeRows> {
  const { rowCount, columnCount: featureCount } = training.matrix;
  const bytes = rowCount * featureCount * 4;
  if (bytes > mostBytes) {
    throw new UserError(
      'failure',
      `relief: ${rowCount} training rows with ${featureCount} features take ${(bytes / 2 ** 30).toFixed(1)} GiB, ` +
        'more than the 4 GiB that are allowed; use fewer rows, or another method',
    );
  }
  const values = new Float32Array(rowCount * featureCount);
  const reader = createColumnReader(training);
  const column = new Float64Array(rowCount);
  for (let feature = 0; feature < featureCount; feature++) {
    spreadColumn(reader.read(feature), column);
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of column) {
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    }
    const factor = highest > lowest ? 1 / (highest - lowest) : 0;
    for (let row = 0; row < rowCount; row++) values[row * featureCount + feature] = (column[row] - lowest) * factor;
    if (pacer.isDue(10 * rowCount)) await pacer.rest(0);
  }
  return { rowCount, featureCount, values };
}

/** The sum over features of the difference between two rows; four running sums, so that none waits for the one before. */
export function distance({ featureCount, values }: RangeRows, a: number, b: number): number {
  const [p, q] = [a * featureCount, b * featureCount];
  const whole = featureCount - (featureCount % 4);
  let [s, t, u, v] = [0, 0, 0, 0];
  for (let j = 0; j < whole; j += 4) {
    s += Math.abs(values[p + j] - values[q + j]);
    t += Math.abs(values[p + j + 1] - values[q + j + 1]);
    u += Math.abs(values[p + j + 2] - values[q + j + 2]);
    v += Math.abs(values[p + j + 3] - values[q + j + 3]);
  }
  for (let j = whole; j < featureCount; j++) s += Math.abs(values[p + j] - values[q + j]);
  return s + t + (u + v);
}
