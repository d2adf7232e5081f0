/**
 * The data sets of a folder, as jobs name them: every table in it, with the target that a file `benchmark.json` beside
 * them, the caller or the format names. What cannot be taken is told with the reason.
 */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type EncodeOptions, encodeOptionNames, encodeTable } from '../../src/encode/encode-table.js';
import { targetColumns } from '../../src/encode/target-cells.js';
import { throwIfAborted, UserError } from '../../src/errors.js';
import { decidingMeasure } from '../../src/evaluate/measures/registry.js';
import { findJudges } from '../../src/evaluate/registry.js';
import type { DataReading } from '../../src/experiment/job.js';
import { splitBy } from '../../src/experiment/prepare-job-rows.js';
import { pickGiven } from '../../src/pick-options.js';
import { selectionDefaults } from '../../src/pipeline.js';
import { selectableCount } from '../../src/rank/rank-features.js';
import { readOptionNames } from '../../src/read/read-table.js';
import { countOf } from '../../src/report/format.js';
import type { ReproductionSet } from '../../src/reproduce/plan.js';
import { ableMethods } from '../../src/select/training-for.js';
import type { Dataset, ScalingMethod, Table } from '../../src/types.js';
import { loadFile } from '../files/load-file.js';
import { broughtTarget, targetOf } from '../files/target-of.js';
import { hashPlace } from '../jobs/job-data.js';
import { type BenchmarkFile, benchmarkFileName, readBenchmarkFile } from './benchmark-file.js';
import { contentHash } from './content-hash.js';
import { whyLeftOut } from './why-left-out.js';

export interface BenchmarkRequest {
  /** The target of tables of which benchmark.json does not say it, where they have such a column or bring no target. */
  readonly target?: string;
  readonly k: readonly number[];
  readonly testFraction: number;
  readonly scaling?: ScalingMethod;
  readonly scaleOn: 'train' | 'all';
}

export interface BenchmarkSets {
  readonly sets: readonly ReproductionSet[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

export async function findBenchmarkSets(
  folder: string,
  request: BenchmarkRequest,
  signal?: AbortSignal,
): Promise<BenchmarkSets> {
  const said = await readBenchmarkFile(folder);
  const files = await listTables(folder, said);
  const sets: ReproductionSet[] = [];
  const leftOut: { name: string; why: string }[] = [];
  const holders = new Map<string, string>();
  for (const name of files) {
    throwIfAborted(signal);
    const path = join(folder, name);
    try {
      const { set, content } = await describeTable(path, name, said[name] || {}, request);
      const holder = holders.get(content);
      if (holder === undefined) sets.push(set);
      else leftOut.push({ name, why: `holds the same features and target as ${holder}, so it is not counted again` });
      holders.set(content, holder ?? name);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      leftOut.push({ name, why: whyLeftOut(error, path) });
    }
  }
  return { sets: withShortNames(sets), leftOut };
}

/** Sets are called by their files without extension, except where two would be called the same. */
function withShortNames(sets: readonly ReproductionSet[]): ReproductionSet[] {
  const short = sets.map(({ key }) => key.replace(/(\.[a-z0-9]+)(\.gz)?$/i, ''));
  return sets.map((set, place) => {
    const isAlone = short.indexOf(short[place]) === short.lastIndexOf(short[place]);
    return isAlone ? { ...set, data: { ...set.data, name: short[place] } } : set;
  });
}

/** Files that hold no rows of their own. */
const noTable = /^\.|\.(md|html|part)$|^results\.|^benchmark\.json$/i;

async function listTables(folder: string, said: BenchmarkFile): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UserError('data', `${folder}: there is no such folder`);
  });
  return entries
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && said[entry.name] !== false)
    .map(({ name }) => name)
    .filter((name) => name in said || !noTable.test(name))
    .sort();
}

async function describeTable(
  path: string,
  name: string,
  said: DataReading,
  request: BenchmarkRequest,
): Promise<{ readonly set: ReproductionSet; readonly content: string }> {
  const { table, target } = await loadTargeted(path, said, request.target);
  const options: EncodeOptions = { ...pickGiven(said, encodeOptionNames), target };
  const dataset = encodeTable(table, options);
  const place = { kind: 'file', path: resolve(path), target } as const;
  const featureCount = selectableCount(dataset);
  const leastK = Math.min(...request.k);
  if (featureCount <= leastK) {
    throw new UserError('data', `has ${countOf(featureCount, 'feature')}, too few to select ${leastK} of them`, {
      advice: [{ option: 'k', verb: 'ask for fewer with' }],
    });
  }
  const split = { testFraction: request.testFraction, seed: 0 };
  const { train, test } = splitBy(split, dataset, undefined);
  const [judge] = findJudges(undefined, dataset.target.kind);
  const set: ReproductionSet = {
    key: name,
    paperName: name,
    featureCount,
    classCount: dataset.target.kind === 'classes' ? dataset.target.classNames.length : 0,
    trainRowCount: train.length,
    wholeTrainRowCount: train.length,
    testRowCount: test.length,
    about: describeTarget(dataset, said.event),
    methods: ableMethods(dataset),
    isSplitBySeed: true,
    judged: { judge: judge.name, measure: decidingMeasure(dataset.target).measure },
    data: {
      name,
      sha256: await hashPlace(place),
      place,
      reading: { ...said, target },
      split,
      scaling: request.scaling ?? selectionDefaults.scaling,
      scaleOn: request.scaleOn,
    },
  };
  return { set, content: contentHash(dataset) };
}

/**
 * A table and its target. What is said of the file holds; the target that is asked for in all tables is for those that
 * have such a column or bring none.
 */
async function loadTargeted(path: string, said: DataReading, asked: string | undefined): Promise<TargetedTable> {
  const options = pickGiven(said, readOptionNames);
  const { table, file } = await loadFile(path, options);
  const found = { table, format: file.format };
  if (said.target !== undefined || asked === undefined) return { table, target: targetOf(said.target, found) };
  if (hasColumns(table, asked)) return { table, target: asked };
  const brought = broughtTarget(found);
  if (brought !== undefined) return { table, target: brought };
  // Some formats give a column that stands beside the matrix only where it is named, as AnnData those of obs.
  const again = await loadFile(path, { ...options, target: asked });
  return { table: again.table, target: checkedTarget(again.table, asked) };
}

/** Where a table lacks the target of the others, its own is to be named. */
function checkedTarget(table: Table, asked: string): string {
  try {
    targetColumns(table, asked);
    return asked;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const advice = [...error.advice, `name its target with "target" in ${benchmarkFileName}`];
    throw new UserError(error.code, error.statement, { advice });
  }
}

interface TargetedTable {
  readonly table: Table;
  readonly target: string;
}

function hasColumns({ columnOrder }: Table, target: string): boolean {
  return columnOrder.includes(target) || target.split(',').every((name) => columnOrder.includes(name.trim()));
}

/** What is to be told of a row, and the columns that have it. */
function describeTarget({ target, targetName }: Dataset, event = ''): string {
  switch (target.kind) {
    case 'classes':
      return `classes in "${targetName}"`;
    case 'values':
      return `${target.outputCount === 1 ? 'number' : `${target.outputCount} numbers`} in "${targetName}"`;
    case 'survival':
      return `survival: time in "${targetName}", event in "${event}"`;
  }
}
