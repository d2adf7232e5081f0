/** All kernels as their plain twins: same names, same arguments, written to be read. Tests compare them; nothing else runs them. */
import type { Engine } from '../engine.js';
import type { AnyKernel, KernelName, Kernels } from '../kernels.js';
import { backpropagateReference } from './backpropagate.js';
import { centredKernelsReference } from './centred-kernels.js';
import { choleskyReference } from './cholesky.js';
import { copyInReference } from './copy-in.js';
import { denseReference } from './dense.js';
import { denseUpdateReference } from './dense-update.js';
import { entriesReference } from './entries.js';
import { entryGrowthReference } from './entry-growth.js';
import { extraTreesReference } from './extra-trees.js';
import { forwardReference } from './forward.js';
import { gatesReference } from './gates.js';
import { gaussianTileReference } from './gaussian-tile.js';
import { gramReference } from './gram.js';
import { growthReference } from './growth.js';
import { hierarchicalProxReference } from './hierarchical-prox.js';
import { knnReference } from './knn.js';
import { lossReference } from './loss.js';
import { networkPassReference } from './network-pass.js';
import { pruneReference } from './prune.js';
import { rewireReference } from './rewire.js';
import { screenReference } from './screen.js';
import { sparseColumnsReference } from './sparse-columns.js';
import { squaredNormsReference } from './squared-norms.js';
import { strengthReference } from './strength.js';
import { svmDecideReference } from './svm-decide.js';
import { svmSolveReference } from './svm-solve.js';
import { transposeReference } from './transpose.js';
import { updateReference } from './update.js';
import type { Views } from './views.js';

export const referenceKernels = (views: Views) =>
  ({
    ...backpropagateReference(views),
    ...centredKernelsReference(views),
    ...choleskyReference(views),
    ...copyInReference(views),
    ...denseReference(views),
    ...denseUpdateReference(views),
    ...entriesReference(views),
    ...entryGrowthReference(views),
    ...extraTreesReference(views),
    ...forwardReference(views),
    ...gatesReference(views),
    ...gaussianTileReference(views),
    ...gramReference(views),
    ...growthReference(views),
    ...networkPassReference(views),
    ...pruneReference(views),
    ...rewireReference(views),
    ...screenReference(views),
    ...strengthReference(views),
    ...lossReference(views),
    ...transposeReference(views),
    ...updateReference(views),
    ...hierarchicalProxReference(views),
    ...knnReference(views),
    ...sparseColumnsReference(views),
    ...squaredNormsReference(views),
    ...svmDecideReference(views),
    ...svmSolveReference(views),
  }) satisfies Kernels;

/** Calls a kernel with arguments that are a list of plain numbers, as tests have them. */
export function callKernel(engine: Engine, name: KernelName, ...numbers: readonly number[]): number {
  return (engine.call as (kernel: KernelName, ...numbers: readonly number[]) => number)(name, ...numbers);
}

/** The same of the plain twin. */
export function callTwin(views: Views, name: KernelName, ...numbers: readonly number[]): number {
  return (referenceKernels(views)[name] as AnyKernel)(...numbers);
}
