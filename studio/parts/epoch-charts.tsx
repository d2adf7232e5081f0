/** The figures of every epoch as curves: active neurons against the schedule, loss, neurons dropped and woken. */
import { formatCount } from '../../src/report/format.js';
import { thinFrames } from '../state/frames.js';
import { currentFrame, shownFrame, shownRun } from '../state/store.js';
import { Chart } from './chart.js';

const mostPoints = 200;
const size = { width: 360, height: 190 } as const;

export function EpochCharts() {
  const run = shownRun.value;
  if (run === undefined) return null;
  const { begin } = run;
  const frames = thinFrames(run.frames, mostPoints, currentFrame.value);
  const marker = shownFrame.value === undefined ? {} : { marker: currentFrame.value?.epoch ?? 0 };
  const schedule = begin?.schedule ?? [];
  const ends =
    frames.length === 0
      ? []
      : [
          { x: 0, y: undefined },
          { x: frames[0].epochCount, y: undefined },
        ];
  const series = (name: string, read: (frame: (typeof frames)[number]) => number | undefined) => ({
    name,
    points: [...frames.map((frame) => ({ x: frame.epoch, y: read(frame) })), ...ends],
  });
  const planned = {
    name: 'schedule',
    dashed: true,
    points: schedule.map(({ epoch, activeCount }) => ({ x: epoch, y: activeCount })),
  };
  const hasChange = frames.some(({ removedCount, wokenCount }) => removedCount + wokenCount > 0);
  return (
    <div class="epoch-charts">
      <Chart
        {...size}
        {...marker}
        label="Active input neurons by epoch, against the schedule"
        xTitle="epoch"
        yTitle="active input neurons"
        yIncludes={[0]}
        formatY={formatCount}
        series={[series('active', ({ activeCount }) => activeCount), ...(schedule.length > 0 ? [planned] : [])]}
      />
      <Chart
        {...size}
        {...marker}
        label="Training loss by epoch"
        xTitle="epoch"
        yTitle="loss"
        yIncludes={[0]}
        series={[series('loss', ({ loss }) => loss)]}
      />
      {(hasChange || schedule.length > 0) && (
        <Chart
          {...size}
          {...marker}
          label="Input neurons dropped and woken by epoch"
          xTitle="epoch"
          yTitle="neurons in the epoch"
          yIncludes={[0]}
          formatY={formatCount}
          series={[
            series('dropped', ({ removedCount }) => removedCount),
            series('woken', ({ wokenCount }) => wokenCount),
          ]}
        />
      )}
    </div>
  );
}
