/**
 * A bump allocator over the kernels' memory.
 *
 * The memory is shared, so growing it never detaches the views handed out earlier. Blocks are freed all at once, by
 * going back to a mark: a run allocates what it needs at its start and nothing afterwards.
 */
import { UserError } from '../errors.js';
import type { Address } from './address.js';
import type { LinearMemory } from './backend.js';

/** The start of the memory belongs to the kernels' own constants. */
const firstFree = 65536;
/** Every block starts on a cache line. */
const alignment = 64;

/** A typed block of kernel memory: its address for kernels, its view for TypeScript. */
export interface Block<View> {
  readonly pointer: Address;
  readonly view: View;
}

export class ComputeMemory {
  readonly #memory: LinearMemory;
  #top = firstFree;
  /** Memory below was handed out before, so it has to be zeroed when it is handed out again. */
  #touched = firstFree;
  #peak = firstFree;

  constructor(memory: LinearMemory) {
    this.#memory = memory;
  }

  /** All of it, as it is now; addresses count from its start. */
  get buffer(): ArrayBufferLike {
    return this.#memory.buffer;
  }

  /** Highest number of bytes in use at once, since the start or the last `resetPeak`. */
  get peakBytes(): number {
    return this.#peak;
  }

  /** Measures the peak anew, from what is in use now. */
  resetPeak(): void {
    this.#peak = this.#top;
  }

  float32(length: number): Block<Float32Array> {
    const pointer = this.#take(length * 4);
    return { pointer, view: new Float32Array(this.buffer, pointer, length) };
  }

  float64(length: number): Block<Float64Array> {
    const pointer = this.#take(length * 8);
    return { pointer, view: new Float64Array(this.buffer, pointer, length) };
  }

  int32(length: number): Block<Int32Array> {
    const pointer = this.#take(length * 4);
    return { pointer, view: new Int32Array(this.buffer, pointer, length) };
  }

  uint8(length: number): Block<Uint8Array> {
    const pointer = this.#take(length);
    return { pointer, view: new Uint8Array(this.buffer, pointer, length) };
  }

  /** Where the next block will stand; give it to `release` to free everything allocated after. */
  mark(): number {
    return this.#top;
  }

  release(mark: number): void {
    this.#top = mark;
  }

  /** Fresh blocks are zeroed, also where freed memory is used again. */
  #take(bytes: number): Address {
    const pointer = this.#top as Address;
    const end = Math.ceil((pointer + bytes) / alignment) * alignment;
    const haveBytes = this.buffer.byteLength;
    if (end > haveBytes) this.#grow(end - haveBytes);
    // As doubles: V8 fills shared memory number by number. Blocks are whole cache lines.
    new Float64Array(this.buffer, pointer, Math.max(0, Math.min(end, this.#touched) - pointer) / 8).fill(0);
    this.#top = end;
    if (end > this.#touched) this.#touched = end;
    if (end > this.#peak) this.#peak = end;
    return pointer;
  }

  #grow(bytes: number): void {
    try {
      this.#memory.grow(bytes);
    } catch {
      const wanted = (this.buffer.byteLength + bytes) / 2 ** 30;
      throw new UserError(
        // Beyond the limit it was asked for too much, whatever the machine has.
        wanted > 4 ? 'usage' : 'failure',
        `the network needs ${wanted.toFixed(1)} GiB of kernel memory, more than there is (the limit is 4 GiB); ` +
          'use a smaller epsilon, batch size or hidden layer',
      );
    }
  }
}
