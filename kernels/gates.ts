// Gates on the inputs of a network: one factor a row of [feature][batch].

/** out[i][b] = gate[i] * in[i][b] for i in from .. to and `width` columns (a multiple of 4). */
export function scaleRows(out: usize, input: usize, gate: usize, stride: i32, width: i32, from: i32, to: i32): void {
  const bytes = <usize>width << 2;
  for (let i = from; i < to; i++) {
    const row = <usize>i * <usize>stride << 2;
    const g = v128.load32_splat(gate + (<usize>i << 2));
    for (let v: usize = row; v < row + bytes; v += 16) v128.store(out + v, f32x4.mul(g, v128.load(input + v)));
  }
}
