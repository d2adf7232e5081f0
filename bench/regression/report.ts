/** The rows of the regression bench as tables: the mean R² of every selector by judge, best first. */
import type { BenchSection } from '../rows.js';

export interface RegressionRow {
  readonly set: string;
  readonly fold: string;
  readonly finder: string;
  readonly k: number;
  readonly seconds: number;
  readonly selected: readonly number[];
  /** R² on the rows that were held out, by judge. */
  readonly r2: Readonly<Record<string, number>>;
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
const rounded = (value: number) => Number(value.toFixed(3));

/** Over all judges of a row: what the tables are sorted by. */
export const overJudges = ({ r2 }: RegressionRow): number => mean(Object.values(r2));

export function regressionSections(rows: readonly RegressionRow[]): readonly BenchSection[] {
  const keys = [...new Set(rows.map(({ set, k }) => `${set}, K = ${k}`))];
  return keys.map((title) => {
    const here = rows.filter(({ set, k }) => `${set}, K = ${k}` === title);
    const ours = here.filter(({ finder }) => finder === 'neurofs');
    const finders = [...new Set(here.map(({ finder }) => finder))].map((finder) => {
      const own = here.filter((row) => row.finder === finder);
      const judges = Object.keys(own[0].r2);
      const behind = own.flatMap((row) => {
        const beside = ours.find(({ fold }) => fold === row.fold);
        return beside === undefined ? [] : [overJudges(beside) - overJudges(row)];
      });
      return {
        name: finder,
        figures: {
          'R² over judges': rounded(mean(own.map(overJudges))),
          ...Object.fromEntries(judges.map((judge) => [judge, rounded(mean(own.map(({ r2 }) => r2[judge])))])),
          'neurofs ahead by': rounded(mean(behind)),
          's a selection': rounded(mean(own.map(({ seconds }) => seconds))),
          folds: own.length,
        },
      };
    });
    const sorted = finders.sort((a, b) => b.figures['R² over judges'] - a.figures['R² over judges']);
    return {
      title,
      note: 'Mean R² on held-out rows over 5 x 5 cross-validation: a support vector machine, ridge regression and extra trees on the selected features, each as it is by default, and their mean, by which the rows are sorted. Names of scikit-learn are its own; LassoNet and STG are this project’s, which agree with the authors’ packages (docs/methods).',
      rows: sorted,
    };
  });
}
