/**
 * The paper's USPS from the digits as they were scanned (The Elements of Statistical Learning, libsvm): smoothed with a Gaussian of
 * 0.75 pixels, and rounded to six decimals.
 *
 * The paper's CIFE and ICAP take every distinct value for a symbol, so their choice hangs on the last digit, and the smoothing is
 * done in single precision, as it was done then. Before they are rounded the values are those of the digits that come with Gaussian
 * Processes for Machine Learning (usps_resampled.mat, in another order): all 2,380,288 are the same, bit for bit.
 */
import { exp } from '../../maths/deterministic-math.js';
import type { Table } from '../../types.js';

const side = 16;
const radius = 3;
const twiceVariance = 2 * 0.75 ** 2;
/** What has no ink, in the picture and around it. */
const background = -1;
/** Six decimals. */
const steps = 1e6;

const single = Math.fround;
export function smoothDigits(table: Table, target: string): Table {
  const { numeric, numericNames, rowCount } = table;
  const pixels = [...numericNames.keys()].filter((column) => numericNames[column] !== target);
  if (numeric.kind !== 'dense' || pixels.length !== side * side) {
    throw new Error(`${pixels.length} columns are no pictures of ${side} x ${side} pixels`);
  }
  const { columnCount } = numeric;
  const values = Float64Array.from(numeric.values);
  const kernel = gaussianKernel();
  const picture = new Float32Array(side * side);
  for (let row = 0; row < rowCount; row++) {
    const from = row * columnCount;
    pixels.forEach((column, place) => {
      picture[place] = numeric.values[from + column];
    });
    pixels.forEach((column, place) => {
      const smooth = smoothPixel(picture, kernel, Math.floor(place / side), place % side);
      values[from + column] = roundHalfToEven(smooth * steps) / steps;
    });
  }
  return { ...table, numeric: { ...numeric, values } };
}

/** Weights of the neighbours, row by row. Exponents, heights and weights are rounded to single precision; their sum is not. */
function gaussianKernel(): Float32Array {
  const offsets = Array.from({ length: 2 * radius + 1 }, (_, at) => at - radius);
  const heights = offsets.flatMap((y) => offsets.map((x) => single(exp(single(-(x * x + y * y) / twiceVariance)))));
  const sum = heights.reduce((total, height) => total + height, 0);
  return Float32Array.from(heights, (height) => height / sum);
}

function smoothPixel(picture: Float32Array, kernel: Float32Array, row: number, column: number): number {
  let sum = 0;
  let at = 0;
  for (let y = row - radius; y <= row + radius; y++) {
    for (let x = column - radius; x <= column + radius; x++) {
      const isInside = y >= 0 && y < side && x >= 0 && x < side;
      sum = single(sum + single(kernel[at++] * (isInside ? picture[y * side + x] : background)));
    }
  }
  return sum;
}

/** As C prints it. */
function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}
