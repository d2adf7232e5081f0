/**
 * Numbers from bytes, without making a string for the usual case.
 *
 * A decimal of at most 15 digits whose power of ten is within 22 is one exact integer times or over one exact power
 * of ten, so a single rounding gives the same double as `Number(text)` (W. D. Clinger, "How to read floating point
 * numbers accurately", PLDI 1990). Anything longer goes through `Number`.
 */

const space = 0x20;
const tab = 0x09;
const carriageReturn = 0x0d;
const zero = 0x30;
const nine = 0x39;
export const point = 0x2e;
export const comma = 0x2c;

/** 10^0 to 10^22: the powers of ten that a double holds exactly. */
export const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** The number in `bytes[from .. to)`, spaces around it allowed; NaN where it is not a finite decimal number. */
export function parseNumber(bytes: Uint8Array, from: number, to: number, decimal = point): number {
  while (from < to && isBlank(bytes[from])) from++;
  while (to > from && isBlank(bytes[to - 1])) to--;
  let at = from;
  const first = bytes[at];
  const negative = first === 0x2d;
  if (negative || first === 0x2b) at++;

  let mantissa = 0;
  let digits = 0;
  let fraction = 0;
  for (; at < to; at++) {
    const digit = bytes[at] - zero;
    if (digit < 0 || digit > 9) break;
    mantissa = mantissa * 10 + digit;
    digits++;
  }
  if (at < to && bytes[at] === decimal) {
    const start = ++at;
    for (; at < to; at++) {
      const digit = bytes[at] - zero;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    fraction = at - start;
    digits += fraction;
  }
  if (at < to || digits === 0 || digits > 15 || fraction > 22) return parseRare(bytes, from, to, decimal);
  const value = fraction === 0 ? mantissa : mantissa / powersOfTen[fraction];
  return negative ? -value : value;
}

/** Exponents, many digits, infinities; NaN for everything that is not a number. */
function parseRare(bytes: Uint8Array, from: number, to: number, decimal: number): number {
  if (to === from || to - from > 400) return Number.NaN;
  const first = bytes[from];
  const isSign = first === 0x2d || first === 0x2b;
  const lead = bytes[isSign ? from + 1 : from];
  if (lead === 0x69 || lead === 0x49) return parseInfinity(asciiText(bytes, from, to));
  const startsAsNumber = lead === decimal || (lead >= zero && lead <= nine);
  if (!startsAsNumber) return Number.NaN;
  let text = '';
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const isExponent = byte === 0x65 || byte === 0x45;
    const isNumeric = (byte >= zero && byte <= nine) || byte === 0x2d || byte === 0x2b || isExponent;
    if (byte === decimal) text += '.';
    else if (isNumeric) text += String.fromCharCode(byte);
    else return Number.NaN;
  }
  return Number(text);
}

function parseInfinity(text: string): number {
  const match = /^([+-]?)inf(inity)?$/i.exec(text);
  if (!match) return Number.NaN;
  return match[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number a whole string holds, by the same rules; NaN where it holds none. */
export function numberFromText(text: string, decimal = point): number {
  const trimmed = text.trim();
  const pointed = decimal === comma ? swapSigns(trimmed) : trimmed;
  return plainNumber.test(pointed) ? Number(pointed) : parseInfinity(trimmed);
}

/** A decimal comma becomes a point, and a point something that is in no number. */
function swapSigns(text: string): string {
  return text.replace('.', ';').replace(',', '.');
}

function isBlank(byte: number): boolean {
  return byte === space || byte === tab || byte === carriageReturn;
}

function asciiText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]);
  return text;
}
