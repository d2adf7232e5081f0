/** Progress on standard error: a live line on a terminal, a plain line now and then in a log. */
import { formatDuration } from '../../src/report/format.js';
import type { EpochReport } from '../../src/types.js';
import { createColours, wantsColour } from './colours.js';
import { createLogLines } from './log-lines.js';
import { type ProgressState, progressLine, progressText } from './progress-line.js';
import { printable } from './text-table.js';
import { createTimeLeft, secondsOfShare, type TimeLeft } from './time-left.js';

/** What is used of a stream such as process.stderr. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** Names what is being done now, such as "Reading"; the clock and the bar start again. */
  stage(name: string): void;
  /** Share of the stage done, 0 to 1. */
  share(done: number): void;
  epoch(report: EpochReport): void;
  /** Work made of many parts; `end` is when it will be done, on the clock of `now`. */
  parts(parts: NonNullable<ProgressState['parts']>, share: number, end: number | undefined): void;
  /** Writes a line that stays, above the live one. */
  note(text: string): void;
  /** Removes the line and shows the cursor again; progress that comes later is not shown. */
  end(): void;
}

export interface ProgressOptions {
  readonly stream: TerminalStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** Writes how long every stage took. */
  readonly isVerbose?: boolean;
}

const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';
const clearLine = '\r\x1b[2K';
/** Time between two redraws, so that quick epochs do not flood a slow terminal. */
const redrawMilliseconds = 80;
/** The clock goes on between two epochs. */
const tickMilliseconds = 500;

export function createProgress(options: ProgressOptions): Progress {
  const { stream, env, isVerbose, now } = options;
  const isLive = stream.isTTY && env.TERM !== 'dumb';
  const progress = isLive ? liveProgress(options) : logProgress(options);
  return isVerbose ? withTimes(progress, now) : progress;
}

/** A line that stays for every stage that is over. */
function withTimes(progress: Progress, now: () => number): Progress {
  let stage: { readonly name: string; readonly start: number } | undefined;
  const close = () => {
    if (stage) progress.note(`${stage.name}: ${formatDuration((now() - stage.start) / 1000)}`);
    stage = undefined;
  };
  return {
    ...progress,
    stage(name) {
      close();
      stage = { name, start: now() };
      progress.stage(name);
    },
    end() {
      close();
      progress.end();
    },
  };
}

interface Stage {
  readonly name: string;
  readonly start: number;
  /** Of its epochs. */
  readonly timeLeft: TimeLeft;
}

function secondsLeft(
  { start, timeLeft }: Stage,
  { epoch, share }: Pick<ProgressState, 'epoch' | 'share'>,
  time: number,
): number | undefined {
  return epoch === undefined ? secondsOfShare(share, (time - start) / 1000) : timeLeft.seconds(time);
}

function liveProgress({ stream, env, now }: ProgressOptions): Progress {
  const colours = createColours(wantsColour(true, env));
  let stage: Stage | undefined;
  let detail: Pick<ProgressState, 'share' | 'epoch' | 'parts'> & { end?: number | undefined } = { share: undefined };
  let drawnAt = Number.NEGATIVE_INFINITY;
  let hasEnded = false;

  const draw = (force: boolean) => {
    const time = now();
    if (stage === undefined || hasEnded || (!force && time - drawnAt < redrawMilliseconds)) return;
    drawnAt = time;
    const state = {
      stage: stage.name,
      ...detail,
      elapsedSeconds: (time - stage.start) / 1000,
      secondsLeft: detail.parts ? secondsUntil(detail.end, time) : secondsLeft(stage, detail, time),
    };
    // One column stays free: a full line would wrap, and a wrapped line cannot be cleared.
    stream.write(`${hideCursor}${clearLine}${progressLine(state, (stream.columns || 80) - 1, colours)}`);
  };
  const ticker = setInterval(() => draw(true), tickMilliseconds);
  ticker.unref();

  const progress: Progress = {
    stage(name) {
      stage = { name, start: now(), timeLeft: createTimeLeft() };
      detail = { share: undefined };
      draw(true);
    },
    share(done) {
      if (detail.epoch !== undefined) return;
      detail = { share: done };
      draw(false);
    },
    epoch(report) {
      const { epoch, epochCount, activeCount, loss } = report;
      stage?.timeLeft.note(epoch, epochCount, now());
      detail = { share: epoch / epochCount, epoch: { epoch, epochCount, activeCount, loss } };
      draw(epoch === epochCount);
    },
    parts(parts, share, end) {
      detail = { share, parts, end };
      draw(false);
    },
    note(text) {
      stream.write(`${clearLine}${printable(text)}\n`);
      draw(true);
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(ticker);
      process.off('exit', progress.end);
      if (stage !== undefined) stream.write(clearLine + showCursor);
    },
  };
  // However the process ends, the cursor comes back.
  process.once('exit', progress.end);
  return progress;
}

/** Work in parts has a tracker of its own, which writes its lines. */
function logProgress({ stream, now }: Pick<ProgressOptions, 'stream' | 'now'>): Progress {
  let log = createLogLines(stream, now);
  let stage: Stage | undefined;
  let detail: Pick<ProgressState, 'share' | 'epoch'> = { share: undefined };
  const offer = () => {
    if (stage === undefined) return;
    const { name, start } = stage;
    const elapsedSeconds = (now() - start) / 1000;
    const left = secondsLeft(stage, detail, now());
    log.offer(() => progressText({ stage: name, ...detail, elapsedSeconds, secondsLeft: left }));
  };
  // Some stages tell nothing while they last.
  const ticker = setInterval(offer, tickMilliseconds).unref();
  return {
    stage(name) {
      stage = { name, start: now(), timeLeft: createTimeLeft() };
      detail = { share: undefined };
    },
    share(done) {
      if (detail.epoch !== undefined) return;
      detail = { share: done };
      offer();
    },
    epoch({ epoch, epochCount, activeCount, loss }) {
      stage?.timeLeft.note(epoch, epochCount, now());
      detail = { share: epoch / epochCount, epoch: { epoch, epochCount, activeCount, loss } };
      offer();
    },
    parts() {
      stage = undefined;
      // The tracker has just said where things stand.
      log = createLogLines(stream, now);
    },
    note: (text) => log.write(text),
    end() {
      stage = undefined;
      clearInterval(ticker);
    },
  };
}

function secondsUntil(end: number | undefined, time: number): number | undefined {
  return end === undefined ? undefined : Math.max(0, end - time) / 1000;
}
