/**
 * What is to be told of a row: a class or a number, where a column does not say it by itself.
 *
 * Text is classes. Numbers are a measured quantity, and so a regression, where there would be more classes than half the
 * rows, or where there are fractions of many values; grades and scales have few steps. Everything else is classes.
 */
import type { Target, TargetKind } from '../types.js';

export const tasks = ['auto', 'classes', 'regression'] as const;
export type Task = (typeof tasks)[number];

/** So many different whole numbers may be classes, however few rows there are. */
const fewNumbers = 10;
/** Grades and scales have few steps: more than this many different fractions are a measurement. */
const mostFractions = 20;

/** `distinct` are the different numbers among so many rows. */
export function looksMeasured(distinct: readonly number[], rowCount: number): boolean {
  const hasFractions = distinct.some((value) => !Number.isInteger(value));
  if (hasFractions && distinct.length > mostFractions) return true;
  return distinct.length > rowCount / 2 && (hasFractions || distinct.length > fewNumbers);
}

/** Whether numbers taken as classes may have been meant as numbers: more than two, and not counted off from 0 or 1. */
export function mayBeMeasured(distinct: readonly number[]): boolean {
  if (distinct.length <= 2) return false;
  const least = distinct.reduce((found, value) => Math.min(found, value));
  const most = distinct.reduce((found, value) => Math.max(found, value));
  const isCountedOff = distinct.every(Number.isInteger) && (least === 0 || least === 1);
  return !(isCountedOff && most - least === distinct.length - 1);
}

const taskOfKind = { classes: 'classes', values: 'regression', survival: 'survival' } as const;

/** The word for what is done with a target, in options, reports and files. */
export function taskOf({ kind }: Target): (typeof taskOfKind)[TargetKind] {
  return taskOfKind[kind];
}
