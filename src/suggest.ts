/** Finds the name a misspelt word was probably meant to be, for error messages. */

/** Words further apart than this share of the longer one's length are no likely misspelling of each other. */
const farthestShare = 0.4;

/**
 * The candidate nearest to `word`, or undefined where none is near. Distance counts insertions, deletions,
 * replacements and swaps of neighbours; letter case, `-`, `_` and blanks do not count.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = plain(candidate);
    const distance = editDistance(wanted, other);
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, other.length) * farthestShare));
    // Where every letter is another, nothing says that this was meant.
    if (distance <= limit && distance < bestDistance && distance < Math.max(wanted.length, other.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `; did you mean "..."?`, or nothing where no candidate is near: to be put at the end of a message. */
export function didYouMeanHint(word: string, candidates: Iterable<string>): string {
  const near = didYouMean(word, candidates);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[-_\s]/g, '');
}

/** Optimal string alignment distance, three rows of the table at a time. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
