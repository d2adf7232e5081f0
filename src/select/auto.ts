/**
 * The method where none is named: NeuroFS, or where rows are few the one of several that does best in folds of them.
 *
 * On few rows what a network picks up and what it learns by heart look alike to it, and which kind of method suits the
 * data differs from set to set by more than any setting of one of them. Folds of the training rows tell
 * (`try-methods.ts`, which has the rule). Where nothing is tried this is NeuroFS, bit for bit.
 */
import { neurofs } from './network/neurofs.js';

export const auto: typeof neurofs = {
  ...neurofs,
  name: 'auto',
  summary: 'neurofs, or with few rows whichever of seven methods does best in folds of them',
  goodFor: 'not having to know which method suits the data; the report says which was taken, and why',
  isSlow: true,
  standsFor: ['neurofs', 'extra-trees', 'rfe', 'l1-logistic', 'mutual-information', 'mrmr', 'relief'],
};
