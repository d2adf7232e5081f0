/** Accuracy of the first features of the ranking: one curve for every method that ran. */
import { formatPercent } from '../../src/report/format.js';
import { runs, work } from '../state/store.js';
import { Chart } from './chart.js';

export function CurvePanel() {
  const measured = runs.value.filter(({ curve }) => curve.length > 0);
  const result = runs.value.find((run) => run.result !== undefined)?.result;
  const all = result?.accuracies.find(({ features }) => features === 'all');
  if (measured.length === 0) {
    return (
      <p class="quiet">{work.value === 'curve' ? 'Measuring …' : 'No rows were kept apart, so there is no curve.'}</p>
    );
  }
  const ks = [...new Set(measured.flatMap(({ curve }) => curve.map(({ k }) => k)))].sort((a, b) => a - b);
  return (
    <>
      <div class="curve-chart">
        <Chart
          label="Accuracy of the first features of the ranking, by their number"
          xTitle="number of features"
          yTitle="accuracy"
          {...(innerWidth < 640 ? { width: 340, height: 240 } : { width: 640, height: 300 })}
          xTicks={thin(ks)}
          formatY={(share) => formatPercent(share, 0)}
          levels={all ? [{ y: all.accuracy, name: `all features ${formatPercent(all.accuracy)}` }] : []}
          series={measured.map(({ method, curve }) => ({
            name: method,
            points: curve.map(({ k, accuracy, interval }) => ({
              x: k,
              y: accuracy,
              low: interval[0],
              high: interval[1],
            })),
          }))}
        />
      </div>
      {work.value === 'curve' && (
        <p class="quiet" role="status">
          Measuring …
        </p>
      )}
      <p class="quiet">
        The first features of this one ranking, judged on its test rows, with 95 % intervals: a quick look.{' '}
        <code>neurofs curve</code> selects anew for every number and every fold.
      </p>
    </>
  );
}

/** Ticks far enough apart to be read. */
function thin(ks: readonly number[]): readonly number[] {
  const room = (ks.at(-1) ?? 1) / 14;
  return ks.filter((k, place) => place === ks.length - 1 || (k + room < ks[ks.length - 1] && isApart(ks, place, room)));
}

function isApart(ks: readonly number[], place: number, room: number): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (let at = 0; at <= place; at++) {
    if (ks[at] - last < room) continue;
    last = ks[at];
    if (at === place) return true;
  }
  return false;
}
