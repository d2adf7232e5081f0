/** Every figure here was worked out by hand from the formulas in the heads of contests.ts and e-values.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contests, findCut, holdContests } from './contests.js';
import { promise, weighEvidence } from './e-values.js';

/** Margins with a sign: above 0 the feature won. One decoy each. */
const signed = (...w: number[]): Contests => ({
  margins: Float64Array.from(w, Math.abs),
  isWon: Uint8Array.from(w, (each) => (each > 0 ? 1 : 0)),
  decoyCount: 1,
  advantage: 1,
});

test('with one decoy the margin is the size of the difference and the winner its sign', () => {
  const { margins, isWon, decoyCount } = holdContests([
    [5, 1, 2],
    [2, 4, 2],
  ]);
  assert.deepEqual([...margins], [3, 3, 0]);
  assert.deepEqual([...isWon], [1, 0, 0]);
  assert.equal(decoyCount, 1);
});

test('with three decoys the margin is the highest score less the median of the others', () => {
  const { margins, isWon } = holdContests([
    [9, 1],
    [4, 8],
    [6, 2],
    [1, 3],
  ]);
  assert.deepEqual([...margins], [9 - 4, 8 - 2]);
  assert.deepEqual([...isWon], [1, 0]);
});

test('the cut is the smallest margin at which (1 + lost) / decoys is at most the rate times won', () => {
  // Wins at 10, 9, 8, 7, 6 and 3, a loss at 5. At 0.2: five wins and no loss give 1 <= 1; at 3, 2 <= 1.2 does not hold.
  const contests = signed(10, 9, 8, 7, 6, -5, 3);
  assert.deepEqual(findCut(contests, 0.2), { margin: 6, won: 5, lost: 0 });
  // At 0.34: 2 <= 0.34 * 6 = 2.04 holds at 3.
  assert.deepEqual(findCut(contests, 0.34), { margin: 3, won: 6, lost: 1 });
  assert.equal(findCut(contests, 0.1), undefined);
  // Three decoys: (1 + 0) / 3 <= 0.1 * 4 holds, with one win fewer it would not.
  assert.deepEqual(findCut({ ...signed(4, 3, 2, 1), decoyCount: 3 }, 0.1), { margin: 1, won: 4, lost: 0 });
  assert.equal(findCut({ ...signed(4, 3, 2), decoyCount: 3 }, 0.1), undefined);
});

test('where false features win more often than decoys, that many more are taken to be false', () => {
  // Three decoys, twice as often: 2 * (1 + 0) / 3 <= 0.1 * 7 holds, with one win fewer it would not.
  const twice = { decoyCount: 3, advantage: 2 };
  assert.deepEqual(findCut({ ...signed(7, 6, 5, 4, 3, 2, 1), ...twice }, 0.1), { margin: 1, won: 7, lost: 0 });
  assert.equal(findCut({ ...signed(6, 5, 4, 3, 2, 1), ...twice }, 0.1), undefined);
  // The evidence is half of what it was: 7 features * 3 decoys / 2.
  assert.deepEqual(
    [...weighEvidence([{ ...signed(7, 6, 5, 4, 3, 2, 1), ...twice }], 0.1).eValues],
    Array(7).fill(10.5),
  );
});

test('equal margins are in or out together', () => {
  // At 2, three wins and a loss: 2 <= 0.5 * 3 does not hold, though 1 <= 0.5 * 3 would without the loss.
  assert.equal(findCut(signed(2, 2, -2, 2), 0.5), undefined);
});

test('one round is the knockoff filter: what won above the cut is promised', () => {
  const { promised, eValues } = weighEvidence([signed(10, 9, 8, 7, 6, -5, 3)], 0.2);
  assert.deepEqual(promised, [0, 1, 2, 3, 4]);
  // 7 features, 1 decoy, nothing lost: 7 / 1.
  assert.deepEqual([...eValues], [7, 7, 7, 7, 7, 0, 0]);
});

test('over rounds e-values are averaged, and the k largest are promised where each is at least features / (rate * k)', () => {
  // Half the rate, 0.25, is cut at four wins without a loss. Feature 4 wins in the first round alone, 5 in the second.
  const rounds = [signed(9, 8, 7, 6, 5, -1), signed(9, 8, 7, 6, -1, 5)];
  const { eValues, promised } = weighEvidence(rounds, 0.5);
  assert.deepEqual([...eValues], [6, 6, 6, 6, 3, 3]);
  // k = 6 needs 6 / (0.5 * 6) = 2: all six.
  assert.deepEqual(promised, [0, 1, 2, 3, 4, 5]);
  // By hand at 0.4: 6 / (0.4 * 6) = 2.5 <= 3, still all; at 0.3: 3.33 for six, 3.33 * 6 / 4 = 5 for four.
  assert.deepEqual(promise(eValues, 0.4), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(promise(eValues, 0.3), [0, 1, 2, 3]);
  assert.deepEqual(promise(eValues, 0.2), []);
});

test('nothing is promised where no feature wins', () => {
  assert.deepEqual(weighEvidence([signed(-3, -2, -1), signed(0, 0, 0)], 0.9).promised, []);
});
