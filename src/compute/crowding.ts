/**
 * Notices when the machine is too busy with other things for threads to help.
 *
 * A kernel is done when the last thread is; on a crowded machine a thread may wait milliseconds for its turn, longer than
 * the whole kernel takes. After some such waits the coordinator does all parts itself for a while, then tries again. Which
 * thread does a part does not change its result, so nothing that is computed depends on this.
 */
export interface Crowding {
  /** Whether the coordinator should do the next kernel alone. */
  isAlone(): boolean;
  /** Tells how long the coordinator's own part took, and how long it then waited for the others, in milliseconds. */
  note(own: number, waited: number): void;
}

/** A wait counts against the threads when it is longer than this, and than twice the coordinator's own part. */
const longWait = 0.5;
/** Long waits, less short ones, after which the coordinator goes on alone; after a try it takes fewer. */
const mostLongWaits = 8;
const mostLongWaitsInTrial = 3;
const kernelsAlone = 200;

export function createCrowding(): Crowding {
  let longWaits = 0;
  let aloneLeft = 0;
  return {
    isAlone() {
      if (aloneLeft === 0) return false;
      aloneLeft--;
      return true;
    },
    note(own, waited) {
      const isLong = waited > longWait && waited > 2 * own;
      longWaits = Math.max(0, longWaits + (isLong ? 1 : -1));
      if (longWaits < mostLongWaits) return;
      longWaits = mostLongWaits - mostLongWaitsInTrial;
      aloneLeft = kernelsAlone;
    },
  };
}
