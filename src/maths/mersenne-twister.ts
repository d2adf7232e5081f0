/**
 * MT19937 (Matsumoto and Nishimura 1998), seeded and drawn from as NumPy's `RandomState` is, so that splits made with
 * scikit-learn can be made again. For that alone: everything else here draws from `random.ts`.
 */
const size = 624;
const middle = 397;

export interface MersenneTwister {
  /** The next 32 bits. */
  next(): number;
  /** A whole number from 0 to `most`, each as likely, as NumPy's `random_interval` draws it. */
  upTo(most: number): number;
}

export function createMersenneTwister(seed: number): MersenneTwister {
  const state = new Uint32Array(size);
  state[0] = seed;
  for (let i = 1; i < size; i++) {
    const last = state[i - 1] ^ (state[i - 1] >>> 30);
    state[i] = Math.imul(1812433253, last) + i;
  }
  let at = size;

  const refill = (): void => {
    for (let i = 0; i < size; i++) {
      const bits = (state[i] & 0x80000000) | (state[(i + 1) % size] & 0x7fffffff);
      state[i] = state[(i + middle) % size] ^ (bits >>> 1) ^ (bits & 1 ? 0x9908b0df : 0);
    }
    at = 0;
  };

  const next = (): number => {
    if (at === size) refill();
    let bits = state[at++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    bits ^= bits >>> 18;
    return bits >>> 0;
  };

  return {
    next,
    upTo(most) {
      if (most === 0) return 0;
      // As many bits as `most` has; what is too large is drawn again.
      const mask = 2 ** (32 - Math.clz32(most)) - 1;
      for (;;) {
        const drawn = (next() & mask) >>> 0;
        if (drawn <= most) return drawn;
      }
    },
  };
}
