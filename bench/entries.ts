/** A training step on entries beside one on whole inputs, by how many cells are not zero: up to where the one is quicker. */
import type { Engine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import type { EntryList } from '../src/network/input-entries.js';
import { createBatchEntries } from '../src/network/sparse/batch-entries.js';
import { createNetwork, createWorkspace, paddedStride } from '../src/network/sparse/network.js';
import { type Batch, passBatch, updateLayers } from '../src/network/sparse/pass.js';
import { type BenchRow, type BenchSection, leastTime } from './rows.js';
import { serialEngines } from './serial-engines.js';

const [featureCount, outputCount] = [5000, 2];
const densities = [0.01, 0.02, 0.05, 0.08, 0.12, 0.16, 0.25];
const step = { learningRate: 0.01, momentum: 0.9, weightDecay: 3e-3 };
const [rounds, steps] = [9, 8];

export async function benchEntries(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  for (const batchSize of [20, 100]) {
    for (const density of densities) {
      const figures: Record<string, number> = {};
      for (const [name, open] of Object.entries(serialEngines)) {
        const engine = await open();
        if (engine === undefined) continue;
        const [whole, entries] = [false, true].map((byEntries) => createStep(engine, density, batchSize, byEntries));
        let [slow, fast] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        for (let round = 0; round < rounds; round++) {
          slow = Math.min(slow, leastTime(1, whole) / steps);
          fast = Math.min(fast, leastTime(1, entries) / steps);
        }
        Object.assign(figures, { [`${name}, ms`]: slow, [`${name}, times`]: slow / fast });
        engine.dispose();
      }
      rows.push({ name: `batch ${batchSize}, ${100 * density} % not zero`, figures });
    }
  }
  return {
    title: 'Training on entries',
    note: `A training step of ${featureCount} features, 500 hidden neurons and epsilon 30 on one thread, on whole inputs (milliseconds), and how many times quicker it is on the cells that are not zero; the least of ${rounds} rounds by turns. Loading the batch is not counted.`,
    rows,
  };
}

/** Some training steps on one batch. */
function createStep(engine: Engine, density: number, batchSize: number, byEntries: boolean): () => void {
  const random = createRandom(1);
  const shape = { featureCount, hidden: [500], outputCount, loss: 'softmax', epsilon: 30 } as const;
  const network = createNetwork(engine, { ...shape, activation: 'relu', initialisation: 'hidden', byEntries }, random);
  const work = createWorkspace(network, batchSize);
  const cells = Array.from({ length: batchSize }, () =>
    Array.from({ length: featureCount }, (_, feature) => feature).filter(() => random.float() < density),
  );
  for (let row = 0; row < batchSize; row++) work.targets.view[row] = random.below(outputCount);
  const batch = byEntries ? loadEntries() : loadWhole();
  return () => {
    for (let each = 0; each < steps; each++) {
      passBatch(network, work, batch, 1 / batchSize);
      updateLayers(network, work, batch, step);
    }
  };

  function loadEntries(): Batch {
    const inputs = {
      zero: new Float32Array(featureCount).fill(-density),
      longestRow: Math.max(...cells.map((row) => row.length)),
      copyRows(rows: Int32Array, from: number, count: number, rowStart: Int32Array, into: EntryList) {
        for (let r = 0; r < count; r++) {
          const row = cells[rows[from + r]];
          into.feature.set(row, rowStart[r]);
          into.value.fill(1, rowStart[r], rowStart[r] + row.length);
          rowStart[r + 1] = rowStart[r] + row.length;
        }
      },
    };
    const entries = createBatchEntries(engine, inputs, network.layers[0], batchSize);
    entries.load(Int32Array.from(cells.keys()), 0, batchSize);
    entries.begin();
    return { input: entries.pointer, inputStride: 0, entries: entries.pointer, rowCount: batchSize, column: 0 };
  }

  function loadWhole(): Batch {
    const stride = paddedStride(batchSize);
    const input = engine.memory.float32(featureCount * stride);
    for (let j = 0; j < featureCount; j++) input.view.fill(-density, j * stride, j * stride + batchSize);
    cells.forEach((row, b) => {
      for (const feature of row) input.view[feature * stride + b] = 1 - density;
    });
    return { input: input.pointer, inputStride: stride, rowCount: batchSize, column: 0 };
  }
}
