/**
 * The selection file, which the library, the command line and the page write alike: what was chosen from what, by which
 * method and settings, how it went, and the score of everything that could have been chosen.
 *
 * `selection.schema.json` describes it. JSON has no infinity: an infinite score is the text "Infinity" or "-Infinity".
 */
import type { RankedFeature } from '../rank/rank-features.js';
import type { ReportedUnivariate, SelectionReportInput } from './selection-report-input.js';

export const selectionFormat = 'neurofs-selection';
/** 2 has the scores of all features. */
export const selectionFormatVersion = 2;

export type JsonNumber = number | 'Infinity' | '-Infinity' | 'NaN';

/** The scores of everything that could be selected. */
export interface AllScores {
  /** In the order of the columns. */
  readonly featureNames: readonly string[];
  /** Of every name. */
  readonly scores: readonly JsonNumber[];
  /** Places in `featureNames`, best first, each once. */
  readonly ranking: readonly number[];
}

export function allScores(ranked: readonly RankedFeature[]): AllScores {
  const featureNames = new Array<string>(ranked.length);
  const scores = new Array<JsonNumber>(ranked.length);
  for (const { index, name, score } of ranked) {
    featureNames[index] = name;
    scores[index] = toJsonNumber(score);
  }
  return { featureNames, scores, ranking: ranked.map(({ index }) => index) };
}

/** The selection as text, a field to a line; the long lists of `all` are a line each. */
export function selectionJson(input: SelectionReportInput, all?: AllScores): string {
  const { dataset, method, k, seed, parameters, features, measured, deciding, history, timings, warnings } = input;
  const selection = {
    format: selectionFormat,
    formatVersion: selectionFormatVersion,
    versions: input.versions,
    method,
    tried: input.tried,
    k,
    size: input.size,
    stability: input.stability,
    substitutes: input.substitutes,
    verdict: input.verdict,
    univariate: input.univariate && figuresOf(input.univariate),
    seed,
    parameters,
    data: {
      file: dataset.name,
      sha256: dataset.checksum,
      rowCount: dataset.rowCount,
      trainRowCount: dataset.trainRowCount,
      testRowCount: dataset.testRowCount,
      featureCount: dataset.featureCount,
      imageShape: dataset.imageShape,
      target: dataset.targetName,
      identifier: dataset.identifierName,
      task: dataset.task,
      targetRanges: dataset.targetRanges,
      eventCount: dataset.eventCount,
      medianTime: dataset.medianTime,
      classNames: dataset.classNames,
      classCounts: dataset.classCounts,
    },
    features,
    columns: input.columns,
    redundant: input.redundant,
    deciding,
    measured: measured?.map(({ detail, ...set }) => ({
      ...set,
      ...(detail?.kind === 'classes' && { confusion: detail.confusion.table }),
    })),
    history,
    timings,
    warnings,
    leaks: input.leaks,
    command: input.command,
  };
  const text = JSON.stringify(selection, writeInfinity, 2);
  const lists = Object.entries(all ?? {}).map(([name, list]) => `,\n  "${name}": ${JSON.stringify(list)}`);
  return `${text.slice(0, -2)}${lists.join('')}\n}\n`;
}

/** Without what is there for pictures. */
function figuresOf({ test, effect, rowCount, featureCount, features }: ReportedUnivariate) {
  const figures = features.map(({ shown: _, ...figures }) => figures);
  return { test, effect, rowCount, featureCount, features: figures };
}

function writeInfinity(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? toJsonNumber(value) : value;
}

export function toJsonNumber(value: number): JsonNumber {
  return Number.isFinite(value) ? value : (String(value) as JsonNumber);
}

/** The number that was written; undefined for what is none. */
export function fromJsonNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value === 'Infinity' || value === '-Infinity' || value === 'NaN' ? Number(value) : undefined;
}
