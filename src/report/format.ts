/** Numbers as people read them, the same on every machine: a dot for decimals, commas between thousands. */

export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** 0.96634 -> "96.6 %". */
export function formatPercent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)}\u00a0%`;
}

/** Four significant digits without trailing zeros; very large and very small numbers in powers of ten. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size !== 0 && (size >= 1e7 || size < 1e-4)) {
    return sign + dropZeros(size.toExponential(3)).replace('e-', 'e−').replace('e+', 'e');
  }
  return sign + (size >= 1000 ? formatCount(size) : dropZeros(size.toPrecision(4)));
}

function dropZeros(decimal: string): string {
  return decimal.replace(/\.?0+(?=e|$)/, '');
}

/** 0.42 -> "0.4 s", 75 -> "1 min 15 s", 7300 -> "2 h 2 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)}\u00a0s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}\u00a0s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}\u00a0min ${whole % 60}\u00a0s`;
  return `${Math.floor(whole / 3600)}\u00a0h ${Math.floor((whole % 3600) / 60)}\u00a0min`;
}

/** "1 row", "2 rows". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)}\u00a0${count === 1 ? one : many}`;
}

/** 1536 -> "1.5 kB", 45678901 -> "46 MB": powers of 1000, as disks and memory are sold. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)}\u00a0${units[unit]}`;
}

/** "a", "a and b", "a, b and c". */
export function listOf(names: readonly (string | number)[], joint: 'and' | 'or' = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${joint} ${names[names.length - 1]}`;
}
