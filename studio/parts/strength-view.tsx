/** The strengths of the input neurons: an image where rows are images, else named bars over a strip of all of them. */
import { barChart } from '../../src/report/bar-chart.js';
import { gradientCss } from '../../src/report/colour-map.js';
import { formatCount, formatNumber } from '../../src/report/format.js';
import { heatPicture } from '../../src/report/heat-map.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import type { EpochFrame, Picture } from '../../src/studio/epoch-frame.js';
import { csvLine } from '../../src/write/csv-line.js';
import { drawPicture } from '../draw/draw-picture.js';
import { turnMarks, turnPicture } from '../draw/turn-picture.js';
import { turnPictures } from '../state/runs.js';
import { currentFrame, isRunning, newestPlace, selectedCount, shownFrame, shownRun } from '../state/store.js';
import { Canvas } from './canvas.js';
import { SaveTools } from './save-tools.js';
import { StrengthBars } from './strength-bars.js';

export function StrengthView() {
  const frame = currentFrame.value;
  if (frame === undefined) return null;
  return (
    <figure class="strengths">
      <figcaption>Strength of the input neurons</figcaption>
      {frame.picture === undefined ? <Bars frame={frame} /> : <PictureView frame={frame} />}
    </figure>
  );
}

function PictureView({ frame }: { readonly frame: EpochFrame }) {
  const run = shownRun.value;
  const { dropped, woken } = frame;
  const given = frame.picture!;
  const picture = run?.isTurned ? turnPicture(given) : given;
  const isLast = (shownFrame.value ?? newestPlace.value) >= newestPlace.value;
  const selected = isLast && run?.result ? new Set(run.result.order.subarray(0, selectedCount(run))) : undefined;
  const plainMarks = selected ? { selected } : { dropped, woken };
  const marks = run?.isTurned ? turnMarks(plainMarks, given) : plainMarks;
  return (
    <>
      <Canvas
        className="picture"
        ratio={picture.width / picture.height}
        label={`Strengths of ${picture.width} x ${picture.height} pixels at epoch ${frame.epoch}; ${frame.activeCount} neurons are active`}
        draw={(canvas) => drawPicture(canvas, picture, marks)}
      />
      {!isRunning.value && (
        <SaveTools
          name="strengths"
          label="the strengths"
          svg={() =>
            standaloneSvg(
              heatPicture({
                values: picture.cells,
                width: picture.width,
                max: picture.cells.reduce((most, cell) => Math.max(most, cell), 0),
                label: 'Strength of the input neurons',
                marked: [...(marks.selected ?? [])],
              }),
            )
          }
          csv={() => pictureCsv(picture)}
        />
      )}
      {run !== undefined && (
        <label class="turn">
          <input
            type="checkbox"
            checked={run.isTurned}
            onChange={({ currentTarget }) => turnPictures(run.task.id, currentTarget.checked)}
          />{' '}
          Pixels are counted down the columns
        </label>
      )}
      <p class="legend">
        {selected ? (
          <span>
            <i class="key selected" /> selected
          </span>
        ) : (
          <>
            <span>
              <i class="key dropped" /> dropped now
            </span>
            <span>
              <i class="key woken" /> woken now
            </span>
          </>
        )}
        <span>
          <i class="key off" /> inactive
        </span>
        <ColourScale />
      </p>
    </>
  );
}

export function ColourScale() {
  return (
    <span>
      weak <i class="key gradient-key" style={{ background: gradientCss() }} /> strong
    </span>
  );
}

function Bars({ frame }: { readonly frame: EpochFrame }) {
  const names = shownRun.value?.begin?.dataset.names ?? [];
  return (
    <>
      <StrengthBars names={names} frame={frame} />
      {!isRunning.value && <SaveBars frame={frame} names={names} />}
      <Changed frame={frame} />
    </>
  );
}

function SaveBars({ frame, names }: { readonly frame: EpochFrame; readonly names: readonly string[] }) {
  const rows = Array.from(frame.strongest, (feature, place) => ({
    name: names[feature],
    value: frame.strengths[place],
  }));
  const chart = { label: `Strength of the input neurons at epoch ${frame.epoch}`, rows, format: formatNumber };
  return (
    <SaveTools
      name="strengths"
      label="the strengths"
      svg={() => standaloneSvg(barChart(chart))}
      csv={() => [csvLine(['feature', 'strength']), ...rows.map(({ name, value }) => csvLine([name, value]))].join('')}
    />
  );
}

function pictureCsv({ cells, width }: Picture): string {
  const lines = Array.from(cells, (strength, cell) => csvLine([Math.floor(cell / width), cell % width, strength]));
  return [csvLine(['row', 'column', 'strength']), ...lines].join('');
}

const shownNames = 6;

/** The names of what was dropped and woken in the epoch. */
function Changed({ frame }: { readonly frame: EpochFrame }) {
  const { dataset } = shownRun.value?.begin ?? {};
  const names = dataset?.inputNames ?? dataset?.names ?? [];
  const listed = (features: Int32Array, count: number): string => {
    const few = Array.from(features.subarray(0, shownNames), (feature) => names[feature]).join(', ');
    return count > shownNames ? `${few} and ${formatCount(count - shownNames)} more` : few || 'none';
  };
  if (frame.dropped.length + frame.woken.length === 0) return null;
  return (
    <p class="changed">
      <b>Dropped now:</b> {listed(frame.dropped, frame.removedCount)}. <b>Woken now:</b>{' '}
      {listed(frame.woken, frame.wokenCount)}.
    </p>
  );
}
