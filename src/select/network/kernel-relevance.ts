/**
 * What each of some features is worth to a kernel machine that has all of them: how much the error of rows left out would
 * grow if the feature counted less.
 *
 * The machine is kernel ridge regression of the target on the features, with the Gaussian kernel of a support vector
 * machine. With s_j the say of feature j, which is 1 for all, and weights w of the rows,
 *
 *   K_il = exp(-gamma * sum_j s_j (x_ij - x_lj)^2),   gamma = 1 / sum of the variances
 *   G    = (K + ridge * diag(1 / w))^-1,   alpha = G y
 *
 * the error of row i by the machine of all other rows is e_i = alpha_i / G_ii, no machine having to be trained anew
 * (Golub, Heath and Wahba, Technometrics 21, 1979). So L = sum_i w_i |e_i|^2 has a derivative by every s_j,
 *
 *   relevance_j = -dL/ds_j = gamma * sum_il M_il K_il (x_ij - x_lj)^2
 *   M = dL/dK   = G diag(v) G + the symmetric part of (G u) alpha',   u_i = -2 w_i e_i / G_ii,  v_i = 2 w_i e_i alpha_i / G_ii^2
 *
 * Unlike a weight of a network that tells its rows by heart, it is about rows that were not learnt from; and two features that
 * say the same share what they are worth.
 */
import type { Engine } from '../../compute/engine.js';
import { invertPositive } from '../../compute/linear-algebra.js';
import type { Pacer } from '../../compute/pacer.js';
import { exp } from '../../maths/deterministic-math.js';

export interface KernelProblem {
  /** `values[feature * rowCount + row]`. */
  readonly values: Float32Array;
  readonly featureCount: number;
  readonly rowCount: number;
  /** What is to be told of every row, one number or several, each of mean 0. */
  readonly targets: readonly Float64Array[];
  readonly weights?: Float64Array | undefined;
  readonly ridge: number;
}

export async function kernelRelevance(problem: KernelProblem, engine: Engine, pacer: Pacer): Promise<Float64Array> {
  const { featureCount, rowCount: n, targets, ridge } = problem;
  const points = centredRows(problem);
  const gamma = n / points.reduce((sum, value) => sum + value * value, 0);
  if (!Number.isFinite(gamma)) return new Float64Array(featureCount);
  const kernel = gaussianKernel(points, n, gamma);
  const weightOf = (row: number): number => problem.weights?.[row] ?? 1;
  const ridged = kernel.slice();
  for (let i = 0; i < n; i++) ridged[i * n + i] += ridge / weightOf(i);
  const inverse = await invertPositive(engine, ridged, n, pacer);

  const alphas = targets.map((target) => product(inverse, target));
  const v = new Float64Array(n);
  const mixed = alphas.map((alpha) => {
    const u = alpha.map((value, i) => {
      const own = inverse[i * n + i];
      const error = value / own;
      v[i] += (2 * weightOf(i) * error * value) / (own * own);
      return (-2 * weightOf(i) * error) / own;
    });
    return product(inverse, u);
  });

  const relevance = new Float64Array(featureCount);
  const scaled = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const own = i * n;
    for (let k = 0; k < n; k++) scaled[k] = inverse[own + k] * v[k];
    for (let l = 0; l < i; l++) {
      const other = l * n;
      let slope = 0;
      for (let k = 0; k < n; k++) slope += scaled[k] * inverse[other + k];
      for (let c = 0; c < alphas.length; c++) {
        slope += (mixed[c][i] * alphas[c][l] + mixed[c][l] * alphas[c][i]) / 2;
      }
      // Both pairs, (i, l) and (l, i).
      const weight = 2 * gamma * slope * kernel[own + l];
      const [a, b] = [i * featureCount, l * featureCount];
      for (let j = 0; j < featureCount; j++) {
        const gap = points[a + j] - points[b + j];
        relevance[j] += weight * gap * gap;
      }
    }
    if (pacer.isDue(i * (n + 2 * featureCount))) await pacer.rest(0);
  }
  return relevance;
}

/** `[row][feature]`, every feature with mean 0. */
function centredRows({ values, featureCount, rowCount }: KernelProblem): Float64Array {
  const points = new Float64Array(rowCount * featureCount);
  for (let feature = 0; feature < featureCount; feature++) {
    const own = values.subarray(feature * rowCount, (feature + 1) * rowCount);
    const mean = own.reduce((sum, value) => sum + value, 0) / rowCount;
    for (let row = 0; row < rowCount; row++) points[row * featureCount + feature] = own[row] - mean;
  }
  return points;
}

/** `[row][row]`, the lower triangle and the diagonal. */
function gaussianKernel(points: Float64Array, n: number, gamma: number): Float64Array {
  const width = points.length / n;
  const kernel = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < i; l++) {
      const [a, b] = [i * width, l * width];
      let distance = 0;
      for (let j = 0; j < width; j++) {
        const gap = points[a + j] - points[b + j];
        distance += gap * gap;
      }
      kernel[i * n + l] = exp(-gamma * distance);
    }
    kernel[i * n + i] = 1;
  }
  return kernel;
}

/** A square matrix times a vector. */
function product(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  return vector.map((_, i) => {
    let sum = 0;
    for (let l = 0; l < n; l++) sum += matrix[i * n + l] * vector[l];
    return sum;
  });
}
