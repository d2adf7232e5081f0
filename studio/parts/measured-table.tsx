/** What a judge makes of the selected features, of all and of as many random ones, for every method that ran. */
import type { MeasuredSet } from '../../src/evaluate/measure-feature-sets.js';
import type { Deciding } from '../../src/evaluate/measures/registry.js';
import { judgeTitle } from '../../src/evaluate/registry.js';
import { formatCount } from '../../src/report/format.js';
import { rareClassText } from '../../src/report/judge-selection.js';
import { measureText } from '../../src/report/measure-text.js';
import { decidingValue } from '../../src/report/reported-set.js';
import { rivalRun, selectedCount, shownRun } from '../state/store.js';
import { MeasuredBars } from './measured-bars.js';

export function MeasuredTable() {
  const shown = [shownRun.value, rivalRun.value].filter((run) => run !== undefined);
  const rows = shown.flatMap((run) => {
    const { name, task, result } = run;
    if (result === undefined) return [];
    const title = shown.length > 1 ? name : `${formatCount(selectedCount(run))} by ${task.settings.method}`;
    return result.measured
      .filter(({ features }) => features === 'selected')
      .flatMap((set) => named(result, set, title));
  });
  const first = shown[0]?.result;
  const others = (first?.measured ?? [])
    .filter(({ features }) => features !== 'selected')
    .flatMap((set) => {
      const count = formatCount(set.featureCount);
      return named(first, set, set.features === 'all' ? `all ${count}` : `${count} at random`);
    });
  if (first === undefined || rows.length === 0) return <p class="quiet">Nothing was measured on test rows.</p>;
  const [{ trainRowCount, testRowCount, judge, measure }] = rows;
  const { heading } = measureText(measure);
  return (
    <>
      <MeasuredBars rows={[...rows, ...others]} />
      <p class="quiet">
        {heading} of {judgeTitle(judge)}, fitted to {formatCount(trainRowCount)} rows, on {formatCount(testRowCount)}{' '}
        test rows; the whiskers are 95 % intervals. The selection never saw the test rows.
      </p>
      {first.deciding.rareClass !== undefined && <p class="quiet">{rareClassText(first.deciding.rareClass)}</p>}
    </>
  );
}

function named(result: { readonly deciding: Deciding } | undefined, set: MeasuredSet, name: string) {
  const found = result && decidingValue(result, set);
  return found === undefined ? [] : [{ ...set, ...found, name }];
}
