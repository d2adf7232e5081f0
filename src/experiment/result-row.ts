/** One result of a comparison: what a method chose for one K and seed, and how good that is. */

import type { UserErrorCode } from '../errors.js';
import type { MeasuredValue } from '../evaluate/measures/measure-predictions.js';
import type { ScalingMethod } from '../types.js';
import type { Remark } from '../wording.js';
import type { Job, RowSample } from './job.js';

/** The baseline's name in the place of a method: every feature, nothing selected. */
export const allFeatures = 'all-features';

/** One value of a measure, by one judge. */
export interface JudgedValue extends MeasuredValue {
  readonly judge: string;
}

export interface ResultRow {
  /** Hash of everything that the result depends on: rows of equal key are the same result. */
  readonly key: string;
  readonly method: string;
  readonly seed: number;
  readonly k: number;
  /** What the judges make of the selection; empty where the run failed. */
  readonly measures: readonly JudgedValue[];
  /** Numbers of the selected features (or groups of features), best first; empty for the baseline and failures. */
  readonly features: readonly number[];
  /** Seconds of the run that gave this selection; a run that serves several K is told at each of them. */
  readonly selectSeconds: number;
  readonly evaluateSeconds: number;
  /** Most kernel memory in use at once during the selection, in bytes. */
  readonly peakBytes?: number;
  readonly error?: RowError;
  readonly details?: RowDetails;
}

/** What some experiments keep besides. */
export interface RowDetails {
  /** The method that was taken, where the job names one that stands for several. */
  readonly taken?: string;
  /** Floating-point operations of the training, of methods that do not know them beforehand. */
  readonly flops?: number;
  /** Strength of every input neuron at some epochs. */
  readonly strengths?: readonly KeptStrengths[];
  /** How far the networks of a topology job are apart; kept with the last network. */
  readonly distances?: readonly LayerDistances[];
}

export interface KeptStrengths {
  readonly epoch: number;
  readonly activeCount: number;
  readonly values: readonly number[];
}

export interface LayerDistances {
  readonly epoch: number;
  /** 0 is the layer behind the inputs. */
  readonly layer: number;
  /** `values[a][b]`, 0 for the same connections, 1 for none in common. */
  readonly values: readonly (readonly number[])[];
}

/** A row with what it was made of, as the result database keeps it. */
export interface JobRow extends ResultRow {
  /** Like the key, but the same for every version of the code. */
  readonly identity: string;
  readonly kind: Job['kind'];
  /** Name of the data set. */
  readonly data: string;
  readonly dataSha256: string;
  readonly sample: RowSample | null;
  readonly scaling: ScalingMethod;
  /** What the method with these options is called in tables. */
  readonly variant: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly code: string;
}

export interface RowError {
  /** `limit` is the time limit, `memory` the memory limit, `crash` a process that died, `bug` a fault of neurofs. */
  readonly code: UserErrorCode | 'limit' | 'memory' | 'crash' | 'bug';
  readonly message: string;
  /** The same as data, where the message names options. */
  readonly remark?: Remark;
  /** The time limit that was reached, in seconds. */
  readonly limitSeconds?: number;
  /** The memory limit that was reached. */
  readonly limitBytes?: number;
}

/** What would come out the same if it were run again: results, and failures that lie in the data or the settings. */
export function isFinal({ error }: ResultRow, limitSeconds: number | undefined, limitBytes?: number): boolean {
  if (error === undefined) return true;
  if (error.code === 'limit') return limitSeconds !== undefined && limitSeconds <= (error.limitSeconds ?? 0);
  if (error.code === 'memory') return limitBytes !== undefined && limitBytes <= (error.limitBytes ?? 0);
  return error.code === 'diverged' || error.code === 'data' || error.code === 'usage';
}

/** What was measured, where it was. */
export function measuredOf({ measures }: ResultRow, judge: string, measure: string): JudgedValue | undefined {
  return measures.find((each) => each.judge === judge && each.measure === measure);
}

/** A row as it was kept before there were other measures: the accuracies by judge. */
export type EarlierRow<Row extends ResultRow> = Omit<Row, 'measures'> & {
  readonly accuracies: Readonly<Record<string, number>>;
};

/** The row with what it holds as measures. */
export function withMeasures<Row extends ResultRow>(row: Row | EarlierRow<Row>): Row {
  if (!('accuracies' in row)) return row;
  const { accuracies, ...rest } = row;
  const measures = Object.entries(accuracies).map(([judge, value]) => ({ judge, measure: 'accuracy', value }));
  return { ...rest, measures } as unknown as Row;
}
