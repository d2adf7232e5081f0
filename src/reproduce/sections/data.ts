/** The data sets: Table 1, and which of them are those of the paper. */
import { findMeasure } from '../../evaluate/measures/registry.js';
import { judgeTitle } from '../../evaluate/registry.js';
import { formatCount } from '../../report/format.js';
import { type Gathered, paperJudged } from '../gather.js';
import type { Section } from '../piece.js';
import type { ReproductionSet } from '../plan.js';
import { columnName, otherCopyMark } from './column-name.js';

export function dataSection({ sets }: Gathered): Section {
  const isPaper = sets.some(({ isPapers }) => isPapers !== undefined);
  const hasOthers = sets.some(({ isPapers }) => isPapers === false);
  const text = isPaper
    ? `Sets without a split of their own are split as the authors did, by scikit-learn's train_test_split with random_state 42. Whether a set is the paper's is told from the files at hand: those that are published, by their checksums where these are known, and split that way.${hasOthers ? ` ${otherCopyMark} marks those that are not.` : ''}${remadeText(sets)}`
    : 'Every method is given the training rows alone.';
  return {
    id: 'data',
    title: 'Data sets',
    ...(isPaper && { paper: 'Table 1' }),
    pieces: [
      { kind: 'text', text },
      {
        kind: 'plain-table',
        table: {
          caption: 'What was selected from',
          columns: [
            'Data set',
            isPaper ? 'What' : 'To predict',
            'Features',
            'Rows',
            'Train',
            'Test',
            'Classes',
            'Scaling',
            isPaper ? 'As in the paper' : 'Judged by',
          ],
          rows: sets.map((set) => dataRow(set, isPaper)),
        },
      },
    ],
  };
}

/** The authors' tables that were made of other copies. */
function remadeText(sets: readonly ReproductionSet[]): string {
  const told = sets.flatMap(({ remade }) => remade ?? []);
  return told.length === 0 ? '' : ` Some of the authors' tables were made of other copies: ${told.join('; ')}.`;
}

function dataRow(set: ReproductionSet, isPaper: boolean): string[] {
  const { about = '', featureCount, trainRowCount, testRowCount, classCount, data } = set;
  const count = (value: number | undefined) => (value === undefined ? '' : formatCount(value));
  const rows = testRowCount === undefined ? undefined : trainRowCount + testRowCount;
  return [
    columnName(set),
    about,
    count(featureCount),
    count(rows),
    count(trainRowCount),
    count(testRowCount),
    classCount === 0 ? '' : count(classCount),
    data.scaling,
    isPaper ? isAsInPaper(set) : judgeOf(set),
  ];
}

function isAsInPaper({ isPapers, remade }: ReproductionSet): string {
  if (isPapers === undefined) return '';
  if (!isPapers) return 'another copy';
  return remade === undefined ? 'yes' : 'yes, remade';
}

function judgeOf({ judged = paperJudged }: ReproductionSet): string {
  return `${judgeTitle(judged.judge)}, ${findMeasure(judged.measure).title}`;
}
