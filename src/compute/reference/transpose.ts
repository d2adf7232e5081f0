/** The index of a layer's connections by input neuron: the plain twin of kernels/transpose.ts. */
import type { Views } from './views.js';

export const transposeReference = ({ f32, i32 }: Views) => ({
  transposeIndex(
    columnStart: number,
    row: number,
    transposed: number,
    place: number,
    rowStart: number,
    column: number,
    weight: number,
    inCount: number,
    outCount: number,
    from: number,
    to: number,
  ): void {
    const connections: { readonly i: number; readonly o: number; readonly k: number }[] = [];
    for (let o = 0; o < outCount; o++) {
      for (let k = i32[rowStart / 4 + o]; k < i32[rowStart / 4 + o + 1]; k++) {
        connections.push({ i: i32[column / 4 + k], o, k });
      }
    }
    connections.sort((a, b) => a.i - b.i || a.o - b.o);
    for (let i = from; i < to; i++) i32[columnStart / 4 + i] = connections.filter((one) => one.i < i).length;
    if (to === inCount) i32[columnStart / 4 + inCount] = connections.length;
    connections.forEach(({ i, o, k }, p) => {
      if (i < from || i >= to || row === 0) return;
      i32[row / 4 + p] = o;
      if (place === 0) return;
      f32[transposed / 4 + p] = f32[weight / 4 + k];
      i32[place / 4 + k] = p;
    });
  },
});
