/**
 * Whether kernels compute the same bits as others: both run on the same made-up numbers, each on a memory of their own, and
 * everything they leave there is compared. Takes a few milliseconds, so it can decide at start whether faster kernels may
 * stand in for WebAssembly as it is: a compiler, a processor's rounding mode or a flag of V8 may all be other than thought.
 */
import type { AnyKernel, KernelName, Kernels } from './kernels.js';
import { kernelNumbers, layouts } from './kernels-interface.js';
import { recordAt } from './records.js';

/** Opens kernels on a memory. */
export type OpenKernels = (memory: WebAssembly.Memory) => Kernels;

const trialPages = 12;
const [inCount, outCount, outStride, stride, denseStride] = [37, 29, 32, 108, 48];
/** Rows of an SVM, and the features of each. */
const [pointCount, pointStride] = [35, 12];

/** Columns of the batch. The first are tried again in the end: a kernel may have been compiled anew while it first ran. */
const widths = [100, 20, 56, 100];

export function haveSameBits(open: OpenKernels, openOther: OpenKernels): boolean {
  const [trial, other] = [prepareTrial(open), prepareTrial(openOther)];
  return widths.every((width) => isEqual(trial(width), other(width)));
}

function prepareTrial(open: OpenKernels): (width: number) => Uint32Array {
  const memory = new WebAssembly.Memory({ initial: trialPages, maximum: trialPages, shared: true });
  const kernels = open(memory);
  return (width) => runTrial(kernels, memory.buffer, width);
}

/** Runs the kernels of training steps, of growth and of an SVM, one after another, and gives back all that is in memory then. */
function runTrial(kernels: Kernels, buffer: ArrayBufferLike, width: number): Uint32Array {
  const places = createPlaces(buffer, width);
  const { floats, doubles, numbers, connections } = places;
  const call = (name: KernelName, ...args: number[]): void => {
    (kernels[name] as AnyKernel)(...args);
  };
  const [input, output, delta] = [floats(inCount * stride), floats(outCount * stride), floats(outCount * stride)];
  const [bias, biasVelocity] = [floats(outCount), floats(outCount)];
  const sizes = [stride, stride, width];
  const step = [0.01, 0.9, 0.001];

  const [rowStart, column] = connections();
  const most = inCount * outCount;
  const [weight, velocity, transposed, place] = [floats(most), floats(most), floats(most), numbers(most)];
  const [columnStart, row] = [numbers(inCount + 1), numbers(most)];
  const inDelta = floats(inCount * stride);
  const [losses, targets, weights] = [numbers(stride), numbers(stride), floats(stride)];
  const index = [columnStart, row, transposed, place, rowStart, column, weight, inCount, outCount];
  call('transposeIndex', ...index, 0, inCount);
  call('forward', output, input, bias, rowStart, column, weight, ...sizes, 1, 0, outCount);
  call('loss', delta, losses, output, targets, weights, 0, outCount, stride, width - 1, 0.1, 0, width / 4);
  call('backpropagate', inDelta, input, delta, columnStart, row, transposed, ...sizes, 1, 0, inCount);
  const learnt = [weight, velocity, bias, biasVelocity, transposed, place];
  call('update', ...learnt, delta, input, rowStart, column, ...sizes, ...step, 0, outCount);

  // The first layer by entries: the connections say as well which rows of a batch have a value of which feature.
  const layer = numbers(layouts.Layer.bytes / 4);
  recordAt({ buffer }, 'Layer', layer).set({
    outCount,
    inCount,
    rowStart,
    column,
    weight,
    velocity,
    bias,
    biasVelocity,
    columnStart,
    row,
    transposed,
    place,
    output,
    delta,
  });
  const entries = numbers(layouts.Entries.bytes / 4);
  recordAt({ buffer }, 'Entries', entries).set({
    featureStart: columnStart,
    row,
    value: floats(most),
    zero: floats(inCount),
    zeroSum: floats(outCount),
    deltaSum: floats(outStride),
    rowSums: floats(Math.max(width, outCount) * outStride),
    velocity: floats(most),
  });
  const rowCount = Math.min(width - 1, outCount);
  call('sumZeros', layer, entries, 0, outCount);
  const passed = [layer, 1, input, entries, targets, weights, losses, stride, stride, 0, rowCount, 1, 0, 0.1];
  call('passColumns', ...passed, 0, width / 4);
  call('forwardEntries', layer, entries, stride, 0, 1, 0, width / 4, 0, outCount);
  call('stepBiases', layer, entries, stride, 0, width, step[0], step[1], 0, outCount);
  call('updateEntries', layer, entries, ...step, 0, inCount);
  call('updateNetwork', layer, 1, input, stride, stride, 0, width, ...step, 0, outCount);

  const [dense, denseVelocity] = [floats(outCount * denseStride), floats(outCount * denseStride)];
  const [denseOutput, denseDelta] = [floats(outCount * stride), floats(inCount * stride)];
  const scratch = numbers(stride * 256);
  call('denseForward', denseOutput, input, bias, dense, stride, stride, denseStride, inCount, width, 1, 0, outCount);
  const back = [denseDelta, input, delta, dense, scratch, stride, stride, denseStride, outCount, width];
  call('denseBackpropagate', ...back, 1, 0, inCount, 0);
  const denseStep = [dense, denseVelocity, bias, biasVelocity, 0, delta, input, scratch, stride, stride, denseStride];
  call('denseUpdate', ...denseStep, inCount, outCount, width, ...step, 0, denseStride / 16, 0);

  const [list, capacity, wanted] = [numbers(4 + 3 * 512 + kernelNumbers.binCount), 512, 100];
  new Float32Array(buffer, list, 2)[1] = -1; // Anything is better than nothing.
  const neurons = numbers(inCount, (i) => i);
  const search = [list, 0, wanted, capacity, scratch, 0, input, delta, neurons, columnStart, row, 0];
  call('collectGradients', ...search, ...sizes, outCount, 0, inCount, 0);
  const [best, bestOut] = [floats(inCount), numbers(inCount)];
  call('bestEntryGradient', best, bestOut, scratch, entries, delta, neurons, outStride, outCount, 0.1, 0, inCount, 0);
  const found = [list, 0, wanted, capacity, scratch, entries, delta, neurons, columnStart, row, 0, outStride];
  call('collectEntryGradients', ...found, outCount, 0, inCount, 0);

  const [points, squares] = [doubles(pointCount * pointStride), doubles(pointCount)];
  const [table, tile] = [floats(pointCount * pointCount), numbers(kernelNumbers.tileBytes / 4)];
  call('squaredNorms', squares, points, pointStride, 0, pointCount);
  call('gaussianTable', table, points, squares, tile, pointCount, pointStride, 0.2, 0, 3, 0);

  call('svmSolve', svmProblem(buffer, places, points, squares), layouts.Problem.bytes, 1e9, 0, 1);
  return new Uint32Array(buffer).slice();
}

/** Two classes in turn, with room for some of the kernel rows. */
function svmProblem(buffer: ArrayBufferLike, { floats, doubles, numbers }: Places, x: number, squares: number): number {
  const [room, slotCount] = [pointCount + 5, 9];
  const label = doubles(pointCount, (i) => (i % 2 ? -1 : 1));
  const record = numbers(layouts.Problem.bytes / 4);
  recordAt({ buffer }, 'Problem', record).set({
    gamma: 0.2,
    tolerance: 1e-3,
    x,
    squares,
    stride: pointStride,
    count: pointCount,
    active: pointCount,
    counter: pointCount,
    row: numbers(room, (i) => i % pointCount),
    original: numbers(room, (i) => i),
    label,
    start: label,
    cost: doubles(pointCount, () => 10),
    alpha: doubles(pointCount, () => 0),
    value: doubles(pointCount, (i) => (i % 2 ? -1 : 1)),
    up: floats(room, (i) => (i % 2 ? Number.NEGATIVE_INFINITY : 0)),
    down: floats(room, (i) => (i % 2 ? 0 : Number.POSITIVE_INFINITY)),
    best: pointCount - 1,
    cache: floats(slotCount * room),
    slotCount,
    capacity: room,
    slotOf: numbers(room, () => -1),
    owner: numbers(slotCount),
    length: numbers(slotCount),
    epochOf: numbers(slotCount),
    usedAt: numbers(slotCount),
    swaps: numbers(kernelNumbers.epochsKept * room),
    scratch: floats(room),
  });
  return record;
}

type Places = ReturnType<typeof createPlaces>;

/** Blocks of memory filled with made-up numbers, the same for every trial. */
function createPlaces(buffer: ArrayBufferLike, width: number) {
  let top = 65536;
  let state = 12345 + width;
  new Uint8Array(buffer, top, buffer.byteLength - top).fill(0);
  const next = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  };
  const take = (length: number): number => {
    const at = top;
    top += Math.ceil((4 * length) / 64) * 64;
    if (top > buffer.byteLength) throw new Error(`the trial needs ${top} bytes, it has ${buffer.byteLength}`);
    return at;
  };
  return {
    /** Made-up numbers, or those that are given by their place. */
    floats(length: number, numberAt: (place: number) => number = next): number {
      const at = take(length);
      const view = new Float32Array(buffer, at, length);
      for (let i = 0; i < length; i++) view[i] = numberAt(i);
      return at;
    },
    doubles(length: number, numberAt: (place: number) => number = next): number {
      const at = take(2 * length);
      const view = new Float64Array(buffer, at, length);
      for (let i = 0; i < length; i++) view[i] = numberAt(i);
      return at;
    },
    /** Whole numbers: zeros where none are given. */
    numbers(length: number, numberAt: (place: number) => number = () => 0): number {
      const at = take(length);
      const view = new Int32Array(buffer, at, length);
      for (let i = 0; i < length; i++) view[i] = numberAt(i);
      return at;
    },
    /** Connections of `outCount` neurons, between none and all but a few: where each neuron's begin, and their inputs. */
    connections(): [rowStart: number, column: number] {
      const [rowStart, column] = [take(outCount + 1), take(inCount * outCount)];
      const [starts, columns] = [
        new Int32Array(buffer, rowStart, outCount + 1),
        new Int32Array(buffer, column, inCount * outCount),
      ];
      let count = 0;
      for (let o = 0; o < outCount; o++) {
        for (let i = 0; i < inCount; i++) if (Math.abs(next()) * outCount < o) columns[count++] = i;
        starts[o + 1] = count;
      }
      return [rowStart, column];
    },
  };
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
