/**
 * Deals the rows of every epoch: a pass over all of them; where there are many, so many at a time, and the next epoch goes
 * on with the others; where there are few, as many passes as it takes to make enough updates.
 */
export interface EpochLength {
  readonly rowCount: number;
  readonly batchSize: number;
  /** Most rows of an epoch. */
  readonly mostRows: number;
  /** Fewest updates of an epoch, where it can have all of the rows. */
  readonly leastSteps: number;
}

/** The rows of the next epoch, with no more than one pass over them where that is asked for. */
export type Dealer = (isOnce: boolean) => Int32Array;

/** `nextOrder` gives all rows in a new order, always in the same array. */
export function createDealer(nextOrder: () => Int32Array, length: EpochLength): Dealer {
  const passes = passesOf(length);
  return passes > 1 ? dealPasses(nextOrder, length.rowCount, passes) : dealParts(nextOrder, length);
}

function passesOf({ rowCount, batchSize, mostRows, leastSteps }: EpochLength): number {
  return rowCount > mostRows ? 1 : Math.ceil((leastSteps * batchSize) / rowCount);
}

function dealPasses(nextOrder: () => Int32Array, rowCount: number, passes: number): Dealer {
  const dealt = new Int32Array(passes * rowCount);
  return (isOnce) => {
    const now = isOnce ? 1 : passes;
    for (let pass = 0; pass < now; pass++) dealt.set(nextOrder(), pass * rowCount);
    return dealt.subarray(0, now * rowCount);
  };
}

/** A rest that is too short is not dealt. */
function dealParts(nextOrder: () => Int32Array, { rowCount, mostRows }: EpochLength): () => Int32Array {
  const count = Math.min(rowCount, mostRows);
  let order: Int32Array = new Int32Array(0);
  let dealt = 0;
  return () => {
    if (dealt + count > order.length) {
      order = nextOrder();
      dealt = 0;
    }
    dealt += count;
    return order.subarray(dealt - count, dealt);
  };
}
