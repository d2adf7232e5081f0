/** Which kernels an engine of Node runs on. All give the same bits, so the choice is a matter of speed alone. */

import { checkChoice } from '../../src/check-choice.js';
import type { Backend } from '../../src/compute/backend.js';
import { createWasmBackend } from '../../src/compute/wasm-backend.js';
import { UserError } from '../../src/errors.js';
import { createNativeBackend } from './native-backend.js';
import { createRevectorisedBackend } from './revectorised-backend.js';

/** `auto`: native code where it is there, else WebAssembly, with wide vectors where V8 has them; `wasm`: as it is everywhere. */
export const engineNames = ['auto', 'native', 'wasm'] as const;
export type EngineName = (typeof engineNames)[number];

/** What is meant where nothing is said; tests and benches set it for a whole process and those it starts. */
export const engineVariable = 'NEUROFS_ENGINE';

export async function chooseBackend(name?: string): Promise<Backend> {
  const subject = name === undefined ? engineVariable : { option: 'engine' };
  const wanted = checkChoice(subject, engineNames, name ?? process.env[engineVariable] ?? 'auto');
  if (wanted === 'wasm') return createWasmBackend();
  const native = await createNativeBackend();
  if (!('missing' in native)) return native;
  if (wanted === 'auto') {
    const wide = await createRevectorisedBackend();
    return 'missing' in wide ? createWasmBackend() : wide;
  }
  throw new UserError('usage', `cannot be native: ${native.missing}`, {
    subject,
    advice: [
      'npm run build:native makes one in a working copy',
      { option: 'engine', values: ['wasm'], purpose: 'for the same results without it' },
    ],
  });
}

/** What runs where nothing is said, and why it is nothing faster. */
export async function describeEngine(): Promise<string> {
  const { name } = await chooseBackend();
  if (process.env[engineVariable] !== undefined) return `${name} (as ${engineVariable} says)`;
  const native = await createNativeBackend();
  if (!('missing' in native)) return name;
  const wide = await createRevectorisedBackend();
  const narrow = 'missing' in wide ? `; 256-bit vectors: ${wide.missing}` : '';
  return `${name}${narrow}; native code: ${native.missing}`;
}
