/** `npm run bench [SECTION ...]`: prints tables and writes bench/results/bench.json and bench.md. */
import { benchClassifiers } from './classifiers.js';
import { benchDenseMethods } from './dense-methods.js';
import { benchEntries } from './entries.js';
import { benchEpochs } from './epochs.js';
import { benchFilters, benchSlowFilters } from './filters.js';
import { benchForest } from './forest.js';
import { benchGrowth } from './growth.js';
import { benchKernels } from './kernels.js';
import { benchMemory } from './memory.js';
import { benchOutOfCore } from './out-of-core.js';
import { benchQueue } from './queue.js';
import { benchRead } from './read.js';
import { describeMachine, headingOf, writeResults } from './results.js';
import { type BenchSection, renderSection } from './rows.js';
import { benchScaling } from './scaling.js';
import { benchSvm } from './svm.js';
import { benchTfjs } from './tfjs.js';

const sections: Readonly<Record<string, () => BenchSection | Promise<BenchSection>>> = {
  kernels: benchKernels,
  epochs: benchEpochs,
  entries: benchEntries,
  tfjs: benchTfjs,
  memory: benchMemory,
  'out-of-core': benchOutOfCore,
  read: benchRead,
  judges: benchClassifiers,
  svm: benchSvm,
  dense: benchDenseMethods,
  filters: benchFilters,
  'slow-filters': benchSlowFilters,
  forest: benchForest,
  growth: benchGrowth,
  scaling: benchScaling,
  queue: benchQueue,
};

/** These take many minutes and run only when they are named. */
const slow = ['svm', 'dense', 'forest', 'slow-filters', 'out-of-core', 'growth', 'scaling', 'queue'];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(sections, name));
if (unknown !== undefined) {
  console.error(`no bench "${unknown}"; the benches are ${Object.keys(sections).join(', ')}`);
  process.exit(2);
}

const machine = describeMachine();
console.log(headingOf(machine));

const done: (BenchSection & { readonly key: string })[] = [];
const usual = Object.keys(sections).filter((key) => !slow.includes(key));
for (const key of wanted.length > 0 ? wanted : usual) {
  const section = await sections[key]();
  console.log(renderSection(section));
  done.push({ key, ...section });
}

const name = wanted.length > 0 ? `bench-${wanted.join('-')}` : 'bench';
writeResults(name, 'npm run bench', machine, done);
