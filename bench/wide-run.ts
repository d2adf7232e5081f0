/** Selects from generated wide data and prints the process's peak memory as JSON: ROWS FEATURES CLASSES EPOCHS. */
import { createNodeEngine } from '../node/threads/threads.js';
import { createRandom } from '../src/maths/random.js';
import { findMethod } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import { generatedSet } from './bench-sets.js';

const [rowCount, featureCount, classCount, epochs] = process.argv.slice(2).map(Number);
const { training } = generatedSet(rowCount, featureCount, classCount);
const engine = await createNodeEngine();
const method = findMethod('neurofs');
const start = performance.now();
const { ranking } = await method.select(training, 50, resolveOptions(method, { preset: 'paper', epochs }), {
  engine,
  random: createRandom(1),
});
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - start) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
    dataMegabytes: (rowCount * featureCount * 4) / 1e6,
    kernelMegabytes: engine.memory.peakBytes / 1e6,
    // Every hundredth feature holds signal.
    found: ranking.subarray(0, 50).filter((feature) => feature % 100 === 0).length,
  }),
);
engine.dispose();
