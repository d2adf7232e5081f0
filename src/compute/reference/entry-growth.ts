/** Gradients of connections that do not exist, from entries: the plain twin of kernels/entry-growth.ts. */
import { layouts } from '../kernels-interface.js';
import { recordAt } from '../records.js';
import { best as bestOf, readList, takenOutputs, writeList } from './growth.js';
import type { Views } from './views.js';

export const entryGrowthReference = (views: Views) => {
  const { f32, i32 } = views;

  /** |gradient| of input neuron j and output neuron o. */
  const gradient = (entries: number, delta: number, stride: number, j: number, o: number): number => {
    const given = recordAt({ buffer: i32.buffer }, 'Entries', entries);
    const start = given.get('featureStart') / 4 + j;
    let sum = f32[given.get('zero') / 4 + j] * f32[given.get('deltaSum') / 4 + o];
    for (let e = i32[start]; e < i32[start + 1]; e++) {
      sum += f32[given.get('value') / 4 + e] * f32[delta / 4 + i32[given.get('row') / 4 + e] * stride + o];
    }
    return Math.fround(Math.abs(sum));
  };

  return {
    bestEntryGradient(
      best: number,
      bestOut: number,
      _scratch: number,
      entries: number,
      delta: number,
      neuron: number,
      stride: number,
      outCount: number,
      floor: number,
      from: number,
      to: number,
      _thread: number,
    ): void {
      for (let a = from; a < to; a++) {
        const gradients = Array.from({ length: outCount }, (_, o) =>
          gradient(entries, delta, stride, i32[neuron / 4 + a], o),
        );
        const top = Math.max(...gradients);
        f32[best / 4 + a] = top >= floor ? top : -1;
        i32[bestOut / 4 + a] = top >= floor ? gradients.indexOf(top) : 0;
      }
    },

    collectEntryGradients(
      list: number,
      listBytes: number,
      wanted: number,
      capacity: number,
      _scratch: number,
      entries: number,
      delta: number,
      neuron: number,
      columnStart: number,
      row: number,
      reserved: number,
      stride: number,
      outCount: number,
      from: number,
      to: number,
      thread: number,
    ): void {
      const mine = list + thread * listBytes;
      const threshold = f32[(mine + layouts.CandidateList.fields.threshold.at) / 4];
      const candidates = readList(views, mine, capacity);
      for (let a = from; a < to; a++) {
        const input = i32[neuron / 4 + a];
        const connected = takenOutputs(views, input, columnStart, row, reserved);
        for (let output = 0; output < outCount; output++) {
          const value = gradient(entries, delta, stride, input, output);
          if (!connected.has(output) && value > threshold) candidates.push({ value, input, output });
        }
      }
      writeList(views, mine, capacity, bestOf(candidates, wanted));
    },
  };
};
