/** How much is run: the paper's own plan, or a quick look at every experiment. */

export interface Scale {
  readonly isQuick: boolean;
  /** Keys of the data sets; all of the catalogue where it is absent. */
  readonly sets?: readonly string[];
  readonly ks: readonly number[];
  readonly seeds: readonly number[];
  /** Networks whose connections are compared. */
  readonly networkCount: number;
}

export const fullScale: Scale = {
  isQuick: false,
  ks: [25, 50, 75, 100, 150, 200],
  seeds: [0, 1, 2, 3, 4],
  networkCount: 5,
};

export const quickScale: Scale = {
  isQuick: true,
  sets: ['coil20', 'prostate-ge', 'mnist'],
  ks: [25, 50, 100],
  seeds: [0, 1],
  networkCount: 3,
};

/** Rows of the large data sets that a quick look uses, in all and to test with. */
export const quickSample = { train: 8000, test: 2000, seed: 0 } as const;

const shortPath = { epochs: 10, pathEpochs: 1, pathMultiplier: 1.5 };

/** What a quick look gives the variants that train for long: fewer passes over the rows. */
const quickTraining: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'neurofs, paper settings': { epochs: 20 },
  'random growth, paper settings': { epochs: 20 },
  "growth as in the authors' code": { epochs: 20 },
  quickselection: { epochs: 20 },
  rigl: { epochs: 20 },
  stg: { epochs: 5 },
  lassonet: shortPath,
  'lassonet, 3 layers': shortPath,
};

export function quickOptions(variant: string, { isQuick }: Scale): Readonly<Record<string, unknown>> {
  return (isQuick && quickTraining[variant]) || {};
}
