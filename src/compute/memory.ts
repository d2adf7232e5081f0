/**
 * A bump allocator over the kernels' WebAssembly memory.
 *
 * The memory is shared, so growing it never detaches the views handed out earlier. Blocks are freed all at once, by
 * going back to a mark: a run allocates what it needs at its start and nothing afterwards.
 */
import { UserError } from '../errors.js';

const pageBytes = 65536;
const maximumPages = 65536;
/** Every block starts on a cache line. */
const alignment = 64;

/** A typed block of kernel memory: its address for kernels, its view for TypeScript. */
export interface Block<View> {
  readonly pointer: number;
  readonly view: View;
}

export class ComputeMemory {
  readonly wasm: WebAssembly.Memory;
  // The first page belongs to the kernels' own constants.
  #top = pageBytes;
  /** Memory below was handed out before, so it has to be zeroed when it is handed out again. */
  #touched = pageBytes;
  #peak = pageBytes;

  constructor() {
    this.wasm = new WebAssembly.Memory({ initial: 1, maximum: maximumPages, shared: true });
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
    return { pointer, view: new Float32Array(this.wasm.buffer, pointer, length) };
  }

  float64(length: number): Block<Float64Array> {
    const pointer = this.#take(length * 8);
    return { pointer, view: new Float64Array(this.wasm.buffer, pointer, length) };
  }

  int32(length: number): Block<Int32Array> {
    const pointer = this.#take(length * 4);
    return { pointer, view: new Int32Array(this.wasm.buffer, pointer, length) };
  }

  uint8(length: number): Block<Uint8Array> {
    const pointer = this.#take(length);
    return { pointer, view: new Uint8Array(this.wasm.buffer, pointer, length) };
  }

  /** Where the next block will stand; give it to `release` to free everything allocated after. */
  mark(): number {
    return this.#top;
  }

  release(mark: number): void {
    this.#top = mark;
  }

  /** Fresh blocks are zeroed, also where freed memory is used again. */
  #take(bytes: number): number {
    const pointer = this.#top;
    const end = Math.ceil((pointer + bytes) / alignment) * alignment;
    const haveBytes = this.wasm.buffer.byteLength;
    if (end > haveBytes) this.#grow(Math.ceil((end - haveBytes) / pageBytes));
    new Uint8Array(this.wasm.buffer, pointer, Math.max(0, Math.min(end, this.#touched) - pointer)).fill(0);
    this.#top = end;
    if (end > this.#touched) this.#touched = end;
    if (end > this.#peak) this.#peak = end;
    return pointer;
  }

  #grow(pages: number): void {
    try {
      this.wasm.grow(pages);
    } catch {
      const wanted = ((this.wasm.buffer.byteLength + pages * pageBytes) / 2 ** 30).toFixed(1);
      throw new UserError(
        'failure',
        `the network needs ${wanted} GiB of kernel memory, more than there is (the limit is 4 GiB); ` +
          'use a smaller epsilon, batch size or hidden layer',
      );
    }
  }
}
