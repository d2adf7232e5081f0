/**
 * Growth by gradient: the connections (and inactive neurons) with the largest |gradient of the loss|.
 *
 * The gradient is taken over a sample of training rows at the end of the epoch. The gradient of the missing connection
 * from i to o is the dot product of i's activations and o's deltas over the sample; kernels compute it a few neurons
 * at a time and keep only the best candidates, so nothing of the size inputs x outputs is ever held. Most gradients are
 * only bounded, not computed (screen.ts): those whose bound is too low to be chosen. Of inputs of which few are not zero they
 * are all computed, from those few (entry-sample.ts).
 */
import { type Address, nowhere, shifted } from '../../compute/address.js';
import { type Engine, evenBounds } from '../../compute/engine.js';
import { kernelNumbers, layouts } from '../../compute/kernels-interface.js';
import type { Block } from '../../compute/memory.js';
import { type KernelRecord, recordAt } from '../../compute/records.js';
import { yieldToEventLoop } from '../../compute/yield.js';
import { throwIfAborted } from '../../errors.js';
import { type Random, shuffle } from '../../maths/random.js';
import type { FeatureList } from '../batch-loader.js';
import { diverged } from '../run-batches.js';
import { createEntrySample } from './entry-sample.js';
import type { Growth } from './growth.js';
import { countMissing, listMissing } from './missing-connections.js';
import { createWorkspace, paddedWidth, type Workspace } from './network.js';
import { passBatch, passRounding } from './pass.js';
import type { NewConnections } from './rewire.js';
import { createScreen, growthScratch } from './screen.js';
import { nthSmallest } from './select-smallest.js';
import { loadBatch, type TrainingState } from './train-epoch.js';

/** Inputs that are looked at between two turns of the event loop, where their gradients come from entries. */
const directInputs = 4096;

/** Bytes of input activations held at a time. */
const tileBytes = 1 << 22;

/**
 * Before a search, the gradients of this many inputs are all computed, to guess what the least chosen one will be. The
 * search starts from this share of the guess. Where that is too high, fewer than were wanted are found, and the search is
 * done again from 0: the result is exact in any case.
 */
const guessInputs = 64;
const guessShare = 0.85;

/** `rounding` draws rounding errors whose gradient is taken in place of that of the loss (`passRounding`). */
export function createGradientGrowth(
  state: TrainingState,
  sampleCount: number,
  random: Random,
  rounding?: Random,
): Growth {
  const { network, rowCount, loader, input: batches } = state;
  const { engine, layers } = network;
  const { memory } = engine;
  const work = createWorkspace(network, sampleCount);
  const width = paddedWidth(sampleCount);
  const featureCount = layers[0].inCount;
  const direct = 'load' in batches ? createEntrySample(network, batches.inputs, sampleCount) : undefined;
  const tiled = direct ? layers.slice(1) : layers;
  const tileLength = Math.min(Math.max(...tiled.map((layer) => layer.inCount)), tileSize(work.stride));
  const tile = memory.float32(direct ? 0 : tileLength * work.stride);
  const mostOutputs = Math.max(...layers.map((layer) => layer.outCount));
  const scratch = memory.float32(growthScratch(mostOutputs) * engine.threadCount);
  const screen = createScreen(engine, {
    outputCount: layers[layers.length - 1].outCount,
    mostOutputs,
    stride: work.stride,
    width,
  });
  const guessNeurons = memory.int32(2 * guessInputs);
  let aimedAt = -1;
  const aimScreen = (index: number): void => {
    const { inCount, outCount } = layers[index];
    if (aimedAt !== index) screen.aim(work.deltas[index].pointer, outCount, inCount);
    aimedAt = index;
  };
  const features = memory.int32(Math.max(...layers.slice(0, -1).map((layer) => layer.inCount)));
  const reservedBlock = memory.int32(featureCount);
  const partLength = direct ? Math.max(tileLength, directInputs) : tileLength;
  const best = memory.float32(partLength);
  const bestOut = memory.int32(partLength);
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  let sample = order.subarray(0, sampleCount);

  /** Calls `visit` with each tile of the listed input neurons of layer `index`, brought to the address it is given. */
  const forEachTile = async (
    index: number,
    inputs: Int32Array,
    visit: (part: FeatureList, input: Address) => void,
  ): Promise<void> => {
    features.view.set(inputs);
    const length = direct && index === 0 ? directInputs : tileLength;
    for (let from = 0; from < inputs.length; from += length) {
      const part = slice(features, from, Math.min(from + length, inputs.length));
      if (direct && index === 0) {
        visit(part, nowhere);
      } else if (index === 0) {
        loader.load(sample, 0, sampleCount, width, part, { values: tile, stride: work.stride, compact: true });
        visit(part, tile.pointer);
      } else {
        // Every hidden neuron is listed, so row a of the activations is neuron a.
        visit(part, shifted(work.outputs[index - 1].pointer, from * work.stride * 4));
      }
      await yieldToEventLoop();
      throwIfAborted(state.signal);
    }
  };

  return {
    async prepare() {
      if (sampleCount < order.length) {
        shuffle(order, random);
        sample = order.slice(0, sampleCount).sort();
      }
      await passSample(state, work, sample, rounding);
      direct?.load(sample, work);
      aimedAt = -1;
      state.stopwatch?.lap('growth');
    },

    async chooseNeurons(inactive, count) {
      state.stopwatch?.lap('topology');
      const neuron = new Int32Array(inactive.length);
      const value = new Float32Array(inactive.length);
      const output = new Int32Array(inactive.length);
      let done = 0;
      // What a neuron must reach to be among the best `count` so far.
      let floor = -1;
      if (direct === undefined) aimScreen(0);
      await forEachTile(0, inactive, (part, input) => {
        const bounds = evenBounds(part.count, engine.partCount);
        if (direct) {
          const { entries, delta, stride } = direct;
          const found = [best.pointer, bestOut.pointer, scratch.pointer, entries, delta, part.block.pointer] as const;
          engine.run('bestEntryGradient', bounds, ...found, stride, layers[0].outCount, floor);
        } else {
          engine.run(
            'bestGradient',
            bounds,
            best.pointer,
            bestOut.pointer,
            scratch.pointer,
            screen.pointer,
            input,
            work.deltas[0].pointer,
            work.stride,
            work.stride,
            width,
            layers[0].outCount,
            floor,
          );
        }
        neuron.set(part.block.view, done);
        value.set(best.view.subarray(0, part.count), done);
        output.set(bestOut.view.subarray(0, part.count), done);
        done += part.count;
        if (count > 0 && done >= count) floor = nthSmallest(value.subarray(0, done), done - count + 1);
      });
      const places = Int32Array.from(inactive, (_, place) => place)
        .filter((place) => value[place] >= floor)
        .sort((a, b) => value[b] - value[a] || a - b)
        .subarray(0, count);
      state.stopwatch?.lap('growth');
      return { neuron: places.map((place) => neuron[place]), output: places.map((place) => output[place]) };
    },

    async chooseConnections(index, inputs, count, reserved) {
      if (count === 0) return nothing;
      state.stopwatch?.lap('topology');
      const layer = layers[index];
      // Where all that are missing will come, as on the way to few input neurons, nobody has to be asked.
      if (count === countMissing(layer, inputs, reserved)) return listMissing(layer, inputs, count, reserved);
      if (reserved) reservedBlock.view.set(reserved);
      const isDirect = direct !== undefined && index === 0;
      if (!isDirect) aimScreen(index);
      const collect = (lists: CandidateLists, part: FeatureList, input: Address, inStride: number): void => {
        const bounds = evenBounds(part.count, engine.partCount);
        const into = [lists.block.pointer, lists.bytes, lists.wanted, lists.capacity, scratch.pointer] as const;
        if (isDirect) {
          const { entries, delta, stride } = direct;
          const known = [
            layer.columnStart.pointer,
            layer.row.pointer,
            reserved ? reservedBlock.pointer : nowhere,
          ] as const;
          const given = [entries, delta, part.block.pointer, ...known, stride, layer.outCount] as const;
          engine.run('collectEntryGradients', bounds, ...into, ...given);
          return;
        }
        engine.run(
          'collectGradients',
          bounds,
          ...into,
          screen.pointer,
          input,
          work.deltas[index].pointer,
          part.block.pointer,
          layer.columnStart.pointer,
          layer.row.pointer,
          reserved ? reservedBlock.pointer : nowhere,
          inStride,
          work.stride,
          width,
          layer.outCount,
        );
      };
      /** A threshold below which, going by some inputs of the first tile, nothing will be chosen. */
      const guess = (part: FeatureList, input: Address): number => {
        const step = Math.floor(part.count / guessInputs);
        if (isDirect || screen.pointer === 0 || step < 2) return -1;
        const sampled = slice(guessNeurons, 0, Math.floor(part.count / step));
        for (let a = 0; a < sampled.count; a++) sampled.block.view[a] = part.block.view[a * step];
        const share = Math.ceil((count * sampled.count) / inputs.length);
        const lists = allocateLists(engine, share, layer.outCount, -1);
        collect(lists, sampled, input, step * work.stride);
        return guessShare * leastOf(mergeLists(engine, lists));
      };
      const search = async (isGuessed: boolean): Promise<Chosen> => {
        const mark = memory.mark();
        let lists: CandidateLists | undefined;
        await forEachTile(index, inputs, (part, input) => {
          lists ??= allocateLists(engine, count, layer.outCount, isGuessed ? guess(part, input) : -1);
          collect(lists, part, input, work.stride);
        });
        const found = lists ? mergeLists(engine, lists) : nothing;
        memory.release(mark);
        return found;
      };
      let found = await search(true);
      if (found.count < count) found = await search(false);
      state.stopwatch?.lap('growth');
      return found;
    },
  };
}

/** Connections and their |gradients|. */
interface Chosen extends NewConnections {
  readonly value: Float32Array;
}

const nothing: Chosen = { count: 0, input: new Int32Array(0), output: new Int32Array(0), value: new Float32Array(0) };

/** The least |gradient|, 0 where there is none. */
function leastOf({ count, value }: Chosen): number {
  return count === 0 ? 0 : value.reduce((low, one) => Math.min(low, one));
}

/** Neurons a tile holds: what fits the budget, in whole blocks of the kernels' four, and never so few that calls dominate. */
function tileSize(stride: number): number {
  return Math.max(64, Math.floor(tileBytes / (stride * 16)) * 4);
}

/** Activations and deltas of all layers for the sampled rows, batch by batch, side by side in the workspace. */
async function passSample(
  state: TrainingState,
  work: Workspace,
  sample: Int32Array,
  rounding: Random | undefined,
): Promise<void> {
  const { network } = state;
  // A multiple of four, so that every batch begins on a whole vector.
  const batchSize = Math.max(4, state.batchSize - (state.batchSize % 4));
  for (let from = 0; from < sample.length; from += batchSize) {
    const count = Math.min(batchSize, sample.length - from);
    const batch = loadBatch(state, sample, from, count, work, from);
    if (rounding) passRounding(network, work, batch, rounding);
    else if (!Number.isFinite(passBatch(network, work, batch, 1 / sample.length))) {
      throw diverged(state.step.learningRate);
    }
    await yieldToEventLoop();
    throwIfAborted(state.signal);
  }
}

/** One list of candidates a part; the layout is that of kernels/candidates.ts. */
interface CandidateLists {
  readonly wanted: number;
  readonly block: Block<Int32Array>;
  readonly capacity: number;
  readonly bytes: number;
}

const headerInts = layouts.CandidateList.bytes / 4;

function allocateLists(engine: Engine, wanted: number, outCount: number, threshold: number): CandidateLists {
  const capacity = 2 * wanted + 4 * outCount;
  const ints = Math.ceil((headerInts + 3 * capacity + kernelNumbers.binCount) / 16) * 16;
  const block = engine.memory.int32(ints * engine.threadCount);
  for (let part = 0; part < engine.threadCount; part++) headerOf(engine, block, part * ints * 4).set({ threshold });
  return { wanted, block, capacity, bytes: ints * 4 };
}

function headerOf(engine: Engine, block: Block<Int32Array>, bytes: number): KernelRecord<'CandidateList'> {
  return recordAt(engine.memory, 'CandidateList', shifted(block.pointer, bytes));
}

/** The best of all lists together; the order of candidates is total, so the choice does not depend on the parts. */
function mergeLists(engine: Engine, { wanted, block, capacity, bytes }: CandidateLists): Chosen {
  for (let part = 1; part < engine.threadCount; part++) {
    engine.call('mergeCandidates', block.pointer, shifted(block.pointer, part * bytes), capacity, wanted);
  }
  engine.call('keepLargest', block.pointer, capacity, wanted);
  const count = headerOf(engine, block, 0).get('count');
  const array = (place: number): Int32Array => {
    const from = headerInts + place * capacity;
    return block.view.slice(from, from + count);
  };
  return { count, input: array(1), output: array(2), value: new Float32Array(array(0).buffer) };
}

function slice(block: Block<Int32Array>, from: number, to: number): FeatureList {
  return {
    block: { pointer: shifted(block.pointer, from * 4), view: block.view.subarray(from, to) },
    count: to - from,
  };
}
