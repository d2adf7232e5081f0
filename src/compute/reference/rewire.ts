/** Takes connections out of a layer and puts new ones in: the plain twin of kernels/rewire.ts. */
import { layouts } from '../kernels-interface.js';
import type { Views } from './views.js';

const cutFields = layouts.Cut.fields;

interface Connection {
  readonly o: number;
  readonly i: number;
  /** Weight, velocity and first weight. */
  readonly values: readonly number[];
}

export const rewireReference = ({ f32, i32 }: Views) => {
  const connectionsOf = (
    rowStart: number,
    column: number,
    arrays: readonly number[],
    outCount: number,
  ): Connection[] => {
    const found: Connection[] = [];
    for (let o = 0; o < outCount; o++) {
      for (let k = i32[rowStart / 4 + o]; k < i32[rowStart / 4 + o + 1]; k++) {
        found.push({ o, i: i32[column / 4 + k], values: arrays.map((array) => f32[array / 4 + k]) });
      }
    }
    return found;
  };
  const write = (
    connections: readonly Connection[],
    rowStart: number,
    column: number,
    arrays: readonly number[],
    outCount: number,
  ): void => {
    for (let o = 0; o <= outCount; o++) {
      i32[rowStart / 4 + o] = connections.filter((connection) => connection.o < o).length;
    }
    connections.forEach(({ i, values }, k) => {
      i32[column / 4 + k] = i;
      for (const [place, array] of arrays.entries()) f32[array / 4 + k] = values[place];
    });
  };

  return {
    dropConnections(
      rowStart: number,
      column: number,
      weight: number,
      velocity: number,
      initial: number,
      magnitude: number,
      cut: number,
      outCount: number,
    ): void {
      const arrays = [weight, velocity, initial];
      const threshold = f32[(cut + cutFields.threshold.at) / 4];
      let ties = i32[(cut + cutFields.ties.at) / 4];
      const kept = connectionsOf(rowStart, column, arrays, outCount).filter((_, k) => {
        const size = f32[magnitude / 4 + k];
        return size > threshold || (size === threshold && ties-- <= 0);
      });
      write(kept, rowStart, column, arrays, outCount);
    },

    groupByOutput(
      start: number,
      columns: number,
      _next: number,
      _order: number,
      input: number,
      output: number,
      count: number,
      _inCount: number,
      outCount: number,
    ): void {
      const grown = Array.from({ length: count }, (_, k) => ({ i: i32[input / 4 + k], o: i32[output / 4 + k] }));
      grown.sort((a, b) => a.o - b.o || a.i - b.i);
      for (let o = 0; o <= outCount; o++) i32[start / 4 + o] = grown.filter((one) => one.o < o).length;
      i32.set(
        grown.map(({ i }) => i),
        columns / 4,
      );
    },

    insertConnections(
      rowStart: number,
      column: number,
      weight: number,
      velocity: number,
      initial: number,
      start: number,
      columns: number,
      outCount: number,
    ): void {
      const arrays = [weight, velocity, initial];
      const all = connectionsOf(rowStart, column, arrays, outCount);
      for (let o = 0; o < outCount; o++) {
        for (let fresh = i32[start / 4 + o]; fresh < i32[start / 4 + o + 1]; fresh++) {
          all.push({ o, i: i32[columns / 4 + fresh], values: [0, 0, 0] });
        }
      }
      all.sort((a, b) => a.o - b.o || a.i - b.i);
      write(all, rowStart, column, arrays, outCount);
    },
  };
};
