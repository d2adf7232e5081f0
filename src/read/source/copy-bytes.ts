/**
 * The bytes from `from` to `to` in memory of their own. `slice` will not do: that of a Node Buffer, which is a Uint8Array
 * too, shares its memory, and the `buffer` of the result is then the whole of that memory.
 */
export function copyBytes(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.subarray(from, to));
}
