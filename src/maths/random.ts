/**
 * The one source of randomness: a seeded generator, passed as a value.
 *
 * The generator is sfc32 (Chris Doty-Humphrey's Small Fast Counting generator): 128 bits of state, 32-bit integer
 * operations only, so every engine gives the same numbers. Seeds and stream labels are spread over the state by a
 * 32-bit mixing function, and the first outputs are thrown away.
 */
import { UserError } from '../errors.js';

export interface Random {
  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number;
  /** A number from 0 (included) to 1 (excluded) with 53 random bits. */
  float(): number;
  /** A whole number from 0 to bound - 1, every one equally likely; the bound is at most 2^32 - 1. */
  below(bound: number): number;
  /** An independent generator: the same label always gives the same stream, whatever was drawn before. */
  fork(label: string): Random;
}

export function createRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new UserError('usage', `must be a whole number of at least 0. Got ${seed} instead`, {
      subject: { option: 'seed' },
    });
  }
  return fromKey([seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0]);
}

type Key = readonly [low: number, high: number, stream: number];

function fromKey(key: Key): Random {
  const [low, high, stream] = key;
  let a = mix(low ^ 0x9e3779b9);
  let b = mix(high + a);
  let c = mix(stream + b);
  let counter = 1;

  const uint32 = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) uint32();

  return {
    uint32,
    float: () => ((uint32() >>> 5) * 67108864 + (uint32() >>> 6)) / 9007199254740992,
    below: (bound) => {
      let drawn = uint32();
      // Rejection keeps every outcome equally likely. What is rejected is less than the bound, so it need rarely be known.
      if (drawn >= 4294967296 - bound) {
        const limit = 4294967296 - (4294967296 % bound);
        while (drawn >= limit) drawn = uint32();
      }
      // Between unsigned integers, where the processor has an instruction; between floats it takes ten times as long.
      return drawn % (bound >>> 0);
    },
    fork: (label) => fromKey([low, high, mix(stream ^ hashText(label))]),
  };
}

/** Fisher-Yates shuffle in place. */
export function shuffle<T extends Int32Array | Uint32Array | number[]>(values: T, random: Random): T {
  for (let i = values.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = values[i];
    values[i] = values[j];
    values[j] = kept;
  }
  return values;
}

/** A bijective 32-bit finaliser: every input bit reaches every output bit. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}
