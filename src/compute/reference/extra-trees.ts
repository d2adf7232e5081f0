/**
 * Extremely randomised trees: the plain twin of kernels/extra-trees.ts. It grows each tree in one call, by recursion,
 * and gives the same votes and gains to the last bit.
 */
import { recordAt } from '../records.js';
import type { Views } from './views.js';

const leafVotes = 2 ** 30;
const gainUnits = 2 ** 30;
const valueGainUnits = 2 ** -30;
const constantWidth = Math.fround(1e-7);
const wordMask = (1n << 64n) - 1n;

function mix(value: bigint): bigint {
  value = ((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n) & wordMask;
  value = ((value ^ (value >> 27n)) * 0x94d049bb133111ebn) & wordMask;
  return value ^ (value >> 31n);
}

/** The nearest whole number, the even one of two: what the kernel's `nearest` gives. */
function roundToEven(value: number): number {
  const low = Math.floor(value);
  const over = value - low;
  if (over !== 0.5) return over < 0.5 ? low : low + 1;
  return low % 2 === 0 ? low : low + 1;
}

const draw = (key: bigint, n: number) => mix((key + 0x9e3779b97f4a7c15n * BigInt(n + 1)) & wordMask) >> 32n;
const childKey = (key: bigint, side: bigint) => mix((mix(key ^ 0x5851f42d4c957f2dn) + side) & wordMask);

export const extraTreesReference = ({ f32, f64, i32 }: Views) => ({
  growTrees(trees: number, size: number, _budget: number, from: number, to: number): void {
    for (let tree = from; tree < to; tree++) grow(trees + tree * size);

    function grow(at: number): void {
      const record = recordAt({ buffer: i32.buffer }, 'Tree', at);
      const field = record.get;
      const [trainRows, testRows, classCount] = [field('trainRows'), field('testRows'), field('classCount')];
      const [targets, weighted, weights] = [field('targets') / 8, field('weighted') / 8, field('weights') / 8];
      const labels = i32.slice(field('trainLabel') / 4, field('trainLabel') / 4 + trainRows);
      const trainAt = (feature: number, row: number) => f32[field('train') / 4 + feature * trainRows + row];
      const testAt = (feature: number, row: number) => f32[field('test') / 4 + feature * testRows + row];
      const root = recordAt({ buffer: i32.buffer }, 'WaitingNode', field('stack'));
      const key = BigInt(root.get('keyLow')) | (BigInt(root.get('keyHigh')) << 32n);
      const count = (length: number) => Array.from({ length }, (_, i) => i);
      const rows = field('trainIndex') / 4;
      growNode([...i32.slice(rows, rows + root.get('trainTo'))], count(testRows), key);
      record.set({ waiting: 0 });

      function growNode(train: number[], test: number[], key: bigint): void {
        const total = countClasses(train);
        const split = isMixed(train, total) ? chooseSplit(train, total, key) : undefined;
        if (!split) {
          voteLeaf(total, sizeOf(train), test);
          return;
        }
        const { feature, threshold } = split;
        if (field('gains') > 0) addGain(feature, split.score, total, sizeOf(train));
        const left = (row: number) => trainAt(feature, row) <= threshold;
        const testLeft = (row: number) => testAt(feature, row) <= threshold;
        growNode(train.filter(left), test.filter(testLeft), childKey(key, 1n));
        growNode(
          train.filter((row) => !left(row)),
          test.filter((row) => !testLeft(row)),
          childKey(key, 2n),
        );
      }

      /** How many rows there are, as they count. */
      function sizeOf(rows: number[]): number {
        return targets === 0 ? rows.length : rows.reduce((sum, row) => sum + f64[weights + row], 0);
      }

      /** Rows of every class, or the sums of the rows' numbers as they count. */
      function countClasses(rows: number[]): number[] {
        const counts = new Array<number>(classCount).fill(0);
        for (const row of rows) {
          if (targets === 0) counts[labels[row]]++;
          else
            for (let output = 0; output < classCount; output++)
              counts[output] += f64[weighted + row * classCount + output];
        }
        return counts;
      }

      function targetAt(row: number, output: number): number {
        return f64[targets + row * classCount + output];
      }

      function isMixed(rows: number[], total: number[]): boolean {
        if (targets === 0) return total.filter((n) => n > 0).length > 1;
        return total.some((_, output) => rows.some((row) => targetAt(row, output) !== targetAt(rows[0], output)));
      }

      function chooseSplit(rows: number[], total: number[], key: bigint) {
        const features = count(field('featureCount'));
        let best: { feature: number; threshold: number; score: number } | undefined;
        for (let drawn = 0; drawn < features.length && (drawn < field('tryCount') || !best); drawn++) {
          const chosen = drawn + Number((draw(key, 2 * drawn) * BigInt(features.length - drawn)) >> 32n);
          [features[drawn], features[chosen]] = [features[chosen], features[drawn]];
          const feature = features[drawn];
          const values = rows.map((row) => trainAt(feature, row));
          const lowest = Math.min(...values);
          const highest = Math.max(...values);
          if (highest <= Math.fround(lowest + constantWidth)) continue;
          const share = Number(draw(key, 2 * drawn + 1)) / 2 ** 32;
          let threshold = Math.fround(lowest + share * (highest - lowest));
          if (threshold >= highest) threshold = lowest;
          const score = scoreSplit(
            rows.filter((_, i) => values[i] <= threshold),
            total,
            sizeOf(rows),
          );
          if (!best || score > best.score) best = { feature, threshold, score };
        }
        return best;
      }

      function scoreSplit(leftRows: number[], total: number[], size: number): number {
        const left = countClasses(leftRows);
        const leftSum = left.reduce((sum, n) => sum + n * n, 0);
        const rightSum = left.reduce((sum, n, label) => sum + (total[label] - n) ** 2, 0);
        const leftSize = sizeOf(leftRows);
        return leftSum / leftSize + rightSum / (size - leftSize);
      }

      function addGain(feature: number, score: number, total: number[], size: number): void {
        const squares = total.reduce((sum, n) => sum + n * n, 0);
        f64[field('gains') / 8 + feature] += roundToEven(
          (score - squares / size) * (targets === 0 ? gainUnits : valueGainUnits),
        );
      }

      function voteLeaf(total: number[], size: number, test: number[]): void {
        for (const row of test) {
          total.forEach((n, label) => {
            const share = targets === 0 ? (n * leafVotes) / size : n / size;
            f64[field('votes') / 8 + row * classCount + label] += roundToEven(share);
          });
        }
      }
    }
  },
});
