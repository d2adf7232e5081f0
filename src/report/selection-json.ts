/**
 * A selection as JSON: what was chosen from what, by which method and settings, and how it went.
 * JSON has no infinity: an infinite score is written as the text "Infinity" or "-Infinity".
 */
import type { SelectionReportInput } from './selection-report-input.js';

export const selectionFormat = 'neurofs-selection';
export const selectionFormatVersion = 1;

export function selectionJson(input: SelectionReportInput): string {
  const { dataset, method, k, seed, parameters, features, accuracies, history, timings, warnings } = input;
  const selection = {
    format: selectionFormat,
    formatVersion: selectionFormatVersion,
    versions: input.versions,
    method,
    k,
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
      classNames: dataset.classNames,
      classCounts: dataset.classCounts,
    },
    features,
    redundant: input.redundant,
    accuracies,
    history,
    timings,
    warnings,
    command: input.command,
  };
  return `${JSON.stringify(selection, writeInfinity, 2)}\n`;
}

function writeInfinity(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
