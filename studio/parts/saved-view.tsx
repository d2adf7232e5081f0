/** A selection that was saved before, looked at again: what the file holds, without its data. */
import { formatCount, formatNumber } from '../../src/report/format.js';
import { judgeSelection } from '../../src/report/judge-selection.js';
import { measuredLines } from '../../src/report/measured-lines.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import { targetText } from '../../src/report/target-text.js';
import { trainingCharts } from '../../src/report/training-charts.js';
import { drawPicture } from '../draw/draw-picture.js';
import { Canvas } from './canvas.js';
import { Chart } from './chart.js';
import { Command } from './downloads.js';
import { Findings } from './findings.js';
import { MeasuredBars } from './measured-bars.js';
import { RowsInView } from './rows-in-view.js';

export function SavedView({ saved }: { readonly saved: SelectionReportInput }) {
  const { dataset, features, command, method, k, seed } = saved;
  return (
    <div class="saved">
      <section class="panel" aria-labelledby="saved-title">
        <p class="eyebrow">A saved selection</p>
        <h1 id="saved-title">
          {formatCount(k)} of {formatCount(dataset.featureCount)} features of <bdi>{dataset.name}</bdi>
        </h1>
        <p class="quiet">
          {method}, seed {seed}, {formatCount(dataset.rowCount)} rows, <bdi>{dataset.targetName}</bdi>:{' '}
          {targetText(dataset)}
        </p>
        <MeasuredBars input={saved} lines={measuredLines(saved)} />
        <Findings findings={judgeSelection(saved)} />
      </section>
      <section class="panel" aria-labelledby="saved-ranking">
        <h2 id="saved-ranking">The selected features</h2>
        <div class="run-grid">
          {dataset.imageShape && <SavedPicture saved={saved} shape={dataset.imageShape} />}
          <RowsInView
            className="ranking-table"
            count={features.length}
            rowHeight={34}
            columnCount={3}
            label="Selected features"
            head={
              <tr>
                <th scope="col" class="number">
                  Rank
                </th>
                <th scope="col">Feature</th>
                <th scope="col" class="number">
                  Score
                </th>
              </tr>
            }
            row={(place) => (
              <tr key={place} aria-rowindex={place + 2}>
                <td class="number">{features[place].rank}</td>
                <th scope="row">
                  <bdi title={features[place].name}>{features[place].name}</bdi>
                </th>
                <td class="number">{formatNumber(features[place].score)}</td>
              </tr>
            )}
          />
        </div>
      </section>
      {saved.history.length > 1 && <SavedHistory saved={saved} />}
      {command !== undefined && (
        <section class="panel" aria-labelledby="saved-command">
          <h2 id="saved-command">The command line that gives it again</h2>
          <Command text={command} />
        </section>
      )}
    </div>
  );
}

interface SavedPictureProps {
  readonly saved: SelectionReportInput;
  readonly shape: readonly [number, number];
}

function SavedPicture({ saved, shape: [height, width] }: SavedPictureProps) {
  const cells = new Float32Array(height * width);
  for (const { index, score } of saved.features) if (index < cells.length) cells[index] = Math.max(0, score);
  return (
    <Canvas
      className="picture"
      ratio={width / height}
      label={`The ${saved.features.length} selected pixels by their score`}
      draw={(canvas) => drawPicture(canvas, { width, height, cells }, {})}
    />
  );
}

function SavedHistory({ saved }: { readonly saved: SelectionReportInput }) {
  return (
    <section class="panel" aria-labelledby="saved-history">
      <h2 id="saved-history">How it was chosen</h2>
      <div class="epoch-charts side-by-side">
        {trainingCharts(saved).map((chart) => (
          <Chart key={chart.label} {...chart} />
        ))}
      </div>
    </section>
  );
}
