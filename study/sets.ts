/**
 * The data of the study: training rows of eight sets of the catalogue, and nothing of their test rows; eight further
 * public sets, in the folder `more` of NEUROFS_DATA; few rows of two or three classes of some of both; and generated
 * families (generated.ts).
 *
 * Each seed has its own part of the rows to select and learn from, and another to be judged on: a fold of five (another
 * deal of the rows for every five seeds), or where there are many rows a sample of 2,000 and 3,000 others; MNIST and
 * Fashion-MNIST also with other numbers of rows to select from. Scaling is that of `select`, min-max fitted on the part to
 * learn from.
 */
import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { dataFolder, requireStoredSet } from '../node/files/dataset-store.js';
import { loadFile } from '../node/files/load-file.js';
import { loadSet, otherCopyOf } from '../node/files/load-set.js';
import { catalogueSet } from '../node/jobs/job-data.js';
import type { PaperSettings } from '../src/catalogue/catalogue.js';
import type { Remaking } from '../src/catalogue/remake/remake-table.js';
import { encodeTable } from '../src/encode/encode-table.js';
import { createRandom, shuffle } from '../src/maths/random.js';
import { allRows } from '../src/matrix/all-rows.js';
import { takeRows } from '../src/matrix/take-rows.js';
import { preparationDefaults, prepareRows } from '../src/prepare/prepare-rows.js';
import { givenSplit } from '../src/split/given-rows.js';
import { splitFolds } from '../src/split/split-folds.js';
import { classesOf } from '../src/target/class-target.js';
import { takeTargetRows } from '../src/target/take-target-rows.js';
import type { Dataset, PreparedRows, Split } from '../src/types.js';
import { type Family, generate } from './generated.js';

const sampleRows = 2000;
const judgeRows = 3000;
const generatedJudgeRows = 1000;
const foldCount = 5;

/** Rows to select from and to be judged on, and what was planted where the data is generated. */
export interface StudyRows extends PreparedRows {
  readonly planted?: ReadonlySet<number>;
}

export interface StudySet {
  readonly key: string;
  readonly name: string;
  /** The data of another set with another number of rows to select from. */
  readonly growing?: boolean;
  load(): Promise<(seed: number) => StudyRows>;
}

const catalogueNames = {
  coil20: 'COIL-20',
  usps: 'USPS',
  isolet: 'Isolet',
  basehock: 'BASEHOCK',
  arcene: 'Arcene',
  'prostate-ge': 'Prostate_GE',
  mnist: 'MNIST',
  'fashion-mnist': 'Fashion-MNIST',
};

/** Sets of the catalogue, of which test rows are reported once the study has chosen. */
export const catalogueKeys: readonly string[] = Object.keys(catalogueNames);

/** Rows to select from, where that is what is studied; the judge learns from at most 5,000 of them. */
const growing: readonly (readonly [key: string, rows: readonly number[]])[] = [
  ['mnist', [500, 5000, 20_000, 57_000]],
  ['fashion-mnist', [500, 20_000]],
  ['isolet', [500]],
  ['usps', [500]],
];

const files: readonly (readonly [file: string, target: string])[] = [
  ['ORL.mat', 'Y'],
  ['orlraws10P.mat', 'Y'],
  ['lung_small.mat', 'Y'],
  ['lymphoma.mat', 'Y'],
  ['khan.npz', 'y'],
  ['su.npz', 'y'],
  ['RELATHE.mat', 'Y'],
  ['madelon.mat', 'Y'],
];

/** Few rows to tell a few classes apart, made of larger sets: some of their classes, or the largest and all others. */
interface FewClasses {
  readonly source: string;
  readonly classes: readonly string[] | 'largest';
  readonly rows?: number;
}

const fewClasses: readonly FewClasses[] = [
  { source: 'su', classes: 'largest' },
  { source: 'lymphoma', classes: 'largest' },
  { source: 'lung_small', classes: 'largest' },
  { source: 'khan', classes: 'largest' },
  { source: 'su', classes: ['1', '2', '4'] },
  { source: 'khan', classes: ['EWS', 'RMS', 'NB'] },
  { source: 'basehock', classes: ['1', '2'], rows: 100 },
  { source: 'relathe', classes: ['1', '2'], rows: 60 },
  { source: 'madelon', classes: ['-1', '1'], rows: 200 },
  { source: 'isolet', classes: ['2', '4'], rows: 60 },
  { source: 'isolet', classes: ['2', '4', '5'], rows: 120 },
  { source: 'usps', classes: ['3', '5'], rows: 60 },
  { source: 'usps', classes: ['3', '5', '8'], rows: 120 },
];

const families: readonly Family[] = [
  { kind: 'linear', rows: 40, columns: 5000, classes: 2, signals: 50, separation: 0.6 },
  { kind: 'linear', rows: 60, columns: 10_000, classes: 2, signals: 100, separation: 0.4 },
  { kind: 'linear', rows: 150, columns: 150, classes: 2, signals: 30, separation: 0.3 },
  { kind: 'linear', rows: 60, columns: 3000, classes: 3, signals: 60, separation: 0.6 },
  { kind: 'linear', rows: 120, columns: 2000, classes: 20, signals: 50, separation: 1 },
  { kind: 'linear', rows: 200, columns: 20_000, classes: 4, signals: 100, separation: 0.5 },
  { kind: 'linear', rows: 200, columns: 500, classes: 40, signals: 50, separation: 1 },
  { kind: 'linear', rows: 2000, columns: 100, classes: 10, signals: 20, separation: 0.4 },
  { kind: 'quadratic', rows: 1000, columns: 400, classes: 2, signals: 40 },
  { kind: 'quadratic', rows: 150, columns: 500, classes: 2, signals: 8 },
  { kind: 'quadratic', rows: 300, columns: 1000, classes: 3, signals: 10 },
  { kind: 'pairs', rows: 2000, columns: 500, classes: 2, signals: 6 },
  { kind: 'madelon', rows: 2000, columns: 500, classes: 2, signals: 20 },
  { kind: 'blocks', rows: 100, columns: 2000, classes: 5, signals: 20, separation: 0.8 },
  { kind: 'blocks', rows: 80, columns: 4000, classes: 2, signals: 40, separation: 0.5 },
  { kind: 'blocks', rows: 150, columns: 1000, classes: 3, signals: 20, separation: 0.5 },
  { kind: 'repeats', rows: 100, columns: 5000, classes: 2, signals: 40, separation: 0.6 },
  { kind: 'repeats', rows: 150, columns: 3000, classes: 6, signals: 40, separation: 0.8 },
  { kind: 'linear', rows: 60, columns: 5000, classes: 2, signals: 50, separation: 0.6, skewed: true },
  { kind: 'linear', rows: 150, columns: 3000, classes: 6, signals: 50, separation: 0.6, skewed: true },
  { kind: 'linear', rows: 1000, columns: 500, classes: 3, signals: 40, separation: 0.2, skewed: true },
  { kind: 'blocks', rows: 120, columns: 2000, classes: 4, signals: 20, separation: 0.6, skewed: true },
];

export const realSets: readonly StudySet[] = [
  ...Object.entries(catalogueNames).map(([key, name]) => ({ key, name, load: () => loadCatalogueSet(key) })),
  ...growing.flatMap(([key, counts]) =>
    counts.map((rows) => {
      const name = `${catalogueNames[key as keyof typeof catalogueNames]}, ${rows.toLocaleString('en')} rows`;
      return { key: `${key}-${rows}`, name, growing: true, load: () => loadCatalogueSet(key, rows) };
    }),
  ),
  ...files.map(([file, target]) => {
    const name = file.slice(0, file.indexOf('.'));
    return { key: name.toLowerCase(), name, load: async () => rowsOf(await readFurtherSet(file, target)) };
  }),
];

const fewClassSets: readonly StudySet[] = fewClasses.map((given) => {
  const parts = given.classes === 'largest' ? 'largest' : given.classes.join('-').toLowerCase();
  const key = [given.source, ...(given.rows ? [given.rows] : []), 'of', parts].join('-');
  return { key, name: key, load: () => loadFewClasses(given) };
});

export const generatedSets: readonly StudySet[] = families.map((family) => {
  const key = `${family.skewed ? 'skewed-' : ''}${family.kind}-${family.rows}x${family.columns}-${family.classes}`;
  return { key, name: key, load: async () => (seed: number) => generatedRows(family, seed) };
});

export const studySets: readonly StudySet[] = [...realSets, ...fewClassSets, ...generatedSets];

/** A file with a column or an array `y` to tell. */
export function fileSet(path: string): StudySet | undefined {
  if (!existsSync(path)) return undefined;
  const key = basename(path, extname(path));
  return { key, name: key, load: async () => rowsOf(await readSet(path, 'y')) };
}

async function loadCatalogueSet(key: string, learnRows?: number): Promise<(seed: number) => StudyRows> {
  return rowsOf(await readTrainingRows(key), learnRows);
}

async function readTrainingRows(key: string): Promise<Dataset> {
  const { dataset, split } = await readCatalogueSet(key);
  return rowsOfDataset(dataset, split.train);
}

/** A set of the catalogue as the paper had it, with its test rows and scaled as there; for the end of a study alone. */
export async function loadWithTestRows(key: string): Promise<PreparedRows> {
  const remaking = (await otherCopyOf(await requireStoredSet(catalogueSet(key))))?.remaking;
  const { dataset, split, settings } = await readCatalogueSet(key, remaking);
  return prepareRows(dataset, split, { scaling: settings.scaling, scaleOn: 'all' });
}

async function readCatalogueSet(
  key: string,
  remaking?: Remaking,
): Promise<{ dataset: Dataset; split: Split; settings: PaperSettings }> {
  const set = catalogueSet(key);
  const { table, set: brought } = await loadSet(set, remaking ? { remaking } : {});
  const dataset = encodeTable(table, { target: brought.target });
  return { dataset, split: givenSplit(brought.split, { rowCount: table.rowCount }), settings: set.settings };
}

async function readFurtherSet(file: string, target: string): Promise<Dataset> {
  return readSet(join(dataFolder(), 'more', file), target);
}

async function readSet(path: string, target: string): Promise<Dataset> {
  const { table } = await loadFile(path, { target });
  return encodeTable(table, { target });
}

async function loadFewClasses({ source, classes, rows }: FewClasses): Promise<(seed: number) => StudyRows> {
  const further = files.find(([file]) => file.toLowerCase().startsWith(`${source}.`));
  const dataset = further ? await readFurtherSet(...further) : await readTrainingRows(source);
  const few = classes === 'largest' ? againstOthers(dataset) : amongClasses(dataset, classes);
  return rows === undefined ? rowsOf(few) : (seed) => prepareRows(few, sample(few, rows, seed), preparationDefaults);
}

/** The largest class and all others as one. */
function againstOthers(dataset: Dataset): Dataset {
  const { labels, classNames } = classesOf(dataset.target);
  const counts = classNames.map((_, label) => labels.filter((each) => each === label).length);
  const largest = counts.indexOf(Math.max(...counts));
  const target = {
    kind: 'classes' as const,
    labels: labels.map((label) => (label === largest ? 0 : 1)),
    classNames: [classNames[largest], 'others'],
  };
  return { ...dataset, target };
}

/** The rows of these classes alone. */
function amongClasses(dataset: Dataset, names: readonly string[]): Dataset {
  const { labels, classNames } = classesOf(dataset.target);
  const taken = rowsOfDataset(
    dataset,
    allRows(dataset.matrix).filter((row) => names.includes(classNames[labels[row]])),
  );
  const left = classesOf(taken.target).labels.map((label) => names.indexOf(classNames[label]));
  return { ...taken, target: { kind: 'classes', labels: left, classNames: [...names] } };
}

function rowsOfDataset(dataset: Dataset, rows: Int32Array): Dataset {
  return { ...dataset, matrix: takeRows(dataset.matrix, rows), target: takeTargetRows(dataset.target, rows) };
}

function rowsOf(dataset: Dataset, learnRows = sampleRows): (seed: number) => StudyRows {
  return (seed) => prepareRows(dataset, splitOf(dataset, seed, learnRows), preparationDefaults);
}

function splitOf(dataset: Dataset, seed: number, learnRows: number): Split {
  const rowCount = dataset.matrix.rowCount;
  if (rowCount < Math.max(learnRows, sampleRows) + judgeRows) {
    const deal = createRandom(11 + Math.floor(seed / foldCount));
    return keepAllClasses(splitFolds(dataset, { folds: foldCount }, deal)[seed % foldCount], dataset);
  }
  return sample(dataset, learnRows, seed);
}

/** So many rows to learn from, and others to be judged on, drawn for a seed. */
function sample({ matrix }: Dataset, learnRows: number, seed: number): Split {
  const rows = shuffle(allRows(matrix), createRandom(seed).fork('study rows'));
  return { train: rows.slice(0, learnRows).sort(), test: rows.slice(learnRows, learnRows + judgeRows).sort() };
}

/** Takes a row of a class that the training side lacks over from the other side. */
function keepAllClasses({ train, test }: Split, { target }: Dataset): Split {
  const { labels, classNames } = classesOf(target);
  const missing = classNames.map((_, label) => label).filter((label) => !train.some((row) => labels[row] === label));
  const moved = missing.map((label) => test.find((row) => labels[row] === label) as number);
  return { train: Int32Array.from([...train, ...moved]).sort(), test: test.filter((row) => !moved.includes(row)) };
}

function generatedRows(family: Family, seed: number): StudyRows {
  const { dataset, planted } = generate(family, generatedJudgeRows, seed);
  const row = (first: number, count: number) => Int32Array.from({ length: count }, (_, i) => first + i);
  const split = { train: row(0, family.rows), test: row(family.rows, generatedJudgeRows) };
  return { ...prepareRows(dataset, split, preparationDefaults), planted };
}
