/** Takes a password on the command line out of the list of processes, which every user of a machine may read. */

/** The title replaces the words of the command line, in `ps` and elsewhere. */
export function hideSecrets(words: readonly string[]): void {
  if (words.some((word) => /:\/\/[^/]*@/.test(word))) process.title = `neurofs ${words[0]}`;
}
