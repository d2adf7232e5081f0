/** How many features are enough: what is measured by cross-validation against their number, beside a plain filter and chance. */
import { curveChart, withErrors } from '../../src/report/curve-chart.js';
import { verdict } from '../../src/report/curve-report.js';
import { formatCount, formatPercent } from '../../src/report/format.js';
import { measureText } from '../../src/report/measure-text.js';
import { allFeaturesValue, besideNames, curveOf, foldCount } from '../../src/studio/cross-validate.js';
import { setForm } from '../state/actions.js';
import { stop } from '../state/doing.js';
import { validateShown } from '../state/run-actions.js';
import { busyId, methodTaken, progress, type RunView, work } from '../state/store.js';
import { Chart } from './chart.js';
import { curveSize } from './curve-size.js';

export function ValidationPanel({ run }: { readonly run: RunView }) {
  const isUnderWay = work.value === 'validation' && busyId.value === run.task.id;
  const hasData = run.task.source.files.length > 0;
  return (
    <>
      <ValidatedCurves run={run} />
      {isUnderWay ? (
        <p class="buttons">
          <span class="quiet" role="status">
            Selecting anew in every fold … {progress.value !== undefined && formatPercent(progress.value, 0)}
          </span>
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        </p>
      ) : (
        <>
          <p class="buttons">
            <button type="button" disabled={work.value !== undefined || !hasData} onClick={validateShown}>
              {run.folds.length === 0 ? 'Cross-validate' : 'Cross-validate again'}
            </button>
          </p>
          <p class="quiet">
            {hasData
              ? `The rows are cut into ${foldCount} parts; each part is tested on once, with features selected from the others. ` +
                'It takes as long as several runs.'
              : 'The file of this run is not at hand: open it again to cross-validate.'}
          </p>
        </>
      )}
    </>
  );
}

function ValidatedCurves({ run }: { readonly run: RunView }) {
  const own = methodTaken(run);
  const names = [own, ...besideNames.filter((name) => name !== own)];
  const measured = names.flatMap((name) => {
    const curve = curveOf(run.folds, name);
    return curve === undefined ? [] : [{ name, curve }];
  });
  const [first] = measured;
  if (first === undefined || first.name !== own) return null;
  const { measure } = first.curve;
  const counts = run.begin?.dataset.classCounts ?? [];
  const all = allFeaturesValue(run.folds);
  const largest = Math.max(...counts) / counts.reduce((sum, count) => sum + count, 0);
  const chart = curveChart({
    label: `Cross-validated ${measureText(measure).title} by number of features. ${verdict(first.curve)}`,
    measure,
    lines: measured.map(({ name, curve }) => ({ name, points: withErrors(curve.points), isBeside: name !== own })),
    levels: [
      ...(all === undefined ? [] : [{ y: all, name: `all ${formatCount(run.begin?.dataset.names.length ?? 0)}` }]),
      ...(measure === 'accuracy' && counts.length > 0
        ? [{ y: largest, name: `largest class ${formatPercent(largest)}` }]
        : []),
    ],
  });
  return (
    <>
      <p class="answer">{verdict(first.curve)}</p>
      {own !== run.task.settings.method && (
        <p class="quiet">
          The method was chosen on rows that these folds test on, so its values are a little too good where rows are
          few.
        </p>
      )}
      <UseButton k={first.curve.parsimoniousK} now={run.task.settings.k} />
      <div class="curve-chart">
        <Chart {...chart} {...curveSize()} />
      </div>
      <p class="quiet">
        SVM, mean of {foldCount} folds with its standard error; features selected in every fold from its training rows
        alone.
      </p>
    </>
  );
}

function UseButton({ k, now }: { readonly k: number; readonly now: number }) {
  if (k === now) return null;
  return (
    <p class="buttons">
      <button type="button" onClick={() => setForm({ k: String(k) })}>
        Set “Features to select” to {formatCount(k)}
      </button>
    </p>
  );
}
