/** All kernels by name, as their plain reference twins: same names, same arguments, written to be read. */
import { forwardReference } from './reference/forward.js';
import type { Views } from './reference/views.js';

export const referenceKernels = (views: Views) => ({
  ...forwardReference(views),
});

export type ReferenceKernels = ReturnType<typeof referenceKernels>;
export type KernelName = keyof ReferenceKernels;
