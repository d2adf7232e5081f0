/** The run as it happens, and afterwards epoch by epoch. */
import { useEffect, useRef } from 'preact/hooks';
import { formatCount, formatDuration } from '../../src/report/format.js';
import { pause, resume, stop } from '../state/actions.js';
import { currentFrame, isPaused, isRunning, progress, runs, shownPlace, shownRun, stage } from '../state/store.js';
import { EpochCharts } from './epoch-charts.js';
import { EpochSlider } from './epoch-slider.js';
import { LinksView } from './links-view.js';
import { StrengthView } from './strength-view.js';

export function RunPanel() {
  const panel = useRef<HTMLElement>(null);
  const { value: isOn } = isRunning;
  useEffect(() => {
    // The Start button has gone quiet: whoever pressed it is taken to what it started.
    if (!isOn) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'start' });
  }, [isOn]);
  const run = shownRun.value;
  if (run === undefined) return null;
  const hasFrames = run.frames.length > 0;
  return (
    <section class="panel" aria-labelledby="run-title" ref={panel} tabIndex={-1}>
      <div class="panel-head">
        <h2 id="run-title">{isRunning.value ? 'Training' : 'How it was chosen'}</h2>
        {runs.value.length > 1 && <RunTabs />}
      </div>
      {isRunning.value && <RunBar />}
      {hasFrames && (
        <>
          <Figures />
          <EpochSlider />
          <div class="run-grid">
            <StrengthView />
            <EpochCharts />
          </div>
          <LinksView />
        </>
      )}
      {!hasFrames && !isRunning.value && run.result !== undefined && (
        <p class="quiet">{run.method} scores the features at once: there are no epochs to show.</p>
      )}
    </section>
  );
}

function RunTabs() {
  return (
    <fieldset class="tabs">
      <legend class="hidden">Method to look at</legend>
      {runs.value.map(({ method }, place) => (
        <label key={method}>
          <input
            type="radio"
            name="shown-run"
            checked={shownPlace.value === place}
            onChange={() => {
              shownPlace.value = place;
            }}
          />
          <span>{method}</span>
        </label>
      ))}
    </fieldset>
  );
}

function RunBar() {
  const run = runs.value.at(-1);
  const frame = run?.frames.at(-1);
  const share = stage.value === 'evaluate' ? undefined : progress.value;
  const label = describe(run?.method ?? '', frame?.epoch, frame?.epochCount);
  return (
    <div class="run-bar">
      <progress aria-label="Progress of the selection" {...(share === undefined ? {} : { value: share })} max={1} />
      <p role="status" class="run-status">
        {label}
        {isPaused.value
          ? ', paused'
          : frame && stage.value === 'select'
            ? timeLeft(frame.seconds, frame.epoch, frame.epochCount)
            : ''}
      </p>
      <div class="buttons">
        {isPaused.value ? (
          <button type="button" onClick={resume}>
            Resume
          </button>
        ) : (
          <button type="button" onClick={pause}>
            Pause
          </button>
        )}
        <button type="button" onClick={stop}>
          Stop
        </button>
      </div>
    </div>
  );
}

function describe(method: string, epoch: number | undefined, epochCount: number | undefined): string {
  if (stage.value === 'evaluate') return `${method}: measuring the accuracy`;
  return epoch === undefined ? `${method}: selecting` : `${method}: epoch ${epoch} of ${epochCount}`;
}

function timeLeft(seconds: number, epoch: number, epochCount: number): string {
  if (epoch < 2) return '';
  return `, about ${formatDuration((seconds / epoch) * (epochCount - epoch))} left`;
}

function Figures() {
  const frame = currentFrame.value;
  if (frame === undefined) return null;
  const figures: readonly (readonly [string, string])[] = [
    ['Epoch', `${frame.epoch} / ${frame.epochCount}`],
    ['Active neurons', formatCount(frame.activeCount)],
    ['Dropped', formatCount(frame.removedCount)],
    ['Woken', formatCount(frame.wokenCount)],
    ['Loss', frame.loss === undefined ? '–' : frame.loss.toFixed(3)],
    ['Time', formatDuration(frame.seconds)],
  ];
  return (
    <dl class="figures-row">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
