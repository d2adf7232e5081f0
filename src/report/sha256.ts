/**
 * SHA-256 of a short text (FIPS 180-4), base64, as content policies name the scripts and styles they allow. A report is
 * made in one go, in Node and in browsers, where the engine's own digest would have to be waited for.
 */

/** The first 32 bits of the fractions of a root of the first primes. */
function rootFractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const roundConstants = rootFractions(64, Math.cbrt);
const initialState = rootFractions(8, Math.sqrt);

export function sha256Base64(text: string): string {
  const state = Uint32Array.from(initialState);
  const bytes = padded(new TextEncoder().encode(text));
  for (let from = 0; from < bytes.byteLength; from += 64) mixBlock(state, bytes, from);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [place, word] of state.entries()) digest.setUint32(4 * place, word);
  return btoa(String.fromCharCode(...new Uint8Array(digest.buffer)));
}

/** The message, a bit that is set, zeros, and the length in bits at the end of the last block of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

function mixBlock(state: Uint32Array, bytes: DataView, from: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = bytes.getUint32(from + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [near, far] = [words[i - 2], words[i - 15]];
    const nearMixed = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    const farMixed = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    words[i] = words[i - 16] + farMixed + words[i - 7] + nearMixed;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + roundConstants[i] + words[i]) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) state[place] += word;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
