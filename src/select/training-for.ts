/** Keeps data away from methods that cannot take it: other targets, weights, matrices outside memory. */
import { UserError } from '../errors.js';
import type { AnyMatrix, Target, TargetKind, TrainingSet } from '../types.js';
import { type AnyMethod, methods } from './registry.js';

/** What a method is to take. */
export interface MethodData {
  readonly matrix: Pick<AnyMatrix, 'kind'>;
  readonly target: Target;
  readonly weights?: Float64Array | undefined;
  /** Whether weights will be made of the classes. */
  readonly balanceClasses?: boolean | undefined;
}

function isWeighted({ weights, balanceClasses }: MethodData): boolean {
  return weights !== undefined || balanceClasses === true;
}

const words: Readonly<Record<TargetKind, string>> = {
  classes: 'a target of classes',
  values: 'a target of numbers',
  survival: 'survival times',
};

/** Whether the method takes this kind of target. */
export function takesTarget({ targets = ['classes'] }: AnyMethod, kind: TargetKind): boolean {
  return targets.includes(kind);
}

/** The methods that are compared where none is named: all that can take the data and do not take long. */
export function comparableMethods(data: MethodData): readonly string[] {
  const able = new Set(ableMethods(data));
  return methods.filter(({ name, isSlow }) => able.has(name) && !isSlow).map(({ name }) => name);
}

/** All methods that can take the data, those that take long among them. */
export function ableMethods(data: MethodData): readonly string[] {
  const { target } = data;
  const isSeveral = target.kind === 'values' && target.outputCount > 1;
  return methods
    .filter((method) => takesTarget(method, target.kind))
    .filter((method) => (!isWeighted(data) || method.takesWeights) && (!isSeveral || method.takesSeveral))
    .map(({ name }) => name);
}

/** Throws where the method cannot take the data, and names the methods that can. */
export function refuseData(method: AnyMethod, data: MethodData): void {
  const { matrix, target } = data;
  refuseTarget(method, target);
  if (isWeighted(data) && !method.takesWeights) {
    const able = names((each) => takesTarget(each, target.kind) && each.takesWeights === true);
    throw new UserError('usage', `${method.name} cannot weight rows`, {
      advice: [`use one of the methods that can: ${able}`, 'leave the weights out'],
    });
  }
  refuseStored(method, matrix);
}

function refuseTarget(method: AnyMethod, target: Target): void {
  const { kind } = target;
  if (!takesTarget(method, kind)) {
    throw new UserError('usage', `${method.name} cannot take ${words[kind]}`, {
      advice: [`use one of the methods that can: ${names((each) => takesTarget(each, kind))}`],
    });
  }
  if (target.kind !== 'values' || target.outputCount === 1 || method.takesSeveral) return;
  throw new UserError('usage', `${method.name} takes one number a row, and there are ${target.outputCount}`, {
    advice: [
      `use one of the methods that take several: ${names(({ takesSeveral }) => takesSeveral === true)}`,
      'name one target alone',
    ],
  });
}

/** Throws where the matrix is stored outside memory and the method cannot read it so. */
export function refuseStored(method: AnyMethod, matrix: Pick<AnyMatrix, 'kind'>): void {
  if (matrix.kind !== 'stored' || method.takesStored) return;
  throw new UserError('usage', `${method.name} needs all of the data in memory, and it does not fit`, {
    advice: [
      { option: 'memory', verb: 'raise' },
      `use one of the methods that can read from disk: ${names(({ takesStored }) => takesStored === true)}`,
    ],
  });
}

function names(isAble: (method: AnyMethod) => boolean): string {
  return methods
    .filter(isAble)
    .map(({ name }) => name)
    .join(', ');
}

/** The training set as the method's `select` wants it. */
export function trainingFor(method: AnyMethod, training: TrainingSet<AnyMatrix, Target>): TrainingSet {
  refuseData(method, training);
  return training as TrainingSet;
}
