/**
 * The training of a selection as a notebook shows it while it goes on: the page's bars and curves as an anywidget
 * (anywidget.dev). What is drawn comes from Python: python/src/neurofs/_live.py.
 */
import { render as renderInto } from 'preact';
import { formatCount } from '../../src/report/format.js';
import { lineChart } from '../../src/report/line-chart.js';
import { chartStyles, colourStyles } from '../../src/report/page-styles.js';
import { trainingCharts } from '../../src/report/training-charts.js';
import { findStrongest, profileOf } from '../../src/studio/epoch-frame.js';
import { Drawing } from '../parts/drawing.js';
import { StrengthBars } from '../parts/strength-bars.js';
import pageStyle from '../studio.css?inline';
import widgetStyle from './widget.css?inline';

/** What Python tells: names once, and after every epoch that is told the strengths and all figures so far. */
interface Told {
  readonly title: string;
  readonly names: readonly string[];
  /** Strengths of all features as bytes: float32. */
  readonly strengths: DataView;
  /** `epoch`, `loss`, `activeCount`, a list each; the loss is null before training. */
  readonly history: Readonly<Record<'epoch' | 'loss' | 'activeCount', readonly (number | null)[]>>;
  readonly epoch_count: number;
}

interface Model {
  get<Name extends keyof Told>(name: Name): Told[Name];
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

const strongestCount = 20;

/** Called by the notebook for every place the widget is shown in; what it gives back is called when that place goes. */
function render({ model, el }: { readonly model: Model; readonly el: HTMLElement }): () => void {
  // A tree of its own, so that styles of the notebook and ours do not meet.
  const root = el.shadowRoot ?? el.attachShadow({ mode: 'open' });
  const style = `${colourStyles}${chartStyles}${pageStyle}${widgetStyle}`.replaceAll(':root', ':host');
  let asked = 0;
  const draw = (): void => {
    asked = 0;
    renderInto(
      <>
        <style>{style}</style>
        <Training model={model} />
      </>,
      root,
    );
  };
  // Several values change with an epoch; one picture a frame is enough.
  const ask = (): void => {
    if (asked === 0) asked = requestAnimationFrame(draw);
  };
  model.on('change', ask);
  draw();
  return () => {
    model.off('change', ask);
    cancelAnimationFrame(asked);
    renderInto(null, root);
  };
}

function Training({ model }: { readonly model: Model }) {
  const { buffer, byteOffset, byteLength } = model.get('strengths');
  // A copy, because the bytes of a message may begin anywhere.
  const all = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  const strongest = findStrongest(all, strongestCount);
  const strengths = Float32Array.from(strongest, (feature) => all[feature]);
  const { epoch, loss, activeCount } = model.get('history');
  const epochCount = model.get('epoch_count');
  const history = epoch.map((at, place) => ({
    epoch: at ?? 0,
    loss: loss[place] ?? undefined,
    activeCount: activeCount[place] ?? 0,
    removedCount: 0,
    wokenCount: 0,
  }));
  return (
    <figure class="training">
      <figcaption>
        {model.get('title')}
        {epoch.length > 0 && `: epoch ${epoch.at(-1)} of ${epochCount}, ${formatCount(activeCount.at(-1) ?? 0)} active`}
      </figcaption>
      {epoch.length > 0 && (
        <div class="training-parts">
          <div>
            <StrengthBars names={model.get('names')} frame={{ strongest, strengths, profile: profileOf(all) }} />
          </div>
          <div class="epoch-charts">
            {trainingCharts({ history, epochCount }).map((chart) => (
              <Drawing key={chart.label} markup={lineChart(chart)} />
            ))}
          </div>
        </div>
      )}
    </figure>
  );
}

export default { render };
