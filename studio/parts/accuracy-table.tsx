/** Accuracy of the selected features beside all of them and beside as many random ones, for every method that ran. */
import { formatCount } from '../../src/report/format.js';
import { rivalRun, shownRun } from '../state/store.js';
import { Accuracies } from './accuracies.js';

export function AccuracyTable() {
  const shown = [shownRun.value, rivalRun.value].filter((run) => run !== undefined);
  const rows = shown.flatMap(({ name, task, result }) => {
    if (result === undefined) return [];
    const chosen = result.accuracies.filter(({ features }) => features === 'selected');
    return chosen.map((row) => ({
      ...row,
      name: shown.length > 1 ? name : `${formatCount(task.settings.k)} by ${task.settings.method}`,
    }));
  });
  const shared = shown[0]?.result?.accuracies ?? [];
  const others = shared
    .filter(({ features }) => features !== 'selected')
    .map((row) => ({
      ...row,
      name:
        row.features === 'all' ? `all ${formatCount(row.featureCount)}` : `${formatCount(row.featureCount)} at random`,
    }));
  if (rows.length === 0) return <p class="quiet">No accuracy was measured.</p>;
  const [{ trainRowCount, testRowCount }] = rows;
  return (
    <>
      <Accuracies rows={[...rows, ...others]} />
      <p class="quiet">
        Share of {formatCount(testRowCount)} test rows that an SVM, trained on {formatCount(trainRowCount)} rows, tells
        right; the whiskers are 95 % intervals. The selection never saw the test rows.
      </p>
    </>
  );
}
