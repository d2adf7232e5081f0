/** Reads a selection.json, or the report.html that holds one, back into what a report shows. Checks all that it uses. */
import { UserError } from '../errors.js';
import type { MeasuredValue } from '../evaluate/measures/measure-predictions.js';
import { type Deciding, measures } from '../evaluate/measures/registry.js';
import type { RankedFeature } from '../rank/rank-features.js';
import type { TargetRange, TargetSummary } from '../target/describe-target.js';
import type { EncodedColumn, EpochHistory } from '../types.js';
import { readTrust } from './read-trust.js';
import { fromJsonNumber, selectionFormat } from './selection-json.js';
import type { ReportedLeak, ReportedSet, SelectionReportInput } from './selection-report-input.js';

export type Fields = Readonly<Record<string, unknown>>;

/** `name` is for the messages. */
export function readSelection(text: string, name: string): SelectionReportInput {
  const value = parse(text.trimStart().startsWith('<') ? embeddedJson(text, name) : text, name);
  if (!isFields(value) || value.format !== selectionFormat || !Array.isArray(value.features)) {
    throw new UserError(
      'data',
      `${name} is not a selection: expected a selection.json or report.html that neurofs wrote. Got ${sketch(value)}`,
    );
  }
  return describe(value, name);
}

/** What a JSON file holds instead: its format where it names one, else its keys. */
function sketch(value: unknown): string {
  if (!isFields(value)) return Array.isArray(value) ? 'a list' : `a ${value === null ? 'null' : typeof value}`;
  if (typeof value.format === 'string') return `a file of the format "${value.format}"`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with the keys ${keys.slice(0, 5).join(', ')}`;
}

/** Whether the file is meant to be a saved selection rather than data. */
export function looksSaved(start: string): boolean {
  return /^\s*(<!doctype html|<html)/i.test(start) || /^\s*\{\s*"format"\s*:\s*"neurofs-/.test(start);
}

function embeddedJson(text: string, name: string): string {
  const [, json] = /<script type="application\/json" id="neurofs-selection">([^<]*)<\/script>/.exec(text) ?? [];
  if (json !== undefined) return json;
  throw new UserError(
    'data',
    `${name} does not hold a selection: expected a report.html that neurofs select has written`,
  );
}

function describe(saved: Fields, name: string): SelectionReportInput {
  const data = isFields(saved.data) ? saved.data : {};
  const command = textOr(saved.command, '');
  const checksum = textOr(data.sha256, '');
  const imageShape = pairOf(data.imageShape);
  const deciding = decidingOf(saved.deciding);
  return {
    dataset: {
      name: textOr(data.file, 'unnamed data'),
      rowCount: numberOr(data.rowCount, 0),
      ...(typeof data.trainRowCount === 'number' && { trainRowCount: data.trainRowCount }),
      ...(typeof data.testRowCount === 'number' && { testRowCount: data.testRowCount }),
      featureCount: numberOr(data.featureCount, 0),
      targetName: textOr(data.target, ''),
      ...(typeof data.identifier === 'string' && { identifierName: data.identifier }),
      ...targetOf(data),
      ...(checksum !== '' && { checksum }),
      ...(imageShape && { imageShape }),
    },
    method: textOr(saved.method, 'unnamed method'),
    k: numberOr(saved.k, 0),
    seed: numberOr(saved.seed, 0),
    parameters: isFields(saved.parameters) ? saved.parameters : {},
    features: listOf(saved.features, (each, place) => featureOf(each, place, name)),
    ...(Array.isArray(saved.columns) && { columns: saved.columns.map((each) => columnOf(each, name)) }),
    history: listOf(saved.history, epochOf),
    snapshots: [],
    measured: listOf(saved.measured ?? saved.accuracies, measuredSetOf).filter((row) => row !== undefined),
    ...readTrust(saved),
    ...(deciding && { deciding }),
    timings: numbersOf(saved.timings),
    warnings: listOf(saved.warnings, (each) => textOr(each, '')),
    ...(Array.isArray(saved.leaks) && { leaks: saved.leaks.map(leakOf) }),
    ...(command !== '' && { command }),
  };
}

function leakOf(value: unknown): ReportedLeak {
  const leak = isFields(value) ? value : {};
  return {
    kind: textOr(leak.kind, ''),
    statement: textOr(leak.statement, ''),
    ...(Array.isArray(leak.columns) && { columns: listOf(leak.columns, (each) => textOr(each, '')) }),
  };
}

/** Files from before there were other tasks have classes. */
function targetOf(data: Fields): TargetSummary {
  const task = data.task === 'regression' || data.task === 'survival' ? data.task : 'classes';
  if (task === 'survival')
    return { task, eventCount: numberOr(data.eventCount, 0), medianTime: numberOr(data.medianTime, 0) };
  if (task === 'regression') return { task, targetRanges: listOf(data.targetRanges, rangeOf) };
  return {
    task,
    classNames: listOf(data.classNames, (each) => textOr(each, '')),
    classCounts: listOf(data.classCounts, (each) => numberOr(each, 0)),
  };
}

function rangeOf(value: unknown): TargetRange {
  const range = isFields(value) ? value : {};
  const [least, mean, deviation, most] = ['least', 'mean', 'deviation', 'most'].map((name) => numberOr(range[name], 0));
  return { least, mean, deviation, most };
}

function featureOf(value: unknown, place: number, name: string): RankedFeature {
  if (!isFields(value) || typeof value.name !== 'string') {
    throw new UserError('data', `${name}: feature ${place + 1} has no name`);
  }
  return {
    rank: place + 1,
    name: value.name,
    index: numberOr(value.index, place),
    score: numberOr(value.score, 0),
    ...(typeof value.column === 'string' && { column: value.column }),
    ...(Array.isArray(value.columns) && { columns: value.columns.map(String) }),
  };
}

const uses = ['number', 'date', 'one-hot'] as const;

function columnOf(value: unknown, name: string): EncodedColumn {
  const fields = isFields(value) ? value : {};
  const use = uses.find((one) => one === fields.use);
  if (use === undefined || typeof fields.name !== 'string') {
    throw new UserError('data', `${name}: a column is not described as neurofs does`);
  }
  return {
    name: fields.name,
    use,
    ...(Array.isArray(fields.categories) && { categories: fields.categories.map(String) }),
    ...(fields.hasMissing === true && { hasMissing: true }),
    ...(fields.hasIndicator === true && { hasIndicator: true }),
    ...(typeof fields.fill === 'number' && { fill: fields.fill }),
  };
}

function epochOf(value: unknown, place: number): EpochHistory {
  const fields = isFields(value) ? value : {};
  const count = (each: unknown): number => numberOr(each, 0);
  return {
    epoch: numberOr(fields.epoch, place),
    loss: typeof fields.loss === 'number' ? fields.loss : undefined,
    activeCount: count(fields.activeCount),
    removedCount: count(fields.removedCount),
    wokenCount: count(fields.wokenCount),
  };
}

const featureSets = ['selected', 'all', 'random'] as const;

/** Files of earlier versions have an accuracy by classifier in the place of measures by judge. */
function measuredSetOf(value: unknown): ReportedSet | undefined {
  if (!isFields(value)) return undefined;
  const features = featureSets.find((set) => set === value.features);
  const earlier = { measure: 'accuracy', value: value.accuracy, interval: value.interval };
  const found = (Array.isArray(value.measures) ? value.measures : [earlier]).flatMap(measuredValueOf);
  if (features === undefined || found.length === 0) return undefined;
  return {
    judge: textOr(value.judge ?? value.classifier, ''),
    features,
    measures: found,
    testRowCount: numberOr(value.testRowCount, 0),
    trainRowCount: numberOr(value.trainRowCount, 0),
  };
}

function measuredValueOf(fields: unknown): MeasuredValue[] {
  if (!isFields(fields) || typeof fields.value !== 'number') return [];
  const measure = measures.find(({ name }) => name === fields.measure)?.name;
  const interval = pairOf(fields.interval);
  return measure === undefined ? [] : [{ measure, value: fields.value, ...(interval && { interval }) }];
}

function decidingOf(value: unknown): Deciding | undefined {
  if (!isFields(value)) return undefined;
  const measure = measures.find(({ name }) => name === value.measure)?.name;
  const { rareClass } = value;
  return measure === undefined ? undefined : { measure, ...(typeof rareClass === 'string' && { rareClass }) };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError('data', `${name} is not JSON: ${(error as Error).message}`);
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' ? value : other;
}

function numberOr(value: unknown, other: number): number {
  return fromJsonNumber(value) ?? other;
}

function listOf<T>(value: unknown, read: (each: unknown, place: number) => T): T[] {
  return Array.isArray(value) ? value.map(read) : [];
}

function pairOf(value: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [a, b] = value;
  return typeof a === 'number' && typeof b === 'number' ? [a, b] : undefined;
}

function numbersOf(value: unknown): Readonly<Record<string, number>> {
  const entries = Object.entries(isFields(value) ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
