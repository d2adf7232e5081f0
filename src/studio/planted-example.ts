/** A generated table with known answers: planted columns tell the classes apart, mixed ones repeat them, the rest is noise. */
import { type ClassificationOptions, makeClassification } from '../make-classification.js';

export const plantedExample = {
  rowCount: 800,
  featureCount: 300,
  informativeCount: 8,
  redundantCount: 4,
  classCount: 4,
  separation: 1,
  seed: 11,
} as const;

/** As CSV, so that it can be saved and given to the command line. Columns are named by what they are. */
export function* plantedCsv(options: ClassificationOptions = plantedExample): Generator<string> {
  const { values, labels, informative, redundant } = makeClassification(options);
  const { featureCount, rowCount } = options;
  const counts = { planted: 0, mixed: 0, noise: 0 };
  const names = Array.from({ length: featureCount }, (_, feature) => {
    const kind = informative.has(feature) ? 'planted' : redundant.has(feature) ? 'mixed' : 'noise';
    counts[kind]++;
    return `${kind}-${counts[kind]}`;
  });
  yield `${names.join(',')},class\n`;
  for (let row = 0; row < rowCount; row++) {
    const cells = values.subarray(row * featureCount, (row + 1) * featureCount);
    yield `${Array.from(cells, (cell) => String(Number(cell.toFixed(3)))).join(',')},${'ABCDEFGH'[labels[row]]}\n`;
  }
}
