/** An evaluation as JSON: which features of which data, and how well every classifier does with them. */

export interface ReportedClass {
  readonly support: number;
  readonly predicted: number;
  readonly correct: number;
  readonly precision: number | undefined;
  readonly recall: number | undefined;
  readonly f1: number | undefined;
}

export interface ReportedEvaluation {
  readonly classifier: string;
  readonly metrics: {
    readonly rowCount: number;
    readonly correct: number;
    readonly accuracy: number;
    /** 95 % interval of the accuracy. */
    readonly interval: readonly [low: number, high: number];
    readonly balancedAccuracy: number;
    readonly macroF1: number;
    /** [true class][predicted class] rows. */
    readonly confusion: readonly (readonly number[])[];
    readonly classes: readonly ReportedClass[];
  };
}

export interface DescribedEvaluation {
  readonly versions: Readonly<Record<string, string>>;
  readonly command: string;
  readonly dataName: string;
  readonly checksum: string;
  readonly targetName: string;
  readonly classNames: readonly string[];
  readonly trainRowCount: number;
  readonly testRowCount: number;
  /** What --features said, and how many columns that is. */
  readonly features: string;
  readonly featureNames: readonly string[];
  readonly seed: number;
  /** Settings of the scaling, the split and the classifiers. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly evaluations: readonly ReportedEvaluation[];
  readonly warnings: readonly string[];
}

export function evaluationJson(described: DescribedEvaluation): string {
  const { versions, command, seed, parameters, evaluations, warnings, classNames } = described;
  const text = {
    format: 'neurofs-evaluation',
    formatVersion: 1,
    versions,
    data: {
      file: described.dataName,
      sha256: described.checksum,
      target: described.targetName,
      classNames,
      trainRowCount: described.trainRowCount,
      testRowCount: described.testRowCount,
    },
    features: described.features,
    featureNames: described.featureNames,
    seed,
    parameters,
    evaluations: evaluations.map(({ classifier, metrics }) => ({
      classifier,
      ...metrics,
      classes: metrics.classes.map((own, label) => ({ name: classNames[label], ...own })),
    })),
    warnings,
    command,
  };
  return `${JSON.stringify(text, undefined, 2)}\n`;
}
