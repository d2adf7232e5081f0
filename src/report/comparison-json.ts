/** A comparison as JSON. Of two runs of the same command, only what is under a name with "seconds" in it differs. */
import type { ComparisonReportInput } from './comparison-report-input.js';
import { judgeComparison } from './judge-comparison.js';

export const comparisonFormat = 'neurofs-comparison';
export const comparisonFormatVersion = 2;

export function comparisonJson(input: ComparisonReportInput): string {
  const { dataset, summary, seeds, settings, methodOptions } = input;
  const { name, checksum, ...data } = dataset;
  const comparison = {
    format: comparisonFormat,
    formatVersion: comparisonFormatVersion,
    versions: input.versions,
    data: { file: name, sha256: checksum, ...data },
    ks: summary.ks,
    seeds,
    judges: summary.judges,
    deciding: summary.deciding,
    settings,
    methodOptions,
    methods: summary.methods,
    allFeatures: summary.baseline,
    overlaps: summary.overlaps,
    splitCount: input.splitCount,
    frequencies: input.frequencies,
    findings: judgeComparison(input),
    featureNames: input.featureNames,
    rows: input.rows.map(
      ({ method, seed, k, measures, features, selectSeconds, evaluateSeconds, peakBytes, error }) => ({
        method,
        seed,
        k,
        measures,
        features,
        selectSeconds,
        evaluateSeconds,
        peakBytes,
        error,
      }),
    ),
    command: input.command,
  };
  return `${JSON.stringify(comparison, null, 2)}\n`;
}
