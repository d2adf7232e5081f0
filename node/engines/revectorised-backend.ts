/**
 * WebAssembly whose pairs of vectors V8 makes wide ones of, 256 bits on processors that have AVX2, where its flag for that is
 * set. The same operations in the same order give the same bits, only two vectors at a time.
 *
 * V8 reads the flag when it compiles a kernel anew that has turned out to be worth it. Here that happens in the trial
 * (same-bits.ts), at the first call and before the call returns; so the trial runs the code that will be used, and the flag is
 * set at no other time. Kernels that the trial does not call are compiled later, as usual. The code belongs to the module,
 * which all threads and engines of the process share.
 */
import { setFlagsFromString } from 'node:v8';
import type { Backend } from '../../src/compute/backend.js';
import type { AnyKernel, Kernels } from '../../src/compute/kernels.js';
import { kernelNames } from '../../src/compute/kernels-interface.js';
import { haveSameBits } from '../../src/compute/same-bits.js';
import { openWasmBackend, unpackKernels } from '../../src/compute/wasm-backend.js';
import { openWasmKernels } from '../../src/compute/wasm-kernels.js';

/** The versions of Node that are known to know the flags: V8 complains of one it does not know, on standard error. */
const nodeVersions = { first: 24, last: 26 };

interface Flags {
  readonly set: readonly string[];
  readonly usual: readonly string[];
}

/** How much a kernel of a module has to run before it is compiled anew; a module takes it over when it is made. */
const atOnce: Flags = { set: ['--wasm-tiering-budget=1'], usual: ['--wasm-tiering-budget=13000000'] };

/** Wide vectors, and no return from a kernel before it is compiled. */
const wideAndWaiting: Flags = {
  set: ['--experimental-wasm-revectorize', '--wasm-sync-tier-up'],
  usual: ['--no-experimental-wasm-revectorize', '--no-wasm-sync-tier-up'],
};

/** A batch of 100 rows in one tile: with two vectors in each register there is room for it. */
const tileLimit = 25;

/** An empty custom section called "wide": V8 takes modules of the same bytes for one, with the code they have already. */
const otherBytes = Uint8Array.of(0, 5, 4, 0x77, 0x69, 0x64, 0x65);

let compiled: Promise<WebAssembly.Module | { readonly missing: string }> | undefined;

/** The backend, or why there is none. */
export async function createRevectorisedBackend(): Promise<Backend | { readonly missing: string }> {
  compiled ??= compileWide();
  const module = await compiled;
  if ('missing' in module) return module;
  return openWasmBackend('WebAssembly, 256-bit vectors (revectorised)', { module, tileLimit });
}

async function compileWide(): Promise<WebAssembly.Module | { readonly missing: string }> {
  const version = Number.parseInt(process.versions.node, 10);
  if (process.arch !== 'x64') return { missing: `V8 has none on ${process.arch}` };
  if (version < nodeVersions.first || version > nodeVersions.last) {
    return { missing: `known of Node ${nodeVersions.first} to ${nodeVersions.last}` };
  }
  const bytes = new Uint8Array(await unpackKernels());
  const plain = new WebAssembly.Module(bytes);
  const wide = withFlags(atOnce, () => new WebAssembly.Module(Buffer.concat([bytes, otherBytes])));
  const isSame = haveSameBits(
    (memory) => compiledWide(openWasmKernels({ module: wide, memory, tileLimit })),
    (memory) => openWasmKernels({ module: plain, memory }),
  );
  return isSame ? wide : { missing: 'V8 computes other bits with them on this machine' };
}

/** The kernels, with the flags set while one of them runs. */
function compiledWide(kernels: Kernels): Kernels {
  const wrapped = kernelNames.map((name) => [
    name,
    (...args: number[]) => withFlags(wideAndWaiting, () => (kernels[name] as AnyKernel)(...args)),
  ]);
  return Object.fromEntries(wrapped) as Kernels;
}

function withFlags<T>({ set, usual }: Flags, run: () => T): T {
  for (const flag of set) setFlagsFromString(flag);
  try {
    return run();
  } finally {
    for (const flag of usual) setFlagsFromString(flag);
  }
}
