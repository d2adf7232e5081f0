// Runs every *.test.js under dist with Node's own test runner, and ends with the counts on one line.
// Arguments name parts of file paths: `npm run unit -- compute/` runs the tests whose path contains it.
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../dist', import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(root, { recursive: true })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  // Those of the whole program take longest: begun first, they do not run alone at the end.
  .sort((a, b) => isWhole(b) - isWhole(a) || (a < b ? -1 : 1))
  .map((name) => join(root, name));

if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ') || '*.test.js'}; is the build there? (npm run build)`);
  process.exit(1);
}

const counts = { passed: 0, failed: 0, skipped: 0 };
// One more than there are cores, because browsers, servers and Python are waited for.
const stream = run({ files, concurrency: cpus().length + 1 });
stream.on('test:pass', (event) => count(event, 'passed'));
stream.on('test:fail', (event) => count(event, 'failed'));
stream.compose(new spec()).pipe(process.stdout);
stream.on('end', () => {
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
  process.on('exit', () => {
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  });
});

function isWhole(name) {
  return Number(name.startsWith('test'));
}

function count(event, outcome) {
  if (event.details.type === 'suite') return;
  counts[event.skip !== undefined || event.todo !== undefined ? 'skipped' : outcome]++;
}
