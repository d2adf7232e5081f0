/** The ways people write a missing cell. The list is pandas' own, and the question mark of the UCI and ARFF files. */

const missingWords: ReadonlySet<string> = new Set([
  '',
  '?',
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  '#NA',
  '<NA>',
  'NaN',
  'nan',
  '-NaN',
  '-nan',
  'NULL',
  'null',
  'None',
]);

export function isMissingWord(text: string): boolean {
  return missingWords.has(text);
}
