/**
 * This project's run of the side-by-side bench, in a process of its own so that its peak memory is its own.
 * FOLDER ROWS FEATURES CLASSES EPOCHS K THREADS PRESET OWN-EPOCHS, as bench/peers/masked_neurofs.py; prints the same JSON. The preset
 * `paper` trains the network of the other rows for EPOCHS epochs, `best` its own for OWN-EPOCHS, or as many as it has by default where that is 0.
 */
import { readFileSync } from 'node:fs';
import { createNodeEngine } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { numberedClasses } from '../src/target/class-target.js';

const folder = process.argv[2];
const [rowCount, columnCount, classCount, epochs, k, threads] = process.argv.slice(3).map(Number);
const read = (name: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(`${folder}/${name}`);
  // A small file shares its buffer with others.
  return byteOffset === 0 && byteLength === buffer.byteLength
    ? (buffer as ArrayBuffer)
    : (buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
};
const training = {
  matrix: { kind: 'dense', rowCount, columnCount, values: new Float32Array(read('train')) } as const,
  target: numberedClasses(new Int32Array(read('labels')), classCount),
  scaling: {
    method: 'none',
    offset: new Float64Array(columnCount),
    factor: new Float64Array(columnCount).fill(1),
  } as const,
};
const engine = await createNodeEngine(threads);
const method = findMethod('neurofs');
const preset = process.argv[9];
const given = preset === 'paper' ? epochs : Number(process.argv[10]);
const options = resolveOptions(method, { preset, ...(given > 0 && { epochs: given }) });
const epochCount = (options as { epochs: number }).epochs;
const start = performance.now();
const processor = process.cpuUsage();
const { ranking } = await method.select(training, k, options, {
  engine,
  random: createRandom(1),
});
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(processor);
process.stdout.write(
  JSON.stringify({
    secondsAnEpoch: seconds / epochCount,
    processorSecondsAnEpoch: (user + system) / 1e6 / epochCount,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
    ...(preset === 'best' && { note: `${epochCount} epochs, ${seconds.toFixed(1)} s in all` }),
    selected: [...ranking.subarray(0, k)],
  }),
);
engine.dispose();
