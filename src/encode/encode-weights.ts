/**
 * How much every row counts: a column of weights, weights of the classes, or both, multiplied. Classes are balanced later,
 * when the training rows are known (`prepare/balance-classes.ts`).
 */
import { UserError } from '../errors.js';
import { type ClassWeights, weightsOfClasses } from '../target/class-weights.js';
import type { AnyMatrix, Table, Target } from '../types.js';
import { numberCells } from './target-cells.js';

export interface WeightRules {
  /** A column of weights. */
  readonly weights?: string | undefined;
  readonly classWeights?: ClassWeights | undefined;
}

export function encodeWeights(
  table: Table<AnyMatrix>,
  target: Target,
  { weights: name, classWeights }: WeightRules,
): Float64Array | undefined {
  if (classWeights !== undefined && target.kind !== 'classes') {
    throw new UserError('usage', 'need a target that is classes', { subject: { option: 'classWeights' } });
  }
  const given = classWeights === 'balanced' ? undefined : classWeights;
  if (name === undefined && given === undefined) return undefined;
  const rows = name === undefined ? new Float64Array(table.rowCount).fill(1) : columnWeights(table, name);
  if (given === undefined || target.kind !== 'classes') return rows;
  const ofClass = weightsOfClasses(target, given);
  return rows.map((weight, row) => weight * ofClass[target.labels[row]]);
}

function columnWeights(table: Table<AnyMatrix>, name: string): Float64Array {
  const weights = numberCells(table, name, 'weight', { advice: ['name a column of numbers'] });
  const negative = weights.findIndex((weight) => weight < 0);
  if (negative >= 0) {
    throw new UserError(
      'data',
      `weight "${name}", row ${negative + 1}: expected at least 0, got ${weights[negative]}`,
      {
        advice: ['correct it', 'leave the row out'],
      },
    );
  }
  if (weights.some((weight) => weight > 0)) return weights;
  throw new UserError('data', `weight "${name}" is 0 in all ${weights.length} rows, so no row would count`, {
    advice: ['name another column'],
  });
}
