/** Colours for the terminal, or none: https://no-color.org, FORCE_COLOR, and plain text where nobody looks. */

export interface Colours {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** NO_COLOR wins over FORCE_COLOR; without either, colours are for terminals. */
export function wantsColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return isTerminal && env.TERM !== 'dumb';
}

export function createColours(isOn: boolean): Colours {
  const paint = (start: number, end: number) => (text: string) => (isOn ? `\x1b[${start}m${text}\x1b[${end}m` : text);
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
