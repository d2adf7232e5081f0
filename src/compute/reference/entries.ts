/** The first layer on inputs most of which are zero: the plain twin of kernels/entries.ts and kernels/entry-record.ts. */
import { recordAt } from '../records.js';
import { activate } from './forward.js';
import { momentumStep } from './momentum-step.js';
import type { Views } from './views.js';

export const entriesReference = ({ f32, i32 }: Views) => {
  const layerOf = (table: number) => recordAt({ buffer: i32.buffer }, 'Layer', table);
  const entriesOf = (entries: number) => recordAt({ buffer: i32.buffer }, 'Entries', entries);

  /** The connections from input neuron j: place in the transposed index, output neuron. */
  const connectionsFrom = (table: number, j: number): { place: number; output: number }[] => {
    const layer = layerOf(table);
    const [start, end] = [0, 1].map((next) => i32[layer.get('columnStart') / 4 + j + next]);
    return Array.from({ length: end - start }, (_, at) => ({
      place: start + at,
      output: i32[layer.get('row') / 4 + start + at],
    }));
  };

  /** The entries of feature j: row and value. */
  const entriesOfFeature = (entries: number, j: number): { row: number; value: number }[] => {
    const given = entriesOf(entries);
    const [first, end] = [0, 1].map((next) => i32[given.get('featureStart') / 4 + j + next]);
    return Array.from({ length: end - first }, (_, e) => ({
      row: i32[given.get('row') / 4 + first + e],
      value: f32[given.get('value') / 4 + first + e],
    }));
  };

  /** Where the delta of an output neuron in a row of the batch stands after `stepBiases`. */
  const rowDeltaAt = (table: number, entries: number, row: number, output: number): number =>
    entriesOf(entries).get('rowSums') / 4 + row * (4 * Math.ceil(layerOf(table).get('outCount') / 4)) + output;

  return {
    sumZeros(table: number, entries: number, from: number, to: number): void {
      const [layer, given] = [layerOf(table), entriesOf(entries)];
      const sums = Float64Array.from({ length: layer.get('outCount') }, (_, o) => f32[layer.get('bias') / 4 + o]);
      for (let j = 0; j < layer.get('inCount'); j++) {
        for (const { place, output } of connectionsFrom(table, j)) {
          sums[output] += f32[given.get('zero') / 4 + j] * f32[layer.get('transposed') / 4 + place];
        }
      }
      for (let o = from; o < to; o++) f32[given.get('zeroSum') / 4 + o] = sums[o];
    },

    forwardEntries(
      table: number,
      entries: number,
      stride: number,
      column: number,
      activation: number,
      first: number,
      last: number,
      from: number,
      to: number,
    ): void {
      const [layer, given] = [layerOf(table), entriesOf(entries)];
      for (let b = 4 * first; b < 4 * last; b++) {
        const sums = Float64Array.from({ length: layer.get('outCount') }, (_, o) => f32[given.get('zeroSum') / 4 + o]);
        for (let j = 0; j < layer.get('inCount'); j++) {
          const value = entriesOfFeature(entries, j).find(({ row }) => row === b)?.value ?? 0;
          for (const { place, output } of connectionsFrom(table, j)) {
            sums[output] += value * f32[layer.get('transposed') / 4 + place];
          }
        }
        for (let o = from; o < to; o++) {
          f32[layer.get('output') / 4 + o * stride + column + b] = activate(sums[o], activation);
        }
      }
    },

    stepBiases(
      table: number,
      entries: number,
      stride: number,
      column: number,
      width: number,
      learningRate: number,
      momentum: number,
      from: number,
      to: number,
    ): void {
      const [layer, given] = [layerOf(table), entriesOf(entries)];
      const step = momentumStep({ f32 }, learningRate, momentum);
      for (let o = from; o < to; o++) {
        let sum = 0;
        for (let b = 0; b < width; b++) {
          const delta = f32[layer.get('delta') / 4 + o * stride + column + b];
          sum += delta;
          f32[rowDeltaAt(table, entries, b, o)] = delta;
        }
        f32[given.get('deltaSum') / 4 + o] = sum;
        step(layer.get('bias') / 4 + o, layer.get('biasVelocity') / 4 + o, sum);
      }
    },

    updateEntries(
      table: number,
      entries: number,
      learningRate: number,
      momentum: number,
      weightDecay: number,
      from: number,
      to: number,
    ): void {
      const [layer, given] = [layerOf(table), entriesOf(entries)];
      const step = momentumStep({ f32 }, learningRate, momentum);
      for (let j = from; j < to; j++) {
        const listed = entriesOfFeature(entries, j);
        for (const { place, output } of connectionsFrom(table, j)) {
          const [weight, speed] = [layer.get('transposed') / 4 + place, given.get('velocity') / 4 + place];
          let gradient = f32[given.get('zero') / 4 + j] * f32[given.get('deltaSum') / 4 + output];
          for (const { row, value } of listed) gradient += value * f32[rowDeltaAt(table, entries, row, output)];
          step(weight, speed, gradient + weightDecay * f32[weight]);
        }
      }
    },
  };
};
