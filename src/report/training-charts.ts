/** The figures of every epoch as curves, as the reports, the page and notebooks draw them. */

import type { EpochHistory } from '../types.js';
import { formatCount } from './format.js';
import type { LineChart } from './line-chart.js';
import type { SelectionReportInput } from './selection-report-input.js';

export interface TrainingFigures extends Pick<SelectionReportInput, 'schedule'> {
  readonly history: readonly EpochHistory[];
  /** The last epoch there will be, where training still goes on. */
  readonly epochCount?: number | undefined;
}

/** Active neurons against the schedule, the loss, and neurons dropped and woken where there are any. */
export function trainingCharts({ history, schedule = [], epochCount }: TrainingFigures): readonly LineChart[] {
  // Points without a value: the axis is as long as the training from the first epoch on.
  const ends = epochCount === undefined ? [] : [0, epochCount].map((x) => ({ x, y: undefined }));
  const series = (name: string, read: (epoch: EpochHistory) => number | undefined) => ({
    name,
    points: [...history.map((epoch) => ({ x: epoch.epoch, y: read(epoch) })), ...ends],
  });
  const planned = schedule.map(({ epoch, activeCount }) => ({ x: epoch, y: activeCount }));
  const hasChange = history.some(({ removedCount, wokenCount }) => removedCount + wokenCount > 0);
  const common = { xTitle: 'epoch', yIncludes: [0], width: 360, height: 200 } as const;
  const active: LineChart = {
    ...common,
    label: `Active input neurons by epoch${planned.length > 0 ? ', against the schedule' : ''}`,
    yTitle: 'active input neurons',
    formatY: formatCount,
    series: [
      series('active', ({ activeCount }) => activeCount),
      ...(planned.length > 0 ? [{ name: 'schedule', dashed: true, points: planned }] : []),
    ],
  };
  const loss: LineChart = {
    ...common,
    label: 'Training loss by epoch',
    yTitle: 'loss',
    series: [series('loss', (epoch) => epoch.loss)],
  };
  const changes: LineChart = {
    ...common,
    label: 'Input neurons dropped and woken by epoch',
    yTitle: 'neurons in the epoch',
    formatY: formatCount,
    series: [series('dropped', ({ removedCount }) => removedCount), series('woken', ({ wokenCount }) => wokenCount)],
  };
  return hasChange || planned.length > 0 ? [active, loss, changes] : [active, loss];
}
