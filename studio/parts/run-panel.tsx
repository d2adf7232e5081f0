/** The run as it happens, and afterwards epoch by epoch. */
import { useEffect, useRef } from 'preact/hooks';
import { formatCount, formatDuration } from '../../src/report/format.js';
import { stop } from '../state/doing.js';
import { pause, resume } from '../state/run-actions.js';
import { currentFrame, isPaused, isShownRunning, methodTaken, progress, shownRun, stage } from '../state/store.js';
import { EpochCharts } from './epoch-charts.js';
import { EpochSlider } from './epoch-slider.js';
import { LinksView } from './links-view.js';
import { StrengthView } from './strength-view.js';
import { trainingWords, Words } from './words.js';

export function RunPanel() {
  const panel = useRef<HTMLElement>(null);
  const { value: isOn } = isShownRunning;
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
      <h2 id="run-title">{isOn ? 'Training' : 'How it was chosen'}</h2>
      {isOn && <RunBar />}
      {hasFrames && (
        <>
          <Figures />
          <EpochSlider />
          <div class="run-grid">
            <StrengthView />
            <EpochCharts />
          </div>
          <LinksView />
          <Words words={trainingWords} />
        </>
      )}
      {!hasFrames && !isOn && run.result !== undefined && (
        <p class="quiet">{methodTaken(run)} scores the features at once: there are no epochs to show.</p>
      )}
      {!isOn && run.result === undefined && (
        <p class="quiet">This run had to be ended before it had a ranking. What was seen of it is above.</p>
      )}
    </section>
  );
}

function RunBar() {
  const run = shownRun.value!;
  const frame = run.frames.at(-1);
  const { method } = run.task.settings;
  const share = stage.value === 'evaluate' ? undefined : progress.value;
  const isSelecting = frame !== undefined && stage.value === 'select';
  return (
    <div class="run-bar">
      <progress aria-label="Progress of the selection" value={share} max={1} />
      <p class="run-status">
        {describe(method, frame?.epoch, frame?.epochCount)}
        {isPaused.value ? ', paused' : isSelecting ? timeLeft(frame.seconds, frame.epoch, frame.epochCount) : ''}
      </p>
      <p class="hidden" role="status">
        {spoken(method, share)}
      </p>
      <div class="buttons">
        <button type="button" onClick={isPaused.value ? resume : pause}>
          {isPaused.value ? 'Resume' : 'Pause'}
        </button>
        <button type="button" onClick={() => void stop()}>
          Stop
        </button>
      </div>
    </div>
  );
}

const stageWords = {
  method: 'trying methods on folds of the rows',
  size: 'finding how many features are enough',
  select: 'selecting',
  stability: 'selecting from halves of the rows',
  substitutes: 'looking for substitutes',
  evaluate: 'measuring the accuracy',
  verdict: 'cross-validating',
} as const;

/** What a screen reader says: four times in a run, not at every epoch. */
function spoken(method: string, share: number | undefined): string {
  if (stage.value !== 'select') return `${method}: ${stageWords[stage.value]}`;
  if (isPaused.value) return `${method}: paused`;
  const quarters = Math.floor((share ?? 0) * 4);
  return quarters === 0 ? `${method}: selecting` : `${method}: ${quarters * 25} % done`;
}

function describe(method: string, epoch: number | undefined, epochCount: number | undefined): string {
  if (stage.value !== 'select') return `${method}: ${stageWords[stage.value]}`;
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
