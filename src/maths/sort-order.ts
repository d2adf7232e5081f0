/**
 * The order that sorts an array of numbers, ascending and stable, by a radix sort on the bits of the numbers.
 *
 * Read as integers, the bits of positive floats are in the order of the floats; those of negative floats are turned
 * over. A pass in which all numbers share the digit is left out, so whole numbers and short floats take few passes.
 */

const digitBits = 8;
const digitCount = 64 / digitBits;
const bucketCount = 1 << digitBits;

export class Sorter {
  #bits = new Uint32Array(0); // [number][low, high]
  #order = new Int32Array(0);
  #spare = new Int32Array(0);
  readonly #buckets = new Int32Array(digitCount * bucketCount); // [digit][bucket]

  /** The positions of the first `length` values from smallest to largest. Valid until the next call. */
  order(values: Float64Array, length: number): Int32Array {
    this.#prepare(length);
    this.#fillBits(values, length);
    let order = this.#order;
    let spare = this.#spare;
    for (let i = 0; i < length; i++) order[i] = i;
    for (let digit = 0; digit < digitCount; digit++) {
      if (!this.#startBuckets(digit, length)) continue;
      this.#distribute(digit, order, spare, length);
      [order, spare] = [spare, order];
    }
    return order.subarray(0, length);
  }

  #prepare(length: number): void {
    if (this.#order.length >= length) return;
    this.#bits = new Uint32Array(2 * length);
    this.#order = new Int32Array(length);
    this.#spare = new Int32Array(length);
  }

  /** Turns numbers into 64-bit keys of the same order, and counts how often every digit occurs. */
  #fillBits(values: Float64Array, length: number): void {
    const bits = this.#bits;
    const buckets = this.#buckets.fill(0);
    const floats = new Float64Array(bits.buffer, 0, length);
    // Adding 0 makes -0 the same key as 0.
    for (let i = 0; i < length; i++) floats[i] = values[i] + 0;
    for (let i = 0; i < 2 * length; i += 2) {
      const mask = bits[i + 1] >>> 31 === 1 ? 0xffffffff : 0;
      const low = (bits[i] ^ mask) >>> 0;
      const high = (bits[i + 1] ^ (mask | 0x80000000)) >>> 0;
      bits[i] = low;
      bits[i + 1] = high;
      for (let d = 0; d < 4; d++) {
        buckets[d * bucketCount + ((low >>> (8 * d)) & 255)]++;
        buckets[(d + 4) * bucketCount + ((high >>> (8 * d)) & 255)]++;
      }
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
