/** Trains on an IDX file within some memory and prints times and the peak memory as JSON: FILE MEMORY EPOCHS. */
import { loadLargeTable } from '../node/files/load-large-table.js';
import { createNodeEngine } from '../node/threads/threads.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createStopwatch } from '../src/network/stopwatch.js';
import { selectFeatures } from '../src/pipeline.js';

const [path, memory, epochs] = process.argv.slice(2);
const started = performance.now();
const large = await loadLargeTable(path, { memory });
const read = performance.now();
const dataset = encodeTable(large.table, { target: 'label' });
const engine = await createNodeEngine();
const stopwatch = createStopwatch(() => performance.now());
const marks: number[] = [];
const { features } = await selectFeatures(
  { dataset, k: 50, testFraction: 0, methodOptions: { epochs: Number(epochs), epochRows: 1e9 } },
  { engine, stopwatch, onEpoch: () => marks.push(performance.now()) },
);
process.stdout.write(
  JSON.stringify({
    isOnDisk: dataset.matrix.kind === 'stored',
    readSeconds: (read - started) / 1000,
    epochSeconds: (marks[marks.length - 1] - marks[0]) / 1000 / Number(epochs),
    copySeconds: (stopwatch.milliseconds.get('copy-in') ?? 0) / 1000 / Number(epochs),
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
    features: features.map(({ index, score }) => [index, score]),
  }),
);
engine.dispose();
large.close();
