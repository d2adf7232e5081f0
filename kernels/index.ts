// Everything the compute core exports. One line a file.
export * from './backpropagate';
export { keepLargest } from './candidates';
export * from './cholesky';
export * from './copy-in';
export { growTrees } from './extra-trees';
export * from './forward';
export * from './gram';
export * from './growth';
export * from './knn';
export * from './softmax';
export * from './squared-norms';
export * from './svm-decide';
export * from './svm-solve';
export * from './update';
