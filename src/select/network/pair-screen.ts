/**
 * Features that act in pairs, each of no use alone: the class is told by whether both are high or both are low. Neither a
 * filter nor a tree sees them, and a network finds them by luck, when few of many neurons are theirs.
 *
 * Every feature becomes a bit of every row, above the mean of the row's class or not, so that features that are higher
 * in one class than in another are not taken for pairs. Two features act together where the correlation of their bits
 * differs between the classes:
 *
 *   x^2 = sum over classes of rows(c) * (r(c) - mean r)^2,   by chance a chi-square of classes - 1 degrees of freedom
 *
 * All pairs are tried, so x^2 must be beyond what few such screens of noise would reach, here 1 in 100 (Bonferroni). What a feature has
 * beyond that with the partner that suits it best is its importance.
 */
import { normalQuantile } from '../../maths/normal-quantile.js';
import { finish, type Steps } from '../../turns.js';

const wordBits = 32;
/** That many words of bits are a few tenths of a second. */
const ownLimits: ScreenLimits = { falseAlarms: 0.01, mostWords: 2 ** 25 };
/** As many rows as this are expected to have both bits, and neither, or the class says nothing of the pair. */
const leastExpected = 5;

/** Rows of features in memory: `values[feature * rows + row]`. */
export interface ScreenedRows {
  readonly values: Float32Array;
  readonly featureCount: number;
  readonly labels: Int32Array;
  readonly classCount: number;
}

/** A class in the bits of a feature: its rows, and where its words begin. */
interface ClassPart {
  readonly rows: Int32Array;
  readonly firstWord: number;
  readonly endWord: number;
}

/** They add up to 1; undefined where no pair is beyond chance, or there are too many pairs to try. */
export function pairImportance(rows: ScreenedRows): Float64Array | undefined {
  return finish(pairSteps(rows));
}

export function* pairSteps(rows: ScreenedRows): Steps<Float64Array | undefined> {
  const excess = new Float64Array(rows.featureCount);
  yield* visitPairs(rows, ownLimits, (a, b, beyond) => {
    if (beyond > excess[a]) excess[a] = beyond;
    if (beyond > excess[b]) excess[b] = beyond;
  });
  const total = excess.reduce((sum, value) => sum + value, 0);
  return total > 0 ? excess.map((value) => value / total) : undefined;
}

export interface ScreenLimits {
  /** How many screens of noise in one find a pair. */
  readonly falseAlarms: number;
  /** Words of bits that may be compared; where there are more nothing is. */
  readonly mostWords: number;
}

/** Tells of every pair beyond chance, and by how much its x^2 is. False where there were too many to try, or none. */
export function* visitPairs(
  rows: ScreenedRows,
  { falseAlarms, mostWords }: ScreenLimits,
  visit: (a: number, b: number, beyond: number) => void,
): Steps<boolean> {
  const { featureCount } = rows;
  const parts = partsOf(rows);
  const words = parts.at(-1)?.endWord ?? 0;
  const pairCount = (featureCount * (featureCount - 1)) / 2;
  if (parts.length < 2 || pairCount === 0 || pairCount * words > mostWords) return false;
  const correlate = createBitCorrelations(rows, parts, words);
  const least = chiSquareQuantile(falseAlarms / pairCount, parts.length - 1);
  for (let a = 1; a < featureCount; a++) {
    for (let b = 0; b < a; b++) {
      const beyond = correlate(a, b) - least;
      if (beyond > 0) visit(a, b, beyond);
    }
    yield a * (words + parts.length);
  }
  return true;
}

/** The classes that have enough rows for two halves to meet by chance. */
function partsOf({ labels, classCount }: ScreenedRows): ClassPart[] {
  const rows: number[][] = Array.from({ length: classCount }, () => []);
  labels.forEach((label, row) => {
    rows[label].push(row);
  });
  let endWord = 0;
  return rows
    .filter((own) => own.length >= 4 * leastExpected)
    .map((own) => {
      const firstWord = endWord;
      endWord += Math.ceil(own.length / wordBits);
      return { rows: Int32Array.from(own), firstWord, endWord };
    });
}

/** x^2 of any two features. */
function createBitCorrelations(
  { values, featureCount, labels }: ScreenedRows,
  parts: readonly ClassPart[],
  words: number,
): (a: number, b: number) => number {
  const partCount = parts.length;
  const bits = new Int32Array(featureCount * words);
  const share = new Float64Array(featureCount * partCount);
  /** 1 / deviation of the bits; 0 where too few or too many are set. */
  const factor = new Float64Array(featureCount * partCount);
  for (let feature = 0; feature < featureCount; feature++) {
    const column = values.subarray(feature * labels.length, (feature + 1) * labels.length);
    parts.forEach(({ rows, firstWord }, part) => {
      const set = setBits(bits, feature * words + firstWord, column, rows) / rows.length;
      share[feature * partCount + part] = set;
      const isEven = Math.min(set, 1 - set) >= Math.sqrt(leastExpected / rows.length);
      factor[feature * partCount + part] = isEven ? 1 / Math.sqrt(set * (1 - set)) : 0;
    });
  }
  return (a, b) => {
    let rowCount = 0;
    let sum = 0;
    let squares = 0;
    for (let part = 0; part < partCount; part++) {
      const ofA = a * partCount + part;
      const ofB = b * partCount + part;
      const scale = factor[ofA] * factor[ofB];
      if (scale === 0) continue;
      const { rows, firstWord, endWord } = parts[part];
      let both = 0;
      for (let word = firstWord; word < endWord; word++)
        both += bitCount(bits[a * words + word] & bits[b * words + word]);
      const r = (both / rows.length - share[ofA] * share[ofB]) * scale;
      rowCount += rows.length;
      sum += rows.length * r;
      squares += rows.length * r * r;
    }
    return rowCount === 0 ? 0 : squares - (sum * sum) / rowCount;
  };
}

/** Sets the bits of the rows that are above the mean; how many there are. */
function setBits(bits: Int32Array, first: number, column: Float32Array, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) sum += column[row];
  const mean = sum / rows.length;
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    if (column[rows[i]] > mean) {
      bits[first + (i >> 5)] |= 1 << (i & 31);
      count++;
    }
  }
  return count;
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What a chi-square variable exceeds with this small probability (Wilson and Hilferty 1931). */
function chiSquareQuantile(probability: number, freedom: number): number {
  const part = 2 / (9 * freedom);
  const root = 1 - part - normalQuantile(probability) * Math.sqrt(part);
  return freedom * root * root * root;
}
