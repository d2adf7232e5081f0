/** Words of a part of the page, explained where they are used. */

interface WordsProps {
  readonly words: readonly (readonly [word: string, meaning: string])[];
}

export function Words({ words }: WordsProps) {
  return (
    <details class="words">
      <summary>What these words mean</summary>
      <dl>
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export const trainingWords: WordsProps['words'] = [
  ['input neuron', 'Stands for one column. While it is active, the network learns from that column.'],
  ['strength', 'The sum of the sizes of a neuron’s connections: how much the network makes of the column.'],
  ['dropped, woken', 'In every epoch the weakest neurons are dropped, and some that slept get another chance.'],
  ['schedule', 'How many neurons may be active in each epoch, until about K are left.'],
  ['epoch', 'One pass over all training rows.'],
  ['loss', 'How far the network is from the right answers on the training rows; it should fall.'],
];

export const verdictWords: WordsProps['words'] = [
  ['test rows', 'Rows kept apart: the selection never sees them, so they show what it is worth on new ones.'],
  ['at random', 'As many features drawn by lot. A selection that is no better has found nothing.'],
  ['95 % interval', 'Where the value would lie with other test rows; the fewer rows, the wider.'],
  [
    'cross-validation',
    'Every row is tested once: the rows are cut into parts, and the features selected anew without each.',
  ],
  [
    'balanced accuracy',
    'The share of right answers in each class, averaged: small classes count as much as large ones.',
  ],
  ['leak', 'A column that knows the answer because it was made of it, or written down after it.'],
];
