/** The experiments of the paper by name. */
import { UserError } from '../errors.js';
import { didYouMeanHint } from '../suggest.js';

export const experiments = {
  accuracy: { paper: 'Table 2, Figure 2 and the tables per K', shows: 'accuracy of every method on every data set' },
  ranking: { paper: 'Figure 3', shows: 'average ranking score on low- and high-dimensional data' },
  classifiers: { paper: 'Appendix C', shows: 'SVM, nearest neighbour and extra trees at K = 50' },
  importance: { paper: 'Figure 4', shows: 'where the network looks on MNIST, epoch by epoch' },
  topology: { paper: 'Figure 5, Table 3', shows: 'how far apart the connections of several networks are' },
  cost: { paper: 'Table 4', shows: 'weights and FLOPs, and the time and memory measured' },
  hyperparameters: { paper: 'Figure 6', shows: 'alpha, epsilon and zeta_in at K = 100' },
  growth: { paper: 'Appendix A', shows: 'growth by gradient against growth at random' },
  hsic: { paper: 'Appendix B', shows: 'HSIC Lasso and its variational version' },
  rigl: { paper: 'Appendix D', shows: 'RigL, per K' },
} as const;

export type ExperimentName = keyof typeof experiments;

export const experimentNames = Object.keys(experiments) as readonly ExperimentName[];

export function findExperiment(name: string): ExperimentName {
  if (Object.hasOwn(experiments, name)) return name as ExperimentName;
  throw new UserError(
    'usage',
    `there is no experiment "${name}"${didYouMeanHint(name, experimentNames) || `; they are ${experimentNames.join(', ')}`}`,
  );
}
