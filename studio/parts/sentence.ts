/** The methods describe themselves in pieces for a command line; a page has whole sentences. */

export function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

export function sentence(text: string): string {
  return `${capitalised(text)}.`;
}

/** `learningRate` -> `Learning rate`. */
export function inWords(name: string): string {
  return capitalised(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
