/**
 * Least squares with a ridge penalty, as scikit-learn's Ridge: minimises
 *   sum over the rows of weight * (y - x.w - intercept)^2 + penalty |w|^2.
 * With rows and target less their (weighted) means, and each row times the root of its weight, w solves
 *   (X'X + penalty I) w = X'y,  or, in as many equations as there are rows,  w = X'(XX' + penalty I)^-1 y;
 * the smaller of the two systems is solved.
 */
import type { Engine } from '../../compute/engine.js';
import { Gram } from '../../compute/gram.js';
import { factorise, solveFactorised } from '../../compute/linear-algebra.js';
import { Pacer } from '../../compute/pacer.js';
import { UserError } from '../../errors.js';
import type { ValueTarget } from '../../types.js';
import type { Judge, JudgedRows, JudgeTraining } from '../contract.js';
import { addGradient, linearValues } from './linear-rows.js';

export interface RidgeOptions {
  /** alpha, the price of large weights. */
  readonly penalty: number;
}

/** Numbers in the panel that enters the matrix at once: 2 MiB. */
const panelNumbers = 262_144;
/** The largest system held in memory: 2 GiB. */
const mostEquations = 16_384;

export const ridge: Judge<RidgeOptions, ValueTarget> = {
  name: 'ridge',
  title: 'Ridge regression',
  summary: 'linear regression with a ridge penalty',
  targets: ['values'],
  takesWeights: true,
  options: { penalty: { type: 'number', above: 0, default: 1, help: 'price of large weights' } },
  async fit(training, { penalty }, { engine, signal, onProgress }) {
    const { outputCount } = training.target;
    const { rows, outputs, featureMeans, outputMeans } = centre(training);
    const weights = await solve(engine, rows, outputs, outputCount, penalty, new Pacer({ signal, onProgress }));
    const atMeans = linearValues(
      { rowCount: 1, featureCount: rows.featureCount, values: featureMeans },
      weights,
      outputMeans.map(() => 0),
    );
    const intercepts = outputMeans.map((mean, output) => mean - atMeans[output]);
    return { predict: (tested: JudgedRows) => ({ kind: 'values', values: linearValues(tested, weights, intercepts) }) };
  },
};

interface Centred {
  readonly rows: JudgedRows;
  /** [row][output] */
  readonly outputs: Float64Array;
  readonly featureMeans: Float64Array;
  readonly outputMeans: Float64Array;
}

function centre({ rows, target, weights }: JudgeTraining<ValueTarget>): Centred {
  const centred = (values: Float64Array, width: number) => {
    const means = weightedMeans(values, width, weights);
    const moved = values.map((value, at) => {
      const root = weights === undefined ? 1 : Math.sqrt(weights[Math.floor(at / width)]);
      return root * (value - means[at % width]);
    });
    return { means, moved };
  };
  const features = centred(rows.values, rows.featureCount);
  const outputs = centred(target.values, target.outputCount);
  return {
    rows: { ...rows, values: features.moved },
    outputs: outputs.moved,
    featureMeans: features.means,
    outputMeans: outputs.means,
  };
}

function weightedMeans(values: Float64Array, width: number, weights: Float64Array | undefined): Float64Array {
  const sums = new Float64Array(width);
  let total = 0;
  for (let row = 0; row * width < values.length; row++) {
    const weight = weights?.[row] ?? 1;
    total += weight;
    for (let i = 0; i < width; i++) sums[i] += weight * values[row * width + i];
  }
  return sums.map((sum) => sum / total);
}

/** [output][feature] */
async function solve(
  engine: Engine,
  rows: JudgedRows,
  outputs: Float64Array,
  outputCount: number,
  penalty: number,
  pacer: Pacer,
): Promise<Float64Array> {
  const { rowCount, featureCount, values } = rows;
  const isByRows = rowCount < featureCount;
  const [size, length] = isByRows ? [rowCount, featureCount] : [featureCount, rowCount];
  if (size > mostEquations) {
    throw new UserError(
      'failure',
      `ridge solves a system of the smaller of rows and features, here ${size} x ${size}, more than memory holds ` +
        `(${mostEquations}); use a sample of the rows, or another judge`,
    );
  }
  const cell = isByRows
    ? (row: number, feature: number) => values[row * featureCount + feature]
    : (feature: number, row: number) => values[row * featureCount + feature];
  const gram = new Gram(engine, 'float64', size, Math.min(length, Math.max(8, panelNumbers / size)));
  try {
    for (let first = 0; first < length; first += gram.width) {
      const end = Math.min(length, first + gram.width);
      gram.panel.fill(0);
      for (let i = 0; i < size; i++) {
        for (let j = first; j < end; j++) gram.panel[i * gram.width + j - first] = cell(i, j);
      }
      await gram.add(pacer, () => first / length / 2);
    }
    for (let i = 0; i < size; i++) gram.products[i * gram.size + i] += penalty;
    const triangle = { numbers: gram.productsBlock, count: size, stride: gram.size };
    await factorise(engine, triangle, pacer, () => 0.9);
    const solved = new Float64Array(outputCount * featureCount);
    // By rows, X' is applied after the system is solved; by features, before.
    const products = (slopes: Float64Array) => {
      const sums = new Float64Array(outputCount * featureCount);
      addGradient(rows, slopes, outputCount, sums);
      return sums;
    };
    if (!isByRows) {
      solved.set(products(outputs));
      for (let output = 0; output < outputCount; output++) {
        solveFactorised(triangle, solved.subarray(output * featureCount, (output + 1) * featureCount));
      }
      return solved;
    }
    const duals = outputs.slice();
    for (let output = 0; output < outputCount; output++) {
      const own = Float64Array.from({ length: rowCount }, (_, row) => outputs[row * outputCount + output]);
      solveFactorised(triangle, own);
      own.forEach((dual, row) => {
        duals[row * outputCount + output] = dual;
      });
    }
    return products(duals);
  } finally {
    gram.release();
  }
}
