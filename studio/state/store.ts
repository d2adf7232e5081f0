/** All that the page knows, as signals. Components read them; `actions.ts` alone writes them. */
import { computed, signal } from '@preact/signals';
import type { PrefixPoint } from '../../src/evaluate/measure-prefixes.js';
import type { SelectionStage } from '../../src/pipeline.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import type { MethodDescription } from '../../src/select/describe-methods.js';
import type { FoldValue } from '../../src/studio/cross-validate.js';
import type { DataSource } from '../../src/studio/data-keeper.js';
import type { DatasetSummary } from '../../src/studio/describe-dataset.js';
import type { EpochFrame } from '../../src/studio/epoch-frame.js';
import type { DataFinding } from '../../src/studio/examine-data.js';
import type { Mend } from '../../src/studio/mends.js';
import type { RunBegin, RunResult, RunTask, SeedSelection, TableSummary } from '../../src/studio/protocol.js';
import type { DataSettings } from '../../src/studio/select-command.js';
import type { ScalingMethod } from '../../src/types.js';

export interface Notice {
  readonly level: 'error' | 'note';
  readonly text: string;
  /** What the user can do about it. */
  readonly actions?: readonly { readonly name: string; readonly act: () => void }[];
}

export interface DataProblem {
  readonly text: string;
  readonly mends: readonly Mend[];
}

/** The form as it is filled in. Numbers are texts until the run starts. */
export interface RunForm {
  readonly k: string;
  readonly method: string;
  /** Empty for none. */
  readonly second: string;
  readonly seed: string;
  readonly scaling: ScalingMethod;
  readonly testFraction: string;
  /** Empty for none, as the two that follow. */
  readonly fdr: string;
  readonly stability: string;
  readonly repeats: string;
  readonly threads: string;
  /** Names of features that are always selected. */
  readonly pinned: readonly string[];
  /** By method, then by option; what is absent or empty stands for the default. */
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A run. It owns its data, names and settings: nothing that is done to the form afterwards changes it. */
export interface RunView {
  readonly task: RunTask;
  readonly name: string;
  readonly isPinned: boolean;
  /** Whether pixels are counted down the columns of an image, as MATLAB and R do, rather than along its rows. */
  readonly isTurned: boolean;
  readonly fileName: string;
  /** Milliseconds since 1970; 0 where an earlier version of the page kept the run without it. */
  readonly madeAt: number;
  readonly begin?: RunBegin;
  readonly frames: readonly EpochFrame[];
  readonly result?: RunResult;
  readonly curve: readonly PrefixPoint[];
  /** Cross-validated values, as far as they were measured. */
  readonly folds: readonly FoldValue[];
  /** The order that other methods give the features, by method. */
  readonly otherOrders: ReadonlyMap<string, Int32Array>;
  /** The selections of other seeds, in the order they were run. */
  readonly seeds: readonly SeedSelection[];
}

export type Work = 'reading' | 'running' | 'curve' | 'validation' | 'ranks' | 'seeds';

export const canShareMemory = globalThis.crossOriginIsolated === true;
export const mostThreads = canShareMemory ? Math.max(1, navigator.hardwareConcurrency) : 1;
/** One core is left to the page, which needs it to draw. */
const usualThreads = Math.max(1, mostThreads - 1);

export const methods = signal<readonly MethodDescription[]>([]);
/** How many times as long as where methods were timed things take here; undefined until it was measured. */
export const machine = signal<number | undefined>(undefined);
export const notice = signal<Notice | undefined>(undefined);
/** What the worker is busy with. */
export const work = signal<Work | undefined>(undefined);
export const readRows = signal(0);
export const progress = signal<number | undefined>(undefined);
export const isPaused = signal(false);
export const stage = signal<SelectionStage>('select');

/** The files of the table. */
export const source = signal<DataSource | undefined>(undefined);
export const table = signal<TableSummary | undefined>(undefined);
export const dataSettings = signal<DataSettings | undefined>(undefined);
export const dataset = signal<DatasetSummary | undefined>(undefined);
/** Whether the data is an example, which is on no disk of the user's. */
export const isExample = signal(false);
/** Why there is no dataset although there is a table, and what would mend it. */
export const dataProblem = signal<DataProblem | undefined>(undefined);
/** What is worth knowing of the dataset before a run; undefined until it was looked for. */
export const dataFindings = signal<readonly DataFinding[] | undefined>(undefined);

/** What is typed into the target's field and is no column: there is nothing to run on until it is one. */
export const unknownTarget = signal<string | undefined>(undefined);

export const usualForm: RunForm = {
  k: '',
  // The page is there to watch the network choose; `auto` is among the methods.
  method: 'neurofs',
  second: '',
  seed: '0',
  scaling: 'minmax',
  testFraction: '0.2',
  fdr: '',
  stability: '',
  repeats: '',
  threads: String(usualThreads),
  pinned: [],
  options: {},
};
export const form = signal(usualForm);
/** What is wrong in the form, by field; empty where nothing is. */
export const formProblems = signal<Readonly<Record<string, string>>>({});

/** Every run of this browser, oldest first. */
export const runs = signal<readonly RunView[]>([]);
/** The run that is looked at, and the one it is compared with. */
export const shownId = signal<string | undefined>(undefined);
export const comparedId = signal<string | undefined>(undefined);
/** The run that the worker is busy with. */
export const busyId = signal<string | undefined>(undefined);
/** Whether every run is kept in the browser, so that the tab may be closed. */
export const isAllKept = signal(true);
/** The frame that is looked at; undefined follows the newest. */
export const shownFrame = signal<number | undefined>(undefined);
/** The feature of the shown run that is looked at closely. */
export const shownFeature = signal<number | undefined>(undefined);
/** A saved selection that is looked at again. */
export const saved = signal<SelectionReportInput | undefined>(undefined);

const hasSeveralFiles = computed(() => new Set(runs.value.map(({ fileName }) => fileName)).size > 1);

/** The name of a run, with that of its file where the runs of the list are of several. */
export function runTitle({ name, fileName }: RunView): string {
  return hasSeveralFiles.value ? `${name}, ${fileName}` : name;
}

/** How many features a run selected: fewer than were asked for where fewer can be promised. */
export function selectedCount({ result, task }: RunView): number {
  return result?.described.k ?? task.settings.k;
}

/** The method that selected: another than was asked for where `auto` was. */
export function methodTaken({ result, task }: RunView): string {
  return result?.described.method ?? task.settings.method;
}

/** What the run would be with that method named, so that methods are not tried anew in every fold and for every seed. */
export function takenTask(run: RunView): RunTask {
  const { settings } = run.task;
  // Methods are tried only where every option is as it is by default; otherwise the options are those of the one taken.
  const methodOptions = run.result?.described.tried ? {} : settings.methodOptions;
  return { ...run.task, settings: { ...settings, method: methodTaken(run), methodOptions } };
}

export const shownRun = computed(() => runs.value.find(({ task }) => task.id === shownId.value));
export const comparedRun = computed(() =>
  runs.value.find(({ task }) => task.id === comparedId.value && task.id !== shownId.value),
);
/** The run beside the one that is looked at, where both selected from the same features. */
export const rivalRun = computed(() => {
  const [shown, other] = [shownRun.value, comparedRun.value];
  const [names, others] = [shown?.begin?.dataset.names, other?.begin?.dataset.names];
  if (names === undefined || others === undefined || names.length !== others.length) return undefined;
  return names.every((name, place) => name === others[place]) ? other : undefined;
});
export const isRunning = computed(() => work.value === 'running');
/** Whether the run that is looked at is the one under way. */
export const isShownRunning = computed(() => isRunning.value && busyId.value === shownId.value);

/** A finished run is looked at where it had as many features as it was to select: some methods go on until none is left. */
export const newestPlace = computed(() => {
  const { frames = [], result, task } = shownRun.value ?? {};
  if (result === undefined || task === undefined || frames.length === 0) return frames.length - 1;
  const last = frames.findLastIndex(({ activeCount }) => activeCount >= task.settings.k);
  return last < 0 ? frames.length - 1 : last;
});
export const currentFrame = computed(() => {
  const frames = shownRun.value?.frames ?? [];
  return frames[Math.min(shownFrame.value ?? newestPlace.value, frames.length - 1)];
});
