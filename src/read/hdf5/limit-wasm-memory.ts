/**
 * Keeps every WebAssembly memory of this thread below a limit: growing past it fails as it does where the machine has
 * no more. For a worker that reads files with h5wasm, which grows its memory from JavaScript.
 */
const pageBytes = 65536;

export interface MemoryGuard {
  /** The largest size that a memory grew to. */
  readonly bytes: number;
  /** Whether the limit was met. */
  readonly isMet: boolean;
}

export function limitWasmMemory(limitBytes: number): MemoryGuard {
  const guard = { bytes: 0, isMet: false };
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
    const bytes = this.buffer.byteLength + pages * pageBytes;
    if (bytes > limitBytes) {
      guard.isMet = true;
      throw new RangeError(`WebAssembly memory may not grow past ${limitBytes} bytes`);
    }
    guard.bytes = Math.max(guard.bytes, bytes);
    return grow.call(this, pages);
  };
  return guard;
}
