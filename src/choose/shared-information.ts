/**
 * What two columns tell of each other, whatever the shape of the relation: their mutual information in bits,
 *
 *   sum over the table of p(a, b) log2(p(a, b) / (p(a) p(b)))
 *
 * of their values in bins of about equally many rows, less what chance alone makes of such a table,
 * (bins of a - 1)(bins of b - 1) / (2 rows ln 2), and at least 0 (Miller 1955). Equal values share a bin.
 */
import { log } from '../maths/deterministic-math.js';
import { Sorter } from '../maths/sort-order.js';

export interface Binned {
  readonly binOf: Uint8Array;
  readonly binCount: number;
}

const mostBins = 8;
/** A cell of the table has about this many rows where the columns are independent. */
const rowsPerCell = 5;

export function binColumn(values: ArrayLike<number>): Binned {
  const rowCount = values.length;
  const wanted = Math.max(2, Math.min(mostBins, Math.floor(Math.sqrt(rowCount / rowsPerCell))));
  const order = new Sorter().order(Float64Array.from(values), rowCount);
  const binOf = new Uint8Array(rowCount);
  let [bin, part] = [-1, -1];
  for (let first = 0; first < rowCount; ) {
    let last = first;
    while (last + 1 < rowCount && values[order[last + 1]] === values[order[first]]) last++;
    const own = Math.floor((first * wanted) / rowCount);
    if (own !== part) bin++;
    part = own;
    for (let place = first; place <= last; place++) binOf[order[place]] = bin;
    first = last + 1;
  }
  return { binOf, binCount: bin + 1 };
}

export function sharedInformation(a: Binned, b: Binned): number {
  const rowCount = a.binOf.length;
  const table = new Float64Array(a.binCount * b.binCount);
  const [ofA, ofB] = [new Float64Array(a.binCount), new Float64Array(b.binCount)];
  for (let row = 0; row < rowCount; row++) {
    table[a.binOf[row] * b.binCount + b.binOf[row]]++;
    ofA[a.binOf[row]]++;
    ofB[b.binOf[row]]++;
  }
  let nats = 0;
  table.forEach((count, cell) => {
    if (count === 0) return;
    const expected = (ofA[Math.floor(cell / b.binCount)] * ofB[cell % b.binCount]) / rowCount;
    nats += (count / rowCount) * log(count / expected);
  });
  const byChance = ((a.binCount - 1) * (b.binCount - 1)) / (2 * rowCount);
  return Math.max(0, nats - byChance) / Math.LN2;
}
