/** The classifiers by name, and the checks every one of them needs. */

import { checkChoice } from '../check-choice.js';
import type { Engine } from '../compute/engine.js';
import { UserError } from '../errors.js';
import { createRandom, type Random } from '../maths/random.js';
import { type ClassifierName, classifierNames, type DenseMatrix, type NumericArray, type Scaling } from '../types.js';
import type { ClassifierContext, ClassifierInput } from './contract.js';
import { classifyExtraTrees, type ExtraTreesOptions, extraTreesDefaults } from './extra-trees.js';
import { classifyKnn, type KnnOptions, knnDefaults } from './knn.js';
import { gatherPoints } from './points.js';
import { classifySvm, type SvmOptions, svmDefaults } from './svm.js';

export interface ClassifierOptions {
  readonly svm?: Partial<SvmOptions>;
  readonly knn?: Partial<KnnOptions>;
  readonly extraTrees?: Partial<ExtraTreesOptions>;
}

/** Throws where there is no classifier of this name. */
export function checkClassifier(name: string): void {
  checkChoice({ option: 'classifier' }, classifierNames, name);
}

/** The class index of every test row. */
export function classify(
  name: ClassifierName,
  input: ClassifierInput,
  options: ClassifierOptions,
  context: ClassifierContext,
): Promise<Int32Array> {
  checkClassifier(name);
  checkInput(input);
  if (name === 'svm') return classifySvm(input, { ...svmDefaults, ...options.svm }, context);
  if (name === 'extra-trees') {
    return classifyExtraTrees(input, { ...extraTreesDefaults, ...options.extraTrees }, context);
  }
  return classifyKnn(input, { ...knnDefaults, ...options.knn }, context);
}

function checkInput({ train, trainLabels, classCount, test }: ClassifierInput): void {
  if (trainLabels.length !== train.rowCount) {
    throw new Error(`expected a label for each of ${train.rowCount} training rows, got ${trainLabels.length}`);
  }
  if (train.stride !== test.stride)
    throw new Error(`training rows have stride ${train.stride}, test rows ${test.stride}`);
  if (train.featureCount === 0) throw new UserError('usage', 'evaluation: expected at least one feature, got none');
  if (train.rowCount < 2) {
    throw new UserError('data', `evaluation: expected at least 2 training rows, got ${train.rowCount}`);
  }
  const counts = new Int32Array(classCount);
  for (const label of trainLabels) counts[label]++;
  const missing = counts.indexOf(0);
  if (classCount < 2) throw new UserError('data', `evaluation: expected at least 2 classes, got ${classCount}`);
  if (missing >= 0) {
    throw new UserError(
      'data',
      `evaluation: class number ${missing} (of ${classCount}, counted from 0) has no training row; ` +
        'use a stratified split or drop the class',
    );
  }
}

export interface TrainAndPredictOptions extends ClassifierOptions {
  readonly random?: Random;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** Trains on dense rows as they are ([row][feature], not scaled) and tells the class of the test rows. */
export async function trainAndPredict(
  engine: Engine,
  name: ClassifierName,
  trainX: NumericArray,
  trainLabels: Int32Array,
  testX: NumericArray,
  classCount: number,
  options: TrainAndPredictOptions = {},
): Promise<Int32Array> {
  const featureCount = trainX.length / trainLabels.length;
  const mark = engine.memory.mark();
  try {
    const gather = (values: NumericArray) => gatherPoints(engine, allCells(values, featureCount));
    const input = { train: gather(trainX), trainLabels, classCount, test: gather(testX) };
    return await classify(name, input, options, {
      engine,
      random: options.random ?? createRandom(0),
      signal: options.signal,
      onProgress: options.onProgress,
    });
  } finally {
    engine.memory.release(mark);
  }
}

function allCells(values: NumericArray, columnCount: number) {
  const matrix: DenseMatrix = { kind: 'dense', rowCount: values.length / columnCount, columnCount, values };
  const scaling: Scaling = {
    method: 'none',
    offset: new Float64Array(columnCount),
    factor: new Float64Array(columnCount).fill(1),
  };
  const count = (length: number) => Int32Array.from({ length }, (_, i) => i);
  return { matrix, rows: count(matrix.rowCount), features: count(columnCount), scaling };
}
