/** The kernels' memory as typed arrays; an address in bytes divided by the element size is an index. */
export interface Views {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly i32: Int32Array;
  readonly u8: Uint8Array;
}

export function viewMemory({ buffer }: { readonly buffer: ArrayBufferLike }): Views {
  return {
    f32: new Float32Array(buffer),
    f64: new Float64Array(buffer),
    i32: new Int32Array(buffer),
    u8: new Uint8Array(buffer),
  };
}
