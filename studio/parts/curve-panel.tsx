/** What a judge makes of the first features of the ranking: one curve for every method that ran. */
import { readableTicks } from '../../src/report/curve-chart.js';
import { measureText } from '../../src/report/measure-text.js';
import { decidingValue, measureOf } from '../../src/report/reported-set.js';
import { stop } from '../state/doing.js';
import { measureShownCurve } from '../state/run-actions.js';
import { methodTaken, type RunView, rivalRun, work } from '../state/store.js';
import { Chart } from './chart.js';
import { curveSize } from './curve-size.js';

export function CurvePanel({ run }: { readonly run: RunView }) {
  const shown = rivalRun.value === undefined ? [run] : [run, rivalRun.value];
  const measured = shown.filter(({ curve }) => curve.length > 0);
  const { heading, title, value: written, tick } = measureText(measureOf(run.result ?? {}));
  const allRow = run.result?.measured.find(({ features }) => features === 'all');
  const all = run.result && decidingValue(run.result, allRow);
  if (measured.length === 0) {
    if (work.value === 'curve') return <Measuring />;
    if (run.result?.split.test.length === 0) return <p class="quiet">No rows were kept apart, so there is no curve.</p>;
    if (run.result?.stoppedIn !== undefined)
      return <p class="quiet">The run was stopped: its ranking is not judged.</p>;
    return (
      <p>
        <button type="button" disabled={work.value !== undefined} onClick={measureShownCurve}>
          Measure it
        </button>
      </p>
    );
  }
  const ks = [...new Set(measured.flatMap(({ curve }) => curve.map(({ k }) => k)))].sort((a, b) => a - b);
  return (
    <>
      <div class="curve-chart">
        <Chart
          label={`${heading} of the first features of the ranking, by their number`}
          xTitle="number of features"
          yTitle={title}
          {...curveSize()}
          xTicks={readableTicks(ks)}
          formatY={tick}
          levels={all ? [{ y: all.value, name: `all features ${written(all.value)}` }] : []}
          series={measured.map((each) => ({
            name: measured.length > 1 ? each.name : methodTaken(each),
            points: each.curve.map(({ k, value, interval }) => ({
              x: k,
              y: value,
              ...(interval && { low: interval[0], high: interval[1] }),
            })),
          }))}
        />
      </div>
      {work.value === 'curve' && <Measuring />}
      <p class="quiet">
        The first features of this one ranking, judged on its test rows, with 95 % intervals: a quick look, since the
        features are not selected anew for every number.
      </p>
    </>
  );
}

function Measuring() {
  return (
    <p class="buttons">
      <span class="quiet" role="status">
        Measuring …
      </span>
      <button type="button" onClick={() => void stop()}>
        Stop measuring
      </button>
    </p>
  );
}
