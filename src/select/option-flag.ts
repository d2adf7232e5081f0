/** How an option of a method is written on the command line: `learningRate` -> `--learning-rate`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
