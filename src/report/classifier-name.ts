/** Classifiers as people call them. */

const names: ReadonlyMap<string, string> = new Map([
  ['svm', 'SVM'],
  ['knn', 'Nearest neighbour'],
  ['extra-trees', 'Extra trees'],
]);

export function classifierName(classifier: string): string {
  return names.get(classifier) ?? classifier;
}
