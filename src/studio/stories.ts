/**
 * Small tables that each teach one thing, generated with known answers: what to try is said before the run, the key after
 * it. The same numbers on every machine, as CSV, so that they can be saved and given to the command line.
 */
import { fillNormal } from '../maths/normal.js';
import { createRandom } from '../maths/random.js';
import { plantedCsv } from './planted-example.js';

export interface Story {
  readonly fileName: string;
  readonly title: string;
  /** What is in the table, and what to look at. */
  readonly invitation: string;
  readonly k: number;
  /** What should be found: of each entry one column is enough. */
  readonly key: readonly (readonly string[])[];
  /** What there is to learn, said when a run has ended. */
  readonly lesson: string;
}

interface ToldStory extends Story {
  readonly csv: () => Iterable<string>;
}

/** Noise in every column; `tell` puts the signal of a row where it belongs and gives its class. */
function* table(
  { rowCount, names, seed }: { readonly rowCount: number; readonly names: readonly string[]; readonly seed: number },
  target: string,
  tell: (cells: Float64Array, row: number) => string,
): Generator<string> {
  const random = createRandom(seed);
  const cells = new Float64Array(names.length);
  yield `${[...names, target].join(',')}\n`;
  for (let row = 0; row < rowCount; row++) {
    fillNormal(cells, random);
    const label = tell(cells, row);
    yield `${[...Array.from(cells, (cell) => String(Number(cell.toFixed(3)))), label].join(',')}\n`;
  }
}

function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);
}

const markers = numbered('marker', 3);
const told: readonly ToldStory[] = [
  {
    fileName: 'story-leak.csv',
    title: 'The answer in the table',
    invitation: 'Patients, ill or well. One column was written down after the diagnosis. Does anyone notice?',
    k: 3,
    key: markers.map((name) => [name]),
    lesson:
      'The dose is given to those who are ill, so it tells the diagnosis without any medicine. Leave it out, and the three markers that come before the diagnosis are left.',
    csv: () =>
      table(
        { rowCount: 300, names: ['dose', ...markers, ...numbered('lab', 26)], seed: 3 },
        'diagnosis',
        (cells, row) => {
          const isIll = row % 2 === 1;
          for (let at = 1; at <= markers.length; at++) cells[at] += isIll ? 0.8 : -0.8;
          cells[0] = (isIll ? 40 : 0) + cells[0];
          return isIll ? 'ill' : 'well';
        },
      ),
  },
  {
    fileName: 'story-repeats.csv',
    title: 'The same thing, three times',
    invitation: 'Length, weight and age, each also in other units. How many of the six are worth having?',
    k: 3,
    key: [
      ['length cm', 'length in'],
      ['weight kg', 'weight lb'],
      ['age years', 'age months'],
    ],
    lesson:
      'A column in other units says nothing new, yet it is as strong as the first, so both may be chosen. “Do they say the same?” shows such pairs: ban one of the two, and what was left out gets its place.',
    csv: () => {
      const names = ['length cm', 'weight kg', 'age years', 'length in', 'weight lb', 'age months'];
      return table({ rowCount: 300, names: [...names, ...numbered('other', 24)], seed: 5 }, 'group', (cells, row) => {
        const group = row % 4;
        cells[0] = 170 + 8 * (cells[0] + (group & 1 ? 1.2 : -1.2));
        cells[1] = 70 + 9 * (cells[1] + (group & 2 ? 1.2 : -1.2));
        cells[2] = 40 + 10 * (cells[2] + (group === 3 ? 1.2 : -0.4));
        cells[3] = cells[0] / 2.54 + 0.02 * cells[3];
        cells[4] = cells[1] * 2.2 + 0.05 * cells[4];
        cells[5] = cells[2] * 12 + 0.3 * cells[5];
        return 'ABCD'[group];
      });
    },
  },
  {
    fileName: 'story-pairs.csv',
    title: 'Only together',
    invitation: 'Two columns tell the class together, and neither does alone. Compare with a filter such as anova-f.',
    k: 2,
    key: [['left'], ['right']],
    lesson:
      'The class is whether “left” and “right” have the same sign. A filter looks at one column at a time and sees nothing; what learns from all of them together can.',
    csv: () =>
      table({ rowCount: 800, names: ['left', 'right', ...numbered('noise', 18)], seed: 7 }, 'state', (cells) =>
        cells[0] * cells[1] > 0 ? 'same' : 'different',
      ),
  },
  {
    fileName: 'story-imbalance.csv',
    title: 'One in twenty',
    invitation: 'Faulty parts are rare: always saying “good” is right 95 times in 100. Is that what accuracy rewards?',
    k: 3,
    key: [['heat'], ['noise level']],
    lesson:
      'Accuracy hardly notices a rare class, so balanced accuracy decides here: it counts every class alike. “Heat” and “noise level” are what tells faulty parts.',
    csv: () =>
      table(
        { rowCount: 600, names: ['heat', 'noise level', ...numbered('sensor', 28)], seed: 9 },
        'part',
        (cells, row) => {
          const isFaulty = row % 20 === 0;
          if (isFaulty) {
            cells[0] += 2.5;
            cells[1] += 2;
          }
          return isFaulty ? 'faulty' : 'good';
        },
      ),
  },
  {
    fileName: 'story-genes.csv',
    title: 'Many genes, few patients',
    invitation:
      '90 patients and 2,000 genes; six of them differ. See how wide the intervals are, and what other seeds choose.',
    k: 10,
    key: numbered('driver', 6).map((name) => [name]),
    lesson:
      'With 18 test rows hardly anything is proven, and some of the chosen genes are there by chance: the drivers stay under other seeds, the others change. Cross-validate before you believe it.',
    csv: () =>
      table(
        { rowCount: 90, names: [...numbered('driver', 6), ...numbered('gene', 1994)], seed: 11 },
        'tumour',
        (cells, row) => {
          const kind = row % 2;
          for (let at = 0; at < 6; at++) cells[at] += kind ? 0.9 : -0.9;
          return kind ? 'type 1' : 'type 2';
        },
      ),
  },
  {
    fileName: 'planted.csv',
    title: 'Planted columns',
    invitation: '800 generated rows, 300 columns; 8 were planted. See whether they are found.',
    k: 12,
    key: numbered('planted', 8).map((name) => [name]),
    lesson: 'Columns called “mixed” are made of planted ones, so they tell something too; the rest is noise.',
    csv: plantedCsv,
  },
];

export const stories: readonly Story[] = told;

export function storyCsv(fileName: string): Iterable<string> {
  const story = told.find((each) => each.fileName === fileName);
  if (story === undefined) throw new Error(`there is no story "${fileName}"`);
  return story.csv();
}

export interface Marked {
  readonly found: number;
  readonly outOf: number;
}

/** How much of the key is among the chosen columns. */
export function markStory({ key }: Story, chosen: readonly string[]): Marked {
  return { found: key.filter((any) => any.some((name) => chosen.includes(name))).length, outOf: key.length };
}
