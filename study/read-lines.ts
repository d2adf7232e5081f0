import { readFile } from 'node:fs/promises';

/** The rows of a file with one JSON value a line; none where there is no file. */
export async function readLines<Row>(file: string): Promise<Row[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
