/** How new connections and input neurons are chosen: by gradient (NeuroFS, RigL) or at random (SET, QuickSelection). */
import type { NewConnections } from './rewire.js';

/** Inactive input neurons chosen to be woken, and the output neuron each is connected to first. */
export interface WokenNeurons {
  readonly neuron: Int32Array;
  readonly output: Int32Array;
}

export interface Growth {
  /** Looks at the network as the epoch left it, before anything is pruned. */
  prepare(): Promise<void>;
  /** Chooses `count` of the inactive input neurons (ascending), best first among equals by the lower number. */
  chooseNeurons(inactive: Int32Array, count: number): Promise<WokenNeurons>;
  /**
   * Chooses `count` missing connections of layer `index` that begin at one of `inputs` (ascending).
   * `reserved[input]`, where it is not negative, is an output neuron that counts as connected already.
   */
  chooseConnections(
    index: number,
    inputs: Int32Array,
    count: number,
    reserved: Int32Array | undefined,
  ): Promise<NewConnections>;
}
