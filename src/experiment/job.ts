/**
 * A job: one piece of an experiment as a plain JSON value, which any process on any machine can run to the same rows.
 *
 * A row is known by its key, a hash of everything that the result depends on: the content of the data and what is made
 * of it, the method with every option, the seed, K, the judges, and the version of the code. Where the data lies
 * and what it is called is no part of that.
 */
import type { Remaking } from '../catalogue/remake/remake-table.js';
import type { EncodeOptions, encodeOptionNames } from '../encode/encode-table.js';
import type { JudgeOptions } from '../evaluate/run-judge.js';
import type { ReadOptions, readOptionNames } from '../read/read-table.js';
import type { ScalingMethod } from '../types.js';

export interface JobData {
  /** As people call it. */
  readonly name: string;
  /** SHA-256 over the content: a process that finds other content refuses the job. */
  readonly sha256: string;
  readonly place: DataPlace;
  /** How the content is read, where that is not by the defaults. */
  readonly reading?: DataReading;
  /** Rows drawn from each side of the split, where not all are used. */
  readonly sample?: RowSample;
  readonly split: SplitRecipe;
  /** Judges are fitted to a sample of the training rows. */
  readonly judgeRows?: { readonly count: number; readonly seed: number };
  readonly scaling: ScalingMethod;
  readonly scaleOn: 'train' | 'all';
  readonly copies?: 'kept';
}

/** Where the content is found, or that whoever runs the job holds the rows already. */
export type DataPlace = FoundPlace | { readonly kind: 'given' };

/** A set of the catalogue, or a file. */
export type FoundPlace = (
  | { readonly kind: 'set'; readonly key: string; readonly folder?: string }
  | { readonly kind: 'file'; readonly path: string; readonly target: string }
) & {
  /** A file of train and test rows, part of the content. */
  readonly splitPath?: string;
  /** Files beside the first, part of the content too: columns to add, names of features, rows to test on. */
  readonly withPath?: string;
  readonly namesPath?: string;
  readonly testPath?: string;
};

/** The files of a place beside the first. */
export function besidePaths({ splitPath, withPath, namesPath, testPath }: FoundPlace): string[] {
  return [splitPath, withPath, namesPath, testPath].filter((path) => path !== undefined);
}

/** The place of data that another process is to find. */
export function foundPlace({ name, place }: Pick<JobData, 'name' | 'place'>): FoundPlace {
  if (place.kind === 'given') throw new Error(`${name}: the rows of this job are known to one process alone`);
  return place;
}

/** What a user may say about a table; what is absent has its default. */
export interface DataReading
  extends Pick<ReadOptions, (typeof readOptionNames)[number]>,
    Partial<Pick<EncodeOptions, (typeof encodeOptionNames)[number]>> {
  /** In place of the target of a set. */
  readonly target?: string;
  /** The split that a set brings is left aside. */
  readonly ownSplit?: 'ignored';
  /** How the authors' table is made of the copy that a set is stored as. */
  readonly remaking?: Remaking;
}

export interface RowSample {
  readonly train: number;
  readonly test: number;
  readonly seed: number;
}

/** The split that the data brings, which is part of its content; a random one where it brings none. */
export interface SplitRecipe {
  readonly testFraction: number;
  readonly seed: number;
  /** Hash of the train and test rows that were given, where no file of the content has them. */
  readonly given?: string;
  /** The rows are cut into so many parts, and the part of this number (from 0) is tested on; nothing else counts then. */
  readonly fold?: { readonly count: number; readonly number: number };
}

interface JobBase {
  readonly data: JobData;
  /** What the method with these options is called in tables; no part of the identity. */
  readonly variant: string;
  readonly method: string;
  /** Every option of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly judgeOptions: JudgeOptions;
  /** Version of the code that runs it: a process with another version refuses the job. */
  readonly code: string;
}

/** Selects once, and judges the selection of each K. */
export interface SelectJob extends JobBase {
  readonly kind: 'select';
  readonly picks: readonly JudgedK[];
  /**
   * How far a greedy order goes that serves several K, where they are not all wanted any more: features that are put
   * last whatever their place leave room for others, so the depth may change what is selected.
   */
  readonly depth?: number;
  /** Epochs whose strengths are kept, as shares of all epochs; none where it is absent. */
  readonly strengthsAt?: readonly number[];
}

/** A K whose selection is judged, and by what. */
export interface JudgedK {
  readonly k: number;
  readonly judges: readonly string[];
}

/** As names in the identity: `same` were runs that shared the first weights too. */
export type TopologyStart = 'same-connections' | 'different';

/** Trains several networks and measures how far apart their connections are. */
export interface TopologyJob extends JobBase {
  readonly kind: 'topology';
  readonly pick: JudgedK;
  readonly networkCount: number;
  /** Whether all networks start with the connections of the first; the weights are each network's own. */
  readonly start: TopologyStart;
  /** Epochs that are compared, as shares of all epochs. */
  readonly comparedAt: readonly number[];
}

export type Job = SelectJob | TopologyJob;

/** What tells the rows of one job from each other. */
export interface RowPlace {
  readonly k: number;
  readonly seed: number;
}

export type Hash = (text: string) => string;

/** The rows that a job gives, in its order. */
export function rowPlaces(job: Job): RowPlace[] {
  if (job.kind === 'select') return job.picks.map(({ k }) => ({ k, seed: job.seed }));
  return Array.from({ length: job.networkCount }, (_, place) => ({ k: job.pick.k, seed: job.seed + place }));
}

/** Changes when a row comes to mean something else. */
const keyFormat = 2;

/** The key of one row; of two rows with equal keys only one is kept. */
export function rowKey(job: Job, place: RowPlace, hash: Hash): string {
  return hash(JSON.stringify({ ...identity(job, place), code: job.code }));
}

/** Like the key, but the same for every version of the code. */
export function resultIdentity(job: Job, place: RowPlace, hash: Hash): string {
  return hash(JSON.stringify(identity(job, place)));
}

/** The names are those of the first rows that were kept: equal results stay equal. */
function identity(job: Job, place: RowPlace): Record<string, unknown> {
  const { sha256, sample = null, split, scaling, scaleOn, copies, reading, judgeRows } = job.data;
  const common = {
    format: keyFormat,
    data: {
      sha256,
      sample,
      split,
      scaling,
      scaleOn,
      ...(copies && { copies }),
      ...(reading && { reading: sorted(reading) }),
      ...(judgeRows && { classifierRows: judgeRows }),
    },
    kind: job.kind,
    method: job.method,
    options: sorted(job.options),
    seed: job.seed,
    classifierOptions: sorted(job.judgeOptions),
  };
  if (job.kind === 'select') {
    const { k, judges } = job.picks.find((pick) => pick.k === place.k)!;
    return { ...common, k, classifiers: judges, depth: job.depth ?? null, strengthsAt: job.strengthsAt ?? null };
  }
  const { pick, networkCount, start, comparedAt } = job;
  const judged = { k: pick.k, classifiers: pick.judges };
  return { ...common, pick: judged, networkCount, start, comparedAt, network: place.seed - job.seed };
}

/** Equal options give equal text, whatever the order in which they were named. */
function sorted(options: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
}
