/** The methods describe themselves in pieces for a command line; a page has whole sentences. */

export function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

export function sentence(text: string): string {
  return `${capitalised(text)}.`;
}
