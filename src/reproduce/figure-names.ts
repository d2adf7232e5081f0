/**
 * Names of files for figures, which are named for data sets and so for files of users: signs that every file system and
 * every link takes as they are, no name longer than a file system takes, and no two that differ by case alone.
 */

const longest = 100;

export function figureFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = plainName(name);
    let free = plain;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${plain}-${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Letters without their accents, and a dash for whatever else is not plain. */
function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/-+(?=[-.]|$)/g, '')
    .slice(0, longest);
  return plain === '' ? 'figure' : plain;
}
