/** All that the page knows, as signals. Components read them; `actions.ts` alone writes them. */
import { computed, signal } from '@preact/signals';
import type { PrefixPoint } from '../../src/evaluate/measure-prefixes.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import type { DatasetSummary } from '../../src/studio/describe-dataset.js';
import type { MethodDescription } from '../../src/studio/describe-methods.js';
import type { EpochFrame } from '../../src/studio/epoch-frame.js';
import type { RunBegin, RunResult, SeedSelection, TableSummary } from '../../src/studio/protocol.js';
import type { DataSettings } from '../../src/studio/select-command.js';
import type { ScalingMethod } from '../../src/types.js';

export interface Notice {
  readonly level: 'error' | 'note';
  readonly text: string;
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
  readonly threads: string;
  /** By method, then by option; what is absent or empty stands for the default. */
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A run as it is watched. */
export interface RunView {
  readonly method: string;
  readonly begin?: RunBegin;
  readonly frames: readonly EpochFrame[];
  readonly result?: RunResult;
  readonly curve: readonly PrefixPoint[];
  readonly seeds: readonly SeedSelection[];
}

export type Work = 'reading' | 'running' | 'curve' | 'seeds';

export const canShareMemory = globalThis.crossOriginIsolated === true;
export const mostThreads = canShareMemory ? Math.max(1, navigator.hardwareConcurrency) : 1;
/** One core is left to the page, which needs it to draw. */
const usualThreads = Math.max(1, mostThreads - 1);

export const methods = signal<readonly MethodDescription[]>([]);
export const notice = signal<Notice | undefined>(undefined);
/** What the worker is busy with. */
export const work = signal<Work | undefined>(undefined);
export const readRows = signal(0);
export const progress = signal<number | undefined>(undefined);
export const isPaused = signal(false);
export const stage = signal<'select' | 'evaluate'>('select');

export const table = signal<TableSummary | undefined>(undefined);
export const dataSettings = signal<DataSettings | undefined>(undefined);
export const dataset = signal<DatasetSummary | undefined>(undefined);
/** Whether the data is an example, which is on no disk of the user's. */
export const isExample = signal(false);
/** Why there is no dataset although there is a table. */
export const dataProblem = signal<string | undefined>(undefined);

export const form = signal<RunForm>({
  ...{ k: '', method: 'neurofs', second: '', seed: '0', scaling: 'minmax', testFraction: '0.2' },
  threads: String(usualThreads),
  options: {},
});

export const runs = signal<readonly RunView[]>([]);
/** The run that is looked at. */
export const shownPlace = signal(0);
/** The frame that is looked at; undefined follows the newest. */
export const shownFrame = signal<number | undefined>(undefined);
/** A saved selection that is looked at again. */
export const saved = signal<SelectionReportInput | undefined>(undefined);

export const shownRun = computed(() => runs.value[shownPlace.value]);
export const isRunning = computed(() => work.value === 'running');
export const currentFrame = computed(() => {
  const frames = shownRun.value?.frames ?? [];
  return frames[Math.min(shownFrame.value ?? frames.length - 1, frames.length - 1)];
});
