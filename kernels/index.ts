// Everything the compute core exports. One line a file.
export * from './backpropagate';
export { keepLargest } from './candidates';
export * from './cholesky';
export * from './copy-in';
export * from './dense';
export * from './dense-update';
export { growTrees } from './extra-trees';
export * from './forward';
export * from './gates';
export * from './gram';
export * from './growth';
export * from './hierarchical-prox';
export * from './knn';
export * from './softmax';
export * from './squared-norms';
export * from './svm-decide';
export * from './svm-solve';
export * from './update';
