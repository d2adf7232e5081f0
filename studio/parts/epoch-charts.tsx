/** The figures of every epoch as curves, as far as training has come. */
import { trainingCharts } from '../../src/report/training-charts.js';
import { thinFrames } from '../state/frames.js';
import { currentFrame, shownFrame, shownRun } from '../state/store.js';
import { Chart } from './chart.js';

const mostPoints = 200;

export function EpochCharts() {
  const run = shownRun.value;
  if (run === undefined) return null;
  const history = thinFrames(run.frames, mostPoints, currentFrame.value);
  const marker = shownFrame.value === undefined ? {} : { marker: currentFrame.value?.epoch ?? 0 };
  const { schedule = [] } = run.begin ?? {};
  return (
    <div class="epoch-charts">
      {trainingCharts({ history, schedule, epochCount: history[0]?.epochCount }).map((chart) => (
        <Chart key={chart.label} {...chart} {...marker} />
      ))}
    </div>
  );
}
