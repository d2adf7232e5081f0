/**
 * The kernels by name and arguments. Both are declared once, in kernels/: the build writes down what its compiler knows of
 * them (kernels-interface.ts), and callers, plain twins and backends are checked against that.
 */
import type { KernelSignatures } from './kernels-interface.js';

export type KernelName = keyof KernelSignatures;

/** What a kernel is given by its caller, without the range and the thread. */
export type KernelArguments<K extends KernelName> = KernelSignatures[K]['given'];

/** All that a kernel takes. */
export type AllArguments<K extends KernelName> = [...KernelSignatures[K]['given'], ...KernelSignatures[K]['range']];

export type KernelResult<K extends KernelName> = KernelSignatures[K]['result'];

/** Kernels that can be cut: they work on a range. */
export type RangeKernelName = {
  [K in KernelName]: KernelSignatures[K]['range'] extends [] ? never : K;
}[KernelName];

export type Kernels = { readonly [K in KernelName]: (...args: AllArguments<K>) => KernelResult<K> };

/** A kernel for those who have its arguments as plain numbers: engines, which only pass them on. */
export type AnyKernel = (...numbers: number[]) => number;
