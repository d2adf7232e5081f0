/** What a bench compares on one thread: WebAssembly, and native code where it is there. */
import { createNativeBackend } from '../node/engines/native-backend.js';
import { createSerialEngine, type Engine, runSerially } from '../src/compute/engine.js';

export const serialEngines: Readonly<Record<string, () => Promise<Engine | undefined>>> = {
  wasm: createSerialEngine,
  native: async () => {
    const backend = await createNativeBackend();
    return 'missing' in backend ? undefined : runSerially(backend);
  },
};
