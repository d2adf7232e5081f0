/** What a bench compares on one thread: WebAssembly, with the wide vectors of V8 and native code where they are there. */

import { createNativeBackend } from '../node/engines/native-backend.js';
import { createRevectorisedBackend } from '../node/engines/revectorised-backend.js';
import type { Backend } from '../src/compute/backend.js';
import { createSerialEngine, type Engine, runSerially } from '../src/compute/engine.js';

export const serialEngines: Readonly<Record<string, () => Promise<Engine | undefined>>> = {
  wasm: createSerialEngine,
  revectorised: async () => serially(await createRevectorisedBackend()),
  native: async () => serially(await createNativeBackend()),
};

function serially(backend: Backend | { readonly missing: string }): Engine | undefined {
  return 'missing' in backend ? undefined : runSerially(backend);
}
