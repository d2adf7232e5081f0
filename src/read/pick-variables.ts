/** Chooses the matrix and the target among the variables of a file. */

import { indexColumnName } from '../cells/column-names.js';
import { UserError } from '../errors.js';
import { didYouMean } from '../suggest.js';
import type { TextColumn } from '../types.js';
import {
  featureNameVariables,
  type MatrixOptions,
  type MatrixParts,
  rowNameVariables,
  targetNames,
} from './matrix-table.js';

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
): PickedVariables<V> {
  const x = options.x === undefined ? largestMatrix(variables) : named(variables, options.x, sourceName);
  if (x === undefined) {
    throw new UserError('data', `${sourceName}: holds no numeric matrix; the variables are ${listed(variables)}`);
  }
  const wanted = options.target ?? targetNames.find((name) => variables.some((variable) => variable.name === name));
  const target = wanted === undefined ? undefined : named(variables, wanted, sourceName);
  const others = variables.filter((variable) => variable !== x && variable !== target);
  const names =
    options.names === undefined
      ? ofLength(others, featureNameVariables, x.shape[1])
      : named(variables, options.names, sourceName);
  return {
    x,
    matrices: [x, ...variables.filter((each) => each !== x && isMatrix(each))].map(({ name }) => name),
    target: target === x ? undefined : target,
    names,
    rowNames: ofLength(
      others.filter((variable) => variable !== names),
      rowNameVariables,
      x.shape[0],
    ),
  };
}

export interface PickedVariables<V extends Variable> {
  readonly x: V;
  /** What could be the matrix, the one that is first. */
  readonly matrices: readonly string[];
  readonly target: V | undefined;
  /** The names of the features, and of the rows. */
  readonly names: V | undefined;
  readonly rowNames: V | undefined;
}

/** All but the matrix; `read` gives the texts of a variable. */
export function readBesides<V extends Variable>(
  { target, names, rowNames, matrices }: PickedVariables<V>,
  read: (variable: V) => readonly (string | undefined)[],
): Omit<MatrixParts, 'matrix'> {
  const column = (variable: V, name = variable.name): TextColumn => ({ name, values: read(variable) });
  return {
    ...(matrices.length > 1 && { matrices }),
    ...(target && { target: column(target) }),
    ...(names && { names: read(names).map((name) => name?.trim() ?? '') }),
    ...(rowNames && { beside: [column(rowNames, indexColumnName)] }),
  };
}

/** The first of these names that is a list of so many texts. */
function ofLength<V extends Variable>(
  variables: readonly V[],
  wanted: readonly string[],
  length: number,
): V | undefined {
  const isList = ({ shape, isNumeric }: V) => !isNumeric && Math.max(...shape, 0) === length;
  return wanted.flatMap((name) => variables.filter((variable) => variable.name === name && isList(variable)))[0];
}

/** Lists that are stored as a matrix of one column are none. */
function isMatrix({ isNumeric, shape }: Variable): boolean {
  return isNumeric && shape.length >= 2 && Math.min(...shape) > 1;
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
