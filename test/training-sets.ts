/** Small training sets that several tests use. */
export { plantedSignal, toSparse, trainingSet } from '../src/select/example-training.js';
