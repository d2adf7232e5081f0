/**
 * Weights and training FLOPs as the paper counts them (Table 4): a sparse layer has epsilon (in + out) weights, and a
 * training step costs 2 FLOPs a weight and row forward and 4 backward, 6 x weights x rows x epochs in all. The growth
 * passes, which the paper leaves out too, are not in it.
 */
import { connectionCount } from '../network/sparse/connect.js';
import { trainingFlops } from '../network/training-flops.js';

export interface NetworkCost {
  readonly weights: number;
  readonly flops: number;
}

export interface CostedNetworks {
  /** Share of the possible weights that the sparse network has. */
  readonly density: number;
  readonly sparse: NetworkCost;
  /** One and three hidden layers, all connected. */
  readonly dense1: NetworkCost;
  readonly dense3: NetworkCost;
}

export interface CostRequest {
  readonly featureCount: number;
  readonly classCount: number;
  readonly trainRowCount: number;
  readonly epochs: number;
  readonly epsilon: number;
}

const hidden = 1000;

export function countCosts({ featureCount, classCount, trainRowCount, epochs, epsilon }: CostRequest): CostedNetworks {
  const sparse =
    connectionCount(featureCount, hidden, epsilon) + 2 * connectionCount(hidden, hidden, epsilon) + hidden * classCount;
  const dense1 = featureCount * hidden + hidden * classCount;
  const dense3 = dense1 + 2 * hidden * hidden;
  const cost = (weights: number): NetworkCost => ({ weights, flops: epochs * trainingFlops(weights, trainRowCount) });
  return { density: sparse / dense3, sparse: cost(sparse), dense1: cost(dense1), dense3: cost(dense3) };
}
