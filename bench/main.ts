/** `npm run bench [SECTION ...]`: prints tables and writes bench/results/bench.json and bench.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchClassifiers } from './classifiers.js';
import { benchDenseMethods } from './dense-methods.js';
import { benchEpochs } from './epochs.js';
import { benchFilters, benchSlowFilters } from './filters.js';
import { benchKernels } from './kernels.js';
import { benchMemory } from './memory.js';
import { benchOutOfCore } from './out-of-core.js';
import { benchRead } from './read.js';
import { type BenchSection, renderSection } from './rows.js';
import { benchTfjs } from './tfjs.js';

const sections: Readonly<Record<string, () => BenchSection | Promise<BenchSection>>> = {
  kernels: benchKernels,
  epochs: benchEpochs,
  tfjs: benchTfjs,
  memory: benchMemory,
  'out-of-core': benchOutOfCore,
  read: benchRead,
  classifiers: benchClassifiers,
  dense: benchDenseMethods,
  filters: benchFilters,
  'slow-filters': benchSlowFilters,
};

/** These take many minutes and run only when they are named. */
const slow = ['dense', 'slow-filters', 'out-of-core'];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(sections, name));
if (unknown !== undefined) {
  console.error(`no bench "${unknown}"; the benches are ${Object.keys(sections).join(', ')}`);
  process.exit(2);
}

const machine = {
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
};
const heading = `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGigabytes} GiB, Node ${machine.node}, ${machine.date}.\n`;
console.log(heading);

const done: (BenchSection & { readonly key: string })[] = [];
const usual = Object.keys(sections).filter((key) => !slow.includes(key));
for (const key of wanted.length > 0 ? wanted : usual) {
  const section = await sections[key]();
  console.log(renderSection(section));
  done.push({ key, ...section });
}

const folder = fileURLToPath(new URL('../../bench/results/', import.meta.url));
mkdirSync(folder, { recursive: true });
const name = wanted.length > 0 ? `bench-${wanted.join('-')}` : 'bench';
writeFileSync(`${folder}${name}.json`, `${JSON.stringify({ machine, sections: done }, null, 1)}\n`);
writeFileSync(
  `${folder}${name}.md`,
  `# Bench\n\nMade by \`npm run bench\`. ${heading}\n${done.map(renderSection).join('\n')}`,
);
console.log(`Wrote bench/results/${name}.json and .md`);
