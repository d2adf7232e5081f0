/** A chart of the reports in the page: drawn by the same code, so both look alike, and saved as a picture or as numbers. */

import type { TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber } from '../../src/report/format.js';
import { type LineChart, lineChart, nearestX } from '../../src/report/line-chart.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import { csvLine } from '../../src/write/csv-line.js';
import { isRunning } from '../state/store.js';
import { Drawing } from './drawing.js';
import { SaveTools } from './save-tools.js';

export function Chart(chart: LineChart) {
  const [at, setAt] = useState<number | undefined>(undefined);
  const drawn = at === undefined ? chart : { ...chart, marker: at };
  const point = ({ currentTarget, clientX }: TargetedPointerEvent<HTMLDivElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(nearestX(chart, (clientX - left) / width));
  };
  return (
    <div class="chart-box">
      <Drawing markup={lineChart(drawn)} onPointerMove={point} onPointerLeave={() => setAt(undefined)} />
      {at !== undefined && (
        <p class="readout" aria-hidden>
          {readout(chart, at)}
        </p>
      )}
      {!isRunning.value && <ChartTools {...chart} />}
    </div>
  );
}

/** What the curves are at one place of the axis; the same numbers are in the CSV. */
function readout({ xTitle, series, formatY = formatNumber }: LineChart, at: number): string {
  const values = series.flatMap(({ name, points }) => {
    const y = points.find(({ x }) => x === at)?.y;
    return y === undefined ? [] : [series.length > 1 ? `${name} ${formatY(y)}` : formatY(y)];
  });
  return `${xTitle} ${formatNumber(at)}: ${values.join(', ')}`;
}

function ChartTools(chart: LineChart) {
  return <SaveTools name={chart.yTitle} label={chart.label} svg={() => svgOf(chart)} csv={() => csvOf(chart)} />;
}

function svgOf(chart: LineChart): string {
  return standaloneSvg(lineChart(chart));
}

function csvOf({ xTitle, yTitle, series }: LineChart): string {
  const lines = series.flatMap(({ name, points }) =>
    points.filter(({ y }) => y !== undefined).map(({ x, y, low, high }) => csvLine([name, x, y, low, high])),
  );
  return [csvLine(['series', xTitle, yTitle, 'low', 'high']), ...lines].join('');
}
