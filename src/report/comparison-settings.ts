/** The settings of a comparison in words; the JSON beside the report has them by their names. */
import { settingText } from './details-section.js';
import { formatPercent } from './format.js';

interface Wording {
  readonly title: string;
  readonly text?: (value: unknown) => string;
}

const wordings: Readonly<Record<string, Wording>> = {
  scaling: { title: 'Scaling' },
  scaleOn: { title: 'Scaling fitted on', text: (rows) => (rows === 'all' ? 'all rows' : 'training rows') },
  testFraction: { title: 'Rows held out for testing', text: (share) => formatPercent(Number(share)) },
  folds: { title: 'Folds of cross-validation' },
  repeats: { title: 'Repeats of cross-validation' },
  limit: { title: 'Time limit' },
};

export function comparisonSettings(settings: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => {
    const { title, text = settingText } = wordings[name] ?? { title: name };
    return [title, text(value)] as const;
  });
}
