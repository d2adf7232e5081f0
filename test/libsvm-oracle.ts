/** LIBSVM itself, compiled to WebAssembly (package `libsvm-js`): what the own solver is checked and timed against. */
import { createRequire } from 'node:module';

interface LibSvm {
  train(samples: number[][], labels: number[]): void;
  predict(samples: number[][]): number[];
  free(): void;
}

interface LibSvmClass {
  new (options: Record<string, unknown>): LibSvm;
  readonly KERNEL_TYPES: { readonly RBF: string };
  readonly SVM_TYPES: { readonly C_SVC: string };
}

export interface LibSvmResult {
  readonly predictions: number[];
  readonly trainSeconds: number;
  readonly predictSeconds: number;
}

/** Trains on [row][feature] samples and predicts; samples must be ordered by class for LIBSVM to number classes alike. */
export async function runLibSvm(
  train: number[][],
  labels: number[],
  test: number[][],
  options: { readonly gamma: number; readonly cost: number },
): Promise<LibSvmResult> {
  const Svm = (await createRequire(import.meta.url)('libsvm-js')) as LibSvmClass;
  const svm = new Svm({
    kernel: Svm.KERNEL_TYPES.RBF,
    type: Svm.SVM_TYPES.C_SVC,
    epsilon: 1e-3,
    cacheSize: 200,
    shrinking: true,
    quiet: true,
    ...options,
  });
  const start = performance.now();
  svm.train(train, labels);
  const trained = performance.now();
  const predictions = svm.predict(test);
  const end = performance.now();
  svm.free();
  return { predictions, trainSeconds: (trained - start) / 1000, predictSeconds: (end - trained) / 1000 };
}
