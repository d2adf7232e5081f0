/** Bytes put one after the other, little-endian, in a buffer that grows. */
const firstBytes = 1024;

export class ByteWriter {
  length = 0;
  #bytes = new Uint8Array(firstBytes);
  #view = new DataView(this.#bytes.buffer);

  byte(value: number): void {
    const at = this.#take(1);
    this.#bytes[at] = value;
  }

  short(value: number): void {
    const at = this.#take(2);
    this.#view.setInt16(at, value, true);
  }

  int(value: number): void {
    const at = this.#take(4);
    this.#view.setInt32(at, value, true);
  }

  long(value: number): void {
    const at = this.#take(8);
    this.#view.setBigInt64(at, BigInt(value), true);
  }

  bytes(values: Uint8Array): void {
    const at = this.#take(values.length);
    this.#bytes.set(values, at);
  }

  /** Zeros until the length is a multiple of `size`. */
  align(size: number): void {
    this.#take((size - (this.length % size)) % size);
  }

  /** Writes over what stands there. */
  setInt(at: number, value: number): void {
    this.#view.setInt32(at, value, true);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }

  /** Room for so many bytes, which are zero, and where it begins. The buffer may be another one afterwards. */
  #take(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
