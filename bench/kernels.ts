/** Every training kernel on one thread, in GFLOP/s, on every engine there is, beside its plain TypeScript twin. */
import type { Engine } from '../src/compute/engine.js';
import type { KernelName } from '../src/compute/kernels.js';
import { callKernel, referenceKernels } from '../src/compute/reference/index.js';
import { viewMemory } from '../src/compute/reference/views.js';
import { createRandom } from '../src/maths/random.js';
import { connectAtRandom } from '../src/network/sparse/connect.js';
import { initialiseWeights } from '../src/network/sparse/initialise.js';
import { allocateLayer } from '../src/network/sparse/layer.js';
import { paddedStride } from '../src/network/sparse/network.js';
import { growthScratch } from '../src/network/sparse/screen.js';
import { type BenchRow, type BenchSection, leastTime } from './rows.js';
import { serialEngines } from './serial-engines.js';

interface Shape {
  readonly name: string;
  readonly inCount: number;
  readonly outCount: number;
  readonly connections: number;
  readonly batch: number;
  /** The first layer passes no gradient on, so it keeps no weights by input neuron. */
  readonly isInput?: true;
}

const shapes: readonly Shape[] = [
  { name: 'hidden layer, batch 100', inCount: 1000, outCount: 1000, connections: 60_000, batch: 100 },
  { name: 'hidden layer, batch 128', inCount: 1000, outCount: 1000, connections: 60_000, batch: 128 },
  { name: 'MNIST input, batch 100', inCount: 784, outCount: 1000, connections: 53_520, batch: 100, isInput: true },
  { name: 'GLA input, batch 20', inCount: 49_151, outCount: 1000, connections: 1_504_530, batch: 20, isInput: true },
];

export async function benchKernels(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  const backends = new Set<string>();
  for (const shape of shapes) {
    const sides: { readonly name: string; readonly cases: Case[] }[] = [];
    for (const [name, open] of Object.entries(serialEngines)) {
      const engine = await open();
      if (engine === undefined) continue;
      backends.add(`${name} is ${engine.backend}`);
      sides.push({ name, cases: casesOf(engine, shape) });
    }
    sides[0].cases.forEach((_, place) => {
      const same = sides.map(({ name, cases }) => ({ name, ...cases[place] }));
      rows.push(benchCase(same, shape));
    });
  }
  return {
    title: 'Kernels, one thread',
    note: `GFLOP/s of the least of several runs, the engines by turns: ${[...backends].join(', ')}. "plain" is the reference twin in TypeScript on the same data.`,
    rows,
  };
}

/** A kernel with its arguments on an engine, and the floating-point operations of a call. */
interface Case {
  readonly kernel: KernelName;
  readonly work: number;
  run(): void;
  runPlain(): void;
}

/** One kernel on all engines, the first of which is WebAssembly. */
function benchCase(sides: readonly (Case & { readonly name: string })[], { name }: Shape): BenchRow {
  const least = sides.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 10; round++) {
    sides.forEach(({ run }, at) => {
      least[at] = Math.min(least[at], leastTime(4, run));
    });
  }
  const [{ kernel, work, runPlain }] = sides;
  const slow = leastTime(2, runPlain);
  const figures: Record<string, number> = {};
  sides.forEach((side, at) => {
    figures[side.name] = work / least[at] / 1e6;
  });
  figures.plain = work / slow / 1e6;
  sides.slice(1).forEach((side, at) => {
    figures[`${side.name} / wasm`] = least[0] / least[at + 1];
  });
  figures['wasm / plain'] = slow / least[0];
  return { name: `${kernel}, ${name}`, figures };
}

function casesOf(engine: Engine, { inCount, outCount, connections, batch, isInput }: Shape): Case[] {
  const random = createRandom(1);
  const { memory } = engine;
  const layer = allocateLayer(engine, inCount, outCount, connections, true);
  connectAtRandom(layer, random);
  initialiseWeights(layer, true, random);
  const stride = paddedStride(batch);
  const floats = (length: number) => {
    const block = memory.float32(length);
    for (let at = 0; at < length; at++) block.view[at] = random.float() - 0.5;
    return block;
  };
  const input = floats(inCount * stride);
  const inDelta = floats(inCount * stride);
  const output = floats(outCount * stride);
  const best = memory.float32(inCount);
  const bestOut = memory.int32(inCount);
  const scratch = memory.float32(growthScratch(outCount));
  const pointers = (...blocks: { readonly pointer: number }[]): number[] => blocks.map(({ pointer }) => pointer);
  const { rowStart, column, weight, velocity, bias, biasVelocity, columnStart, row } = layer;
  const { weight: transposed, place } = layer.transposed!;
  const none = { pointer: 0 };
  // Learning rate 0 keeps the numbers in range however often the kernel runs.
  const step = [0, 0.9, 0];
  const sparseWork = 2 * connections * batch;
  const growthNeurons = Math.min(inCount, 400);
  const cases: [KernelName, readonly number[], number][] = [
    [
      'forward',
      [...pointers(output, input, bias, rowStart, column, weight), stride, stride, batch, 1, 0, outCount],
      sparseWork,
    ],
    [
      'backpropagate',
      [...pointers(inDelta, input, output, columnStart, row, transposed), stride, stride, batch, 1, 0, inCount],
      sparseWork,
    ],
    [
      'update',
      [
        ...pointers(
          weight,
          velocity,
          bias,
          biasVelocity,
          transposed,
          isInput ? none : place,
          output,
          input,
          rowStart,
          column,
        ),
        stride,
        stride,
        batch,
        ...step,
        0,
        outCount,
      ],
      sparseWork,
    ],
    [
      'bestGradient',
      [
        ...pointers(best, bestOut, scratch, none, input, output),
        stride,
        stride,
        batch,
        outCount,
        -1,
        0,
        growthNeurons,
        0,
      ],
      2 * growthNeurons * outCount * batch,
    ],
  ];
  const plain = referenceKernels(viewMemory(memory));
  const run = cases.filter(([kernel]) => !(isInput && kernel === 'backpropagate'));
  return run.map(([kernel, args, work]) => ({
    kernel,
    work,
    run: () => callKernel(engine, kernel, ...args),
    runPlain: () => (plain[kernel] as (...numbers: number[]) => void)(...args),
  }));
}
