/** Three classifiers at one K: Appendix C. */
import type { Gathered } from '../gather.js';
import type { Section } from '../piece.js';
import { mainK, paperJudges } from '../plan.js';
import { accuracyTable } from './accuracy.js';

export function classifiersSection(gathered: Gathered): Section {
  return {
    id: 'classifiers',
    title: 'Other classifiers',
    paper: 'Appendix C',
    pieces: [
      {
        kind: 'text',
        text: `The same selections of ${mainK} features, judged by a support vector machine, the nearest neighbour and extra trees: a good choice of features should not depend on the classifier.`,
      },
      ...paperJudges.map(
        (judge) => ({ kind: 'table', table: accuracyTable(gathered, gathered.variants, mainK, judge) }) as const,
      ),
    ],
  };
}
