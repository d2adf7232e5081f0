/**
 * How far apart the connections of two sparse networks are: the neural network sparse topology distance (NNSTD) of
 * Liu et al., "Topological insights into sparse neural networks" (ECML 2020).
 *
 * Neuron a of one network and b of the other, with input sets A and B, are |A xor B| / |A or B| apart (0 where both are
 * empty). A layer's distance is the mean over the cheapest one-to-one matching of its neurons. Hidden neurons have no
 * names of their own, so the matching of one layer renames the inputs of the next.
 */
import { cheapestMatching } from './assignment.js';

/** The inputs of every neuron of a layer as bits: `words` words of 32 inputs for each neuron. */
export interface LayerTopology {
  readonly inCount: number;
  readonly outCount: number;
  readonly words: number;
  readonly bits: Int32Array;
}

/** What is used of a layer: its connections by output neuron. */
export interface Connections {
  readonly inCount: number;
  readonly outCount: number;
  readonly rowStart: ArrayLike<number>;
  readonly column: ArrayLike<number>;
}

export function topologyOf({ inCount, outCount, rowStart, column }: Connections): LayerTopology {
  const words = Math.ceil(inCount / 32);
  const bits = new Int32Array(outCount * words);
  for (let out = 0; out < outCount; out++) {
    for (let at = rowStart[out]; at < rowStart[out + 1]; at++) {
      bits[out * words + (column[at] >> 5)] |= 1 << (column[at] & 31);
    }
  }
  return { inCount, outCount, words, bits };
}

/** The distance of every layer, 0 to 1. */
export function topologyDistances(first: readonly LayerTopology[], second: readonly LayerTopology[]): number[] {
  let renamed: Int32Array | undefined;
  return first.map((layer, index) => {
    const other = renamed ? renameInputs(second[index], renamed) : second[index];
    const costs = neuronDistances(layer, other);
    const n = layer.outCount;
    const match = cheapestMatching(costs, n);
    let sum = 0;
    for (let neuron = 0; neuron < n; neuron++) sum += costs[neuron * n + match[neuron]];
    renamed = invert(match);
    return sum / n;
  });
}

/** `distances[a * n + b]`. */
function neuronDistances(first: LayerTopology, second: LayerTopology): Float64Array {
  const { outCount: n, words } = first;
  const distances = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      let differing = 0;
      let either = 0;
      for (let word = 0; word < words; word++) {
        const x = first.bits[a * words + word];
        const y = second.bits[b * words + word];
        if ((x | y) === 0) continue;
        differing += bitCount(x ^ y);
        either += bitCount(x | y);
      }
      distances[a * n + b] = either === 0 ? 0 : differing / either;
    }
  }
  return distances;
}

/** `nameOf[input]` is what the input of the second network is called in the first. */
function renameInputs({ inCount, outCount, words, bits }: LayerTopology, nameOf: Int32Array): LayerTopology {
  const renamed = new Int32Array(bits.length);
  for (let out = 0; out < outCount; out++) {
    for (let input = 0; input < inCount; input++) {
      if ((bits[out * words + (input >> 5)] >>> (input & 31)) & 1) {
        renamed[out * words + (nameOf[input] >> 5)] |= 1 << (nameOf[input] & 31);
      }
    }
  }
  return { inCount, outCount, words, bits: renamed };
}

function invert(match: Int32Array): Int32Array {
  const inverse = new Int32Array(match.length);
  for (let a = 0; a < match.length; a++) inverse[match[a]] = a;
  return inverse;
}

/** Ones in 32 bits: sums of pairs, of fours, of bytes. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
