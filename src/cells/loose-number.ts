/**
 * Numbers as people write them in tables: `1,234.5`, `1 234`, `12.5 %`. A percent sign is taken off and the number stays
 * as it is, since all cells of the column have it. A comma separates thousands only where groups of three follow it.
 */
import { numberFromText } from './parse-number.js';

const grouped = /^[+-]?\d{1,3}([,' \u00a0\u202f]\d{3})+(\.\d+)?$/;

/** NaN where the text is no number even so. */
export function looseNumber(text: string): number {
  const strict = numberFromText(text);
  if (!Number.isNaN(strict)) return strict;
  const plain = text.trim().replace(/\s*%$/, '');
  const whole = numberFromText(plain);
  if (!Number.isNaN(whole) || plain === '') return whole;
  return grouped.test(plain) ? numberFromText(plain.replace(/[,' \u00a0\u202f]/g, '')) : Number.NaN;
}
