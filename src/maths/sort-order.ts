/**
 * The order that sorts an array of numbers, ascending and stable, by a radix sort on the bits of the numbers.
 *
 * Read as integers, the bits of positive floats are in the order of the floats; those of negative floats are turned
 * over. A pass in which all numbers share the digit is left out, so whole numbers and short floats take few passes. The
 * upper half of the bits nearly always decides: the lower half is sorted by only among the few that share the upper.
 * Where most numbers are equal, as in a column of counts, one of them is sorted with the others and stands for all.
 */
import { majorityOf } from './majority.js';

const digitBits = 8;
const digitCount = 64 / digitBits;
const bucketCount = 1 << digitBits;
/** More numbers with the same upper half that are out of order are sorted digit by digit. */
const mostTies = 16;

export class Sorter {
  #bits = new Uint32Array(0); // [number][low, high]
  #order = new Int32Array(0);
  #spare = new Int32Array(0);
  /** Where the numbers that are sorted stand among the values, ascending. */
  #places = new Int32Array(0);
  readonly #buckets = new Int32Array(digitCount * bucketCount); // [digit][bucket]

  /** The positions of the first `length` values from smallest to largest. Valid until the next call. */
  order(values: Float64Array, length: number): Int32Array {
    this.#prepare(length);
    const common = majorityOf(values, 0, length);
    const count = this.#choosePlaces(values, length, common);
    const sorted = this.#sort(values, count);
    return count === length ? sorted.subarray(0, length) : this.#spread(sorted, count, values, length, common);
  }

  #prepare(length: number): void {
    if (this.#order.length >= length) return;
    this.#bits = new Uint32Array(2 * length);
    this.#order = new Int32Array(length);
    this.#spare = new Int32Array(length);
    this.#places = new Int32Array(length);
  }

  /** All places, or those of the other numbers and of the first common one where that leaves half of them. */
  #choosePlaces(values: Float64Array, length: number, common: number): number {
    const places = this.#places;
    let count = 0;
    let isNamed = false;
    for (let i = 0; i < length; i++) {
      const isCommon = values[i] === common;
      if (!(isCommon && isNamed)) places[count++] = i;
      isNamed ||= isCommon;
    }
    if (2 * count <= length) return count;
    for (let i = 0; i < length; i++) places[i] = i;
    return length;
  }

  /** The order of the numbers at the first `count` places. */
  #sort(values: Float64Array, count: number): Int32Array {
    this.#fillBits(values, count, false);
    const order = this.#distributeAll(digitCount / 2, count);
    if (this.#settleTies(order, count)) return order;
    this.#fillBits(values, count, true);
    return this.#distributeAll(0, count);
  }

  /** Sorts by the digits from `first` on. */
  #distributeAll(first: number, count: number): Int32Array {
    let order = this.#order;
    let spare = this.#spare;
    for (let i = 0; i < count; i++) order[i] = i;
    for (let digit = first; digit < digitCount; digit++) {
      if (!this.#startBuckets(digit, count)) continue;
      this.#distribute(digit, order, spare, count);
      [order, spare] = [spare, order];
    }
    return order;
  }

  /** Sorts those that share the upper half of their bits by the lower half, one by one; false where too many do. */
  #settleTies(order: Int32Array, count: number): boolean {
    const bits = this.#bits;
    let from = 0;
    for (let i = 1; i < count; i++) {
      const index = order[i];
      if (bits[2 * index + 1] !== bits[2 * order[i - 1] + 1]) from = i;
      const low = bits[2 * index];
      let place = i;
      while (place > from && bits[2 * order[place - 1]] > low) {
        if (i - from > mostTies) return false;
        order[place] = order[place - 1];
        place--;
      }
      order[place] = index;
    }
    return true;
  }

  /** The order of all values: the common ones, which are not in order[0 .. count] but for their first, follow it. */
  #spread(order: Int32Array, count: number, values: Float64Array, length: number, common: number): Int32Array {
    const places = this.#places;
    const whole = order === this.#order ? this.#spare : this.#order;
    let at = 0;
    for (let i = 0; i < count; i++) {
      const first = places[order[i]];
      whole[at++] = first;
      if (values[first] !== common) continue;
      for (let place = first + 1; place < length; place++) if (values[place] === common) whole[at++] = place;
    }
    return whole.subarray(0, length);
  }

  /**
   * Turns the numbers at the first places into 64-bit keys of the same order, and counts how often every digit occurs, those of
   * the lower half where they are asked for.
   */
  #fillBits(values: Float64Array, length: number, countsLower: boolean): void {
    const bits = this.#bits;
    const places = this.#places;
    const buckets = this.#buckets.fill(0);
    const floats = new Float64Array(bits.buffer, 0, length);
    // Adding 0 makes -0 the same key as 0.
    for (let i = 0; i < length; i++) floats[i] = values[places[i]] + 0;
    for (let i = 0; i < 2 * length; i += 2) {
      const mask = bits[i + 1] >>> 31 === 1 ? 0xffffffff : 0;
      const low = (bits[i] ^ mask) >>> 0;
      const high = (bits[i + 1] ^ (mask | 0x80000000)) >>> 0;
      bits[i] = low;
      bits[i + 1] = high;
      for (let d = 0; d < 4; d++) buckets[(d + 4) * bucketCount + ((high >>> (8 * d)) & 255)]++;
      if (!countsLower) continue;
      for (let d = 0; d < 4; d++) buckets[d * bucketCount + ((low >>> (8 * d)) & 255)]++;
    }
  }

  /** Turns the counts of a digit into start places; false where all numbers share it. */
  #startBuckets(digit: number, length: number): boolean {
    const buckets = this.#buckets;
    const from = digit * bucketCount;
    let start = 0;
    for (let b = from; b < from + bucketCount; b++) {
      const count = buckets[b];
      if (count === length) return false;
      buckets[b] = start;
      start += count;
    }
    return true;
  }

  #distribute(digit: number, order: Int32Array, into: Int32Array, length: number): void {
    const buckets = this.#buckets;
    const bits = this.#bits;
    const from = digit * bucketCount;
    const word = digit >> 2;
    const shift = 8 * (digit & 3);
    for (let i = 0; i < length; i++) {
      const index = order[i];
      into[buckets[from + ((bits[2 * index + word] >>> shift) & 255)]++] = index;
    }
  }
}
