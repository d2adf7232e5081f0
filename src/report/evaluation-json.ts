/** An evaluation as JSON: which features of which data, and how well every judge does with them. */
import type { JudgedDetail } from '../evaluate/detail.js';
import type { MeasuredValue } from '../evaluate/measures/measure-predictions.js';
import type { Deciding } from '../evaluate/measures/registry.js';

export interface ReportedEvaluation {
  readonly judge: string;
  readonly measures: readonly MeasuredValue[];
  readonly detail: JudgedDetail;
}

export interface DescribedEvaluation {
  readonly versions: Readonly<Record<string, string>>;
  readonly command: string;
  readonly dataName: string;
  readonly checksum: string;
  readonly targetName: string;
  readonly trainRowCount: number;
  readonly testRowCount: number;
  /** What --features said, and how many columns that is. */
  readonly features: string;
  readonly featureNames: readonly string[];
  readonly seed: number;
  /** Settings of the scaling, the split and the judges. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly deciding: Deciding;
  readonly evaluations: readonly ReportedEvaluation[];
  readonly warnings: readonly string[];
}

export function evaluationJson(described: DescribedEvaluation): string {
  const { versions, command, seed, parameters, deciding, evaluations, warnings } = described;
  const [first] = evaluations;
  const text = {
    format: 'neurofs-evaluation',
    formatVersion: 2,
    versions,
    data: {
      file: described.dataName,
      sha256: described.checksum,
      target: described.targetName,
      ...(first?.detail.kind === 'classes' && { classNames: first.detail.classNames }),
      trainRowCount: described.trainRowCount,
      testRowCount: described.testRowCount,
    },
    features: described.features,
    featureNames: described.featureNames,
    seed,
    parameters,
    deciding,
    evaluations: evaluations.map(({ judge, measures, detail }) => ({ judge, measures, ...detailFields(detail) })),
    warnings,
    command,
  };
  return `${JSON.stringify(text, undefined, 2)}\n`;
}

/** By class for classes; of every test row otherwise. */
function detailFields(detail: JudgedDetail): Record<string, unknown> {
  if (detail.kind === 'classes') {
    const { classNames, confusion } = detail;
    const classes = confusion.classes.map((own, label) => ({ name: classNames[label], ...own }));
    return { confusion: confusion.table, classes };
  }
  const { kind: _, outputCount: __, ...arrays } = { outputCount: 1, ...detail };
  return { rows: Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, Array.from(values)])) };
}
