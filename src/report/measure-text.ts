/** How the values of a measure are written. */
import { findMeasure } from '../evaluate/measures/registry.js';
import { formatPercent } from './format.js';

export interface MeasureText {
  /** As a sentence has it: `balanced accuracy`. */
  readonly title: string;
  /** As a heading has it: `Balanced accuracy`. */
  readonly heading: string;
  readonly isHighestBest: boolean;
  /** True where the scale is known, 0 to 1 or so, and a bar or a margin on it says something. */
  readonly isBounded: boolean;
  value(value: number): string;
  /** Without a unit, to stand beside a value. */
  bare(value: number): string;
  /** A change in words: `2.0 points`. */
  change(difference: number): string;
  /** A change too small to be written. */
  isEven(difference: number): boolean;
  /** On an axis. */
  tick(value: number): string;
}

export function measureText(name: string): MeasureText {
  const { title, form, best } = findMeasure(name);
  const isHighestBest = best === 'highest';
  const common = {
    title,
    heading: `${title[0].toUpperCase()}${title.slice(1)}`,
    isHighestBest,
    isBounded: isHighestBest,
  };
  if (form === 'percent') {
    return {
      ...common,
      value: (value) => formatPercent(value),
      bare: (value) => (value * 100).toFixed(1),
      change: inPoints,
      isEven: (difference) => Math.abs(difference) < 0.0005,
      tick: (value) => formatPercent(value, 0),
    };
  }
  const digits = (value: number) => (form === 'number' ? value.toFixed(3) : threeDigits(value));
  return {
    ...common,
    value: digits,
    bare: digits,
    change: digits,
    isEven: (difference) => form === 'number' && Math.abs(difference) < 0.0005,
    tick: (value) => String(Number(value.toPrecision(3))),
  };
}

export function inPoints(share: number): string {
  return `${(share * 100).toFixed(1)}\u00a0points`;
}

/** Three digits that count, without an exponent where that is readable. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(2);
  return size >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
}
