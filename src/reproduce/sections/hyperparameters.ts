/** Accuracy over alpha, epsilon and zeta_in, one at a time: Figure 6. */

import { accuracyBySvm, type Gathered } from '../gather.js';
import { heatGrid } from '../heat-grid.js';
import type { Figure, Section } from '../piece.js';
import { type HyperparameterName, hyperparameterK, hyperparameters, type ReproductionSet } from '../plan.js';
import { whyBlank, whyBlanks } from '../why-blank.js';
import { columnName } from './column-name.js';

const titles: Readonly<Record<HyperparameterName, string>> = {
  alpha: 'alpha: share of the epochs in which neurons are removed',
  epsilon: 'epsilon: density of the network',
  zetaIn: 'zeta_in: share of the input layer renewed in an epoch',
};

export function hyperparametersSection(gathered: Gathered): Section {
  const figures = (Object.keys(hyperparameters) as HyperparameterName[]).flatMap((name) => grid(gathered, name));
  return {
    id: 'hyperparameters',
    title: 'Hyper-parameters',
    paper: 'Figure 6',
    pieces: [
      {
        kind: 'text',
        text: `SVM accuracy in percent with ${hyperparameterK} features selected by neurofs with the paper's settings (alpha 0.65, epsilon 30, zeta_in 0.2), changing one hyper-parameter at a time; one run each. Each row is coloured over its own range, to show what a value changes on a data set; the paper's figure prints no numbers to compare with.`,
      },
      figures.length > 0
        ? { kind: 'figures', width: 'half', figures }
        : {
            kind: 'text',
            text: whyBlank(gathered.results.filter(({ planned }) => planned.role.kind === 'hyperparameter')),
          },
    ],
  };
}

function grid(gathered: Gathered, name: HyperparameterName): Figure[] {
  const resultAt = (set: ReproductionSet, value: number) =>
    gathered.results.find(({ planned }) => {
      const { role } = planned;
      return planned.set === set.key && role.kind === 'hyperparameter' && role.name === name && role.value === value;
    });
  const rows = gathered.sets
    .map((set) => ({ set, results: hyperparameters[name].map((value) => resultAt(set, value)) }))
    .map(({ set, results }) => ({
      name: columnName(set),
      results: results.filter((result) => result !== undefined),
      values: results.map((result) => accuracyBySvm(result?.row)),
    }))
    .filter(({ values }) => values.some((value) => value !== undefined));
  if (rows.length === 0) return [];
  const columns = hyperparameters[name].map(String);
  const blanks = whyBlanks(rows.flatMap(({ results }) => results));
  const caption = blanks === undefined ? titles[name] : `${titles[name]}. ${blanks}`;
  return [{ name: `hyperparameter-${name}`, caption, svg: heatGrid({ label: titles[name], columns, rows }) }];
}
