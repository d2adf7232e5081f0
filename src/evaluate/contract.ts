/** What every classifier is given and gives back. */
import type { Engine } from '../compute/engine.js';
import type { Random } from '../maths/random.js';
import type { Points } from './points.js';

/** Training rows and their classes, and the rows to tell the class of. */
export interface ClassifierInput {
  readonly train: Points;
  /** Class index of every training row. */
  readonly trainLabels: Int32Array;
  readonly classCount: number;
  readonly test: Points;
}

/** What a classifier is given besides the data and its options. */
export interface ClassifierContext {
  readonly engine: Engine;
  /** Used by classifiers that draw at random. */
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}
