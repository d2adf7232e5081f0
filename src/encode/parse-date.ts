/**
 * Dates to numbers: days since 1970-01-01, with the time of day as a fraction. Only forms that mean one thing are taken:
 * year first (2024-03-01, 2024/3/1, 20240301 is a number already) and day first with dots (1.3.2024), each with an
 * optional time and offset. 3/1/2024 is March in one country and January in another, and stays text.
 */

const time = String.raw`(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*(Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/])(\d{1,2})\2(\d{1,2})${time}$`);
const dayFirst = new RegExp(String.raw`^(\d{1,2})(\.)(\d{1,2})\2(\d{4})${time}$`);

/** Days since 1970-01-01 (UTC where no offset is given); NaN where the text is no date. */
export function parseDate(text: string): number {
  const trimmed = text.trim();
  const found = yearFirst.exec(trimmed) ?? dayFirst.exec(trimmed);
  if (!found) return Number.NaN;
  const [, first, separator, month, last, hour = '0', minute = '0', second = '0', offset] = found;
  const [year, day] = separator === '.' ? [last, first] : [first, last];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!isReal || Number(hour) > 24 || Number(minute) > 59 || Number(second) >= 61) return Number.NaN;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offsetSeconds(offset);
  return date.getTime() / 86_400_000 + seconds / 86_400;
}

function offsetSeconds(offset: string | undefined): number {
  if (offset === undefined || offset === 'Z') return 0;
  const sign = offset[0] === '-' ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 3600 + Number(offset.slice(-2)) * 60);
}
