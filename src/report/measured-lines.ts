/** What judges make of feature sets, a named line for each: what reports and the page draw as a table with bars. */
import { judgeTitle } from '../evaluate/registry.js';
import { countOf, formatCount } from './format.js';
import { measureText } from './measure-text.js';
import { measureOf } from './reported-set.js';
import type { FeatureSet, ReportedSet, SelectionReportInput } from './selection-report-input.js';

export interface MeasuredLine {
  readonly judge: string;
  readonly features: FeatureSet;
  readonly name: string;
  /** Undefined where it was not measured. */
  readonly set: ReportedSet | undefined;
}

export type MeasuredInput = Pick<SelectionReportInput, 'measured' | 'deciding' | 'k'> & {
  readonly dataset: Pick<SelectionReportInput['dataset'], 'featureCount'>;
};

/** What knows the measure that decides. */
export type DecidedBy = Pick<SelectionReportInput, 'deciding'>;

const featureSets: readonly FeatureSet[] = ['selected', 'all', 'random'];

/** The selected features, all of them and as many random ones, judge by judge; none where nothing was measured. */
export function measuredLines(input: MeasuredInput): MeasuredLine[] {
  const { measured = [] } = input;
  const judges = [...new Set(measured.map(({ judge }) => judge))];
  return judges.flatMap((judge) =>
    featureSets.map((features) => ({
      judge,
      features,
      name: setName(features, input),
      set: measured.find((row) => row.judge === judge && row.features === features),
    })),
  );
}

function setName(features: FeatureSet, { k, dataset }: MeasuredInput): string {
  if (features === 'all') return `all ${formatCount(dataset.featureCount)}`;
  return features === 'selected' ? `${formatCount(k)} selected` : `${formatCount(k)} random`;
}

/** On which rows it was measured, in a sentence or two. */
export function measuredText(input: DecidedBy, lines: readonly MeasuredLine[]): string {
  const sets = lines.flatMap(({ set }) => set ?? []);
  const only = (counts: (number | undefined)[]): number | undefined =>
    new Set(counts).size === 1 ? counts[0] : undefined;
  const tested = only(sets.map(({ testRowCount }) => testRowCount));
  const trained = only(sets.map(({ trainRowCount }) => trainRowCount));
  const judges = [...new Set(lines.map(({ judge }) => judge))];
  const whose = judges.length === 1 ? ` of ${judgeTitle(judges[0])}` : '';
  const fitted = trained === undefined ? '' : `, fitted to ${countOf(trained, 'row')},`;
  const rows = tested === undefined ? 'test rows' : countOf(tested, 'test row');
  return `${measureText(measureOf(input)).heading}${whose}${fitted} on ${rows} that the selection never saw.`;
}
