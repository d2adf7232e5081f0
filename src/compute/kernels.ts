/** All kernels by name, as their plain reference twins: same names, same arguments, written to be read. */
import { backpropagateReference } from './reference/backpropagate.js';
import { centredKernelsReference } from './reference/centred-kernels.js';
import { choleskyReference } from './reference/cholesky.js';
import { copyInReference } from './reference/copy-in.js';
import { denseReference } from './reference/dense.js';
import { denseUpdateReference } from './reference/dense-update.js';
import { extraTreesReference } from './reference/extra-trees.js';
import { forwardReference } from './reference/forward.js';
import { gatesReference } from './reference/gates.js';
import { gramReference } from './reference/gram.js';
import { growthReference } from './reference/growth.js';
import { hierarchicalProxReference } from './reference/hierarchical-prox.js';
import { knnReference } from './reference/knn.js';
import { networkPassReference } from './reference/network-pass.js';
import { screenReference } from './reference/screen.js';
import { softmaxReference } from './reference/softmax.js';
import { squaredNormsReference } from './reference/squared-norms.js';
import { svmDecideReference } from './reference/svm-decide.js';
import { svmSolveReference } from './reference/svm-solve.js';
import { transposeReference } from './reference/transpose.js';
import { updateReference } from './reference/update.js';
import type { Views } from './reference/views.js';

export const referenceKernels = (views: Views) => ({
  ...backpropagateReference(views),
  ...centredKernelsReference(views),
  ...choleskyReference(views),
  ...copyInReference(views),
  ...denseReference(views),
  ...denseUpdateReference(views),
  ...extraTreesReference(views),
  ...forwardReference(views),
  ...gatesReference(views),
  ...gramReference(views),
  ...growthReference(views),
  ...networkPassReference(views),
  ...screenReference(views),
  ...softmaxReference(views),
  ...transposeReference(views),
  ...updateReference(views),
  ...hierarchicalProxReference(views),
  ...knnReference(views),
  ...squaredNormsReference(views),
  ...svmDecideReference(views),
  ...svmSolveReference(views),
});

export type ReferenceKernels = ReturnType<typeof referenceKernels>;
export type KernelName = keyof ReferenceKernels;

/** Every kernel's name, in a fixed order that threads agree on. */
export const kernelNames = Object.keys(
  referenceKernels({
    f32: new Float32Array(),
    f64: new Float64Array(),
    i32: new Int32Array(),
    u8: new Uint8Array(),
  }),
) as readonly KernelName[];
