/**
 * Draws which pixels each method chooses, for the pages of the methods: `node dist/bench/method-pictures.js [METHOD ...]`.
 *
 * Every method gets the same 1,000 images of MNIST, seed 1 and K = 50; networks are smaller than by default, so that all
 * methods together take a few minutes. A picture is the mean image in grey with the chosen pixels over it, the first
 * ones darkest. `docs/images/methods/choices.json` keeps the choices, and `all.svg` shows the methods side by side.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSerialEngine } from '../src/compute/engine.js';
import { createRandom } from '../src/maths/random.js';
import { methods } from '../src/select/registry.js';
import { resolveOptions } from '../src/select/resolve-options.js';
import type { TrainingSet } from '../src/types.js';
import { mnistSet } from './bench-sets.js';

const [rowCount, k, seed, side, cell] = [1000, 50, 1, 28, 8];
const sparse = { epochs: 40, hidden: [200, 200, 200] };
const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  neurofs: sparse,
  'neurofs-random-growth': sparse,
  quickselection: sparse,
  rigl: sparse,
  lassonet: { hidden: 100, epochs: 40, pathEpochs: 3, pathMultiplier: 1.05 },
  stg: { hidden: [200, 200, 200] },
};

type Choices = Record<string, readonly number[]>;

const folder = fileURLToPath(new URL('../../docs/images/methods/', import.meta.url));
const choicesFile = `${folder}choices.json`;
mkdirSync(folder, { recursive: true });
const { training } = await mnistSet(rowCount);
const known: Choices = existsSync(choicesFile) ? JSON.parse(readFileSync(choicesFile, 'utf8')) : {};
const wanted = process.argv.slice(2);
const choices = await choose(training, wanted.length > 0 ? wanted : methods.map(({ name }) => name), known);
writeFileSync(choicesFile, `${JSON.stringify(choices)}\n`);
const background = drawMean(training);
for (const [name, pixels] of Object.entries(choices)) {
  writeFileSync(`${folder}${name}.svg`, drawAlone(name, background, pixels));
}
writeFileSync(`${folder}all.svg`, drawAll(background, choices));

/** The first K pixels of every wanted method, and what is known of the others, in the order of the registry. */
async function choose(set: TrainingSet, names: readonly string[], before: Choices): Promise<Choices> {
  const engine = await createSerialEngine();
  const found: Record<string, readonly number[]> = {};
  for (const method of methods) {
    const { name } = method;
    if (!names.includes(name)) {
      if (before[name]) found[name] = before[name];
      continue;
    }
    const started = process.cpuUsage();
    const options = resolveOptions(method, settings[name] ?? {});
    const { ranking } = await method.select(set, k, options, { random: createRandom(seed), engine });
    found[name] = Array.from(ranking.subarray(0, k));
    console.log(`${name}: ${(process.cpuUsage(started).user / 1e6).toFixed(1)} s`);
  }
  engine.dispose();
  return found;
}

/** The mean image in eight greys, runs of equal pixels as one rectangle. */
function drawMean({ matrix }: TrainingSet): string {
  if (matrix.kind !== 'dense') throw new Error('MNIST is a dense matrix');
  const level = Array.from({ length: side * side }, (_, pixel) => {
    let sum = 0;
    for (let row = 0; row < rowCount; row++) sum += matrix.values[row * side * side + pixel];
    return Math.round((7 * sum) / rowCount / 160);
  });
  let drawn = `<rect width="${side * cell}" height="${side * cell}" fill="#fff"/>`;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; ) {
      let end = x + 1;
      while (end < side && level[y * side + end] === level[y * side + x]) end++;
      const grey = 255 - 16 * level[y * side + x];
      if (grey < 255) drawn += rectangle(x, y, end - x, `rgb(${grey},${grey},${grey})`);
      x = end;
    }
  }
  return drawn;
}

/** The chosen pixels, from dark red for the first to orange for the last. */
function drawChoice(pixels: readonly number[]): string {
  const colour = (place: number) => {
    const share = place / (k - 1);
    return `rgb(${Math.round(110 + 145 * share)},${Math.round(10 + 140 * share)},${Math.round(20 + 10 * share)})`;
  };
  return pixels.map((pixel, place) => rectangle(pixel % side, Math.floor(pixel / side), 1, colour(place))).join('');
}

function rectangle(x: number, y: number, width: number, fill: string): string {
  return `<rect x="${x * cell}" y="${y * cell}" width="${width * cell}" height="${cell}" fill="${fill}"/>`;
}

function drawAlone(name: string, mean: string, pixels: readonly number[]): string {
  const size = side * cell;
  const title = `<title>The ${k} pixels of MNIST that ${name} chooses</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${title}${mean}${drawChoice(pixels)}</svg>\n`;
}

function drawAll(mean: string, all: Choices): string {
  const columns = 4;
  const size = side * cell;
  const [stepX, stepY] = [size + 16, size + 36];
  const panels = Object.entries(all).map(([name, pixels], place) => {
    const [x, y] = [8 + (place % columns) * stepX, 28 + Math.floor(place / columns) * stepY];
    const label = `<text x="0" y="-8" font-family="sans-serif" font-size="15" fill="#222">${name}</text>`;
    return `<g transform="translate(${x} ${y})">${label}<use href="#mean"/>${drawChoice(pixels)}</g>`;
  });
  const width = columns * stepX;
  const height = Math.ceil(panels.length / columns) * stepY;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>The ${k} pixels of MNIST that each method chooses</title><rect width="${width}" height="${height}" fill="#f4f4f4"/><defs><g id="mean">${mean}</g></defs>${panels.join('')}</svg>\n`;
}
