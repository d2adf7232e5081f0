/** Chooses the matrix and the target among the variables of a file. */

import { UserError } from '../errors.js';
import { didYouMean } from '../suggest.js';
import { type MatrixOptions, targetNames } from './matrix-table.js';

export interface Variable {
  readonly name: string;
  /** Rows first. */
  readonly shape: readonly number[];
  readonly isNumeric: boolean;
}

export function pickVariables<V extends Variable>(
  variables: readonly V[],
  options: MatrixOptions,
  sourceName: string,
): { x: V; target: V | undefined } {
  const x = options.x === undefined ? largestMatrix(variables) : named(variables, options.x, sourceName);
  if (x === undefined) {
    throw new UserError('data', `${sourceName}: holds no numeric matrix; the variables are ${listed(variables)}`);
  }
  const wanted = options.target ?? targetNames.find((name) => variables.some((variable) => variable.name === name));
  const target = wanted === undefined ? undefined : named(variables, wanted, sourceName);
  return { x, target: target === x ? undefined : target };
}

function largestMatrix<V extends Variable>(variables: readonly V[]): V | undefined {
  const size = (variable: V) => variable.shape.reduce((product, extent) => product * extent, 1);
  return variables
    .filter((variable) => variable.isNumeric && variable.shape.length >= 2)
    .reduce<V | undefined>((best, variable) => (best && size(best) >= size(variable) ? best : variable), undefined);
}

function named<V extends Variable>(variables: readonly V[], name: string, sourceName: string): V {
  const found = variables.find((variable) => variable.name === name);
  if (found) return found;
  const near = didYouMean(
    name,
    variables.map((variable) => variable.name),
  );
  const hint = near === undefined ? `the variables are ${listed(variables)}` : `did you mean "${near}"?`;
  throw new UserError('data', `${sourceName}: there is no variable "${name}"; ${hint}`);
}

function listed(variables: readonly Variable[]): string {
  if (variables.length === 0) return 'none';
  return variables.map((variable) => `"${variable.name}" (${variable.shape.join(' x ')})`).join(', ');
}
