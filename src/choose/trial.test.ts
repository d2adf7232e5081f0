/** The trial of the decoys: what is dealt and counted by hand, and what it finds of decoys that are known to be poor. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSerialEngine, type Engine } from '../compute/engine.js';
import { Pacer } from '../compute/pacer.js';
import { fillNormal } from '../maths/normal.js';
import { createRandom, shuffle } from '../maths/random.js';
import { allRows } from '../matrix/all-rows.js';
import { numberedClasses } from '../target/class-target.js';
import { AugmentedRows } from './augmented-rows.js';
import { scoreMembers } from './model/score-members.js';
import { rankColumns } from './ranked-columns.js';
import { advantageOf, countFalse, dealNear, type Trial, tryDecoys } from './trial.js';

let engine: Engine;
before(async () => {
  engine = await createSerialEngine();
});
after(() => engine.dispose());

test('every row gets the target of one at about its place, never its own, and every target goes to one row', () => {
  const rows = Int32Array.from({ length: 107 }, (_, row) => row);
  const [order, from] = [shuffle(rows.slice(), createRandom(1)), shuffle(rows.slice(), createRandom(2))];
  for (const theirs of [order, from]) {
    const dealt = dealNear(order, theirs, createRandom(3));
    assert.deepEqual(dealt.slice().sort(), rows);
    order.forEach((row, place) => {
      assert.notEqual(dealt[row], row);
      // 107 rows are five parts of 21 or 22.
      const apart = Math.abs(theirs.indexOf(dealt[row]) - place);
      assert.ok(apart < 22, `${apart} places apart`);
    });
  }
});

test('contests of the truth are left out, and those with the largest margins counted', () => {
  const contests = {
    margins: Float64Array.of(9, 8, 7, 6, 5, 0, 4),
    isWon: Uint8Array.of(1, 1, 0, 1, 0, 0, 1),
    decoyCount: 3,
    advantage: 1,
  };
  assert.deepEqual(countFalse(contests, new Set([0]), 3), { won: 2, lost: 1 });
  assert.deepEqual(countFalse(contests, new Set([0]), 20), { won: 3, lost: 2 });
});

test('the advantage is the odds of the features over those of decoys that are alike, and never below 1', () => {
  // A win and three losses more: 3 * (19 + 1) / (27 + 3).
  assert.equal(
    advantageOf(
      [
        { won: 10, lost: 12 },
        { won: 9, lost: 15 },
      ],
      3,
    ),
    2,
  );
  assert.equal(advantageOf([{ won: 9, lost: 27 }], 3), 1);
  assert.equal(advantageOf([{ won: 1, lost: 30 }], 3), 1);
  assert.equal(advantageOf([], 3), 1);
});

/** Blocks of ten columns that share most of what they have; the classes depend on one column of every block. */
async function tried(decoysAre: 'shuffled' | 'alike'): Promise<readonly Trial[]> {
  const [rowCount, blockCount, blockSize, decoyCount] = [600, 8, 10, 3];
  const columnCount = blockCount * blockSize;
  const drawn = (seed: number, count: number) => {
    const values = new Float64Array(count * rowCount);
    fillNormal(values, createRandom(seed));
    return (column: number, row: number) => values[column * rowCount + row];
  };
  const [shared, own] = [drawn(1, blockCount), drawn(2, columnCount * (decoyCount + 1))];
  const cellOf = (member: number, column: number, row: number) =>
    0.95 * shared(Math.floor(column / blockSize), row) + 0.31 * own(member * columnCount + column, row);
  const columns = Float32Array.from({ length: columnCount * rowCount }, (_, at) =>
    cellOf(0, Math.floor(at / rowCount), at % rowCount),
  );
  const labels = Int32Array.from({ length: rowCount }, (_, row) => {
    let sum = 0;
    for (let block = 0; block < blockCount; block++) sum += cellOf(0, block * blockSize, row);
    return Number(sum > 0);
  });
  const pacer = new Pacer({});
  const mark = engine.memory.mark();
  const ranked = await rankColumns(columns, rowCount, { engine, pacer });
  const all = new AugmentedRows(engine, ranked, decoyCount + 1, createRandom(3));
  for (let column = 0; column < columnCount; column++) {
    for (let member = 1; member <= decoyCount; member++) {
      // A row of its own for every row of a decoy takes from it what the block shares.
      const rows = shuffle(allRows({ rowCount }), createRandom(member * columnCount + column));
      all.set(
        column,
        member,
        Float32Array.from(rows, (other, row) => cellOf(member, column, decoysAre === 'alike' ? row : other)),
      );
    }
  }
  const told = { target: numberedClasses(labels, 2) };
  const model = await scoreMembers(all, told, { engine, pacer, random: createRandom(4) });
  const unitOf = Int32Array.from({ length: columnCount }, (_, column) => column);
  const trials: Trial[] = [];
  for (let seed = 5; seed < 11; seed++) {
    trials.push((await tryDecoys(all, told, model, unitOf, { engine, pacer, random: createRandom(seed) }))!);
  }
  engine.memory.release(mark);
  return trials;
}

test('shuffled decoys of columns that repeat each other are found out, and decoys that share what their columns do are not', async () => {
  const poor = await tried('shuffled');
  const good = await tried('alike');
  assert.ok(advantageOf(poor, 3) > 2, JSON.stringify(poor));
  assert.ok(advantageOf(good, 3) < 1.2, JSON.stringify(good));
});
