/** What the live line says, as a pure function: `Selecting ████░░░░ 42/100 epochs · 361 active · loss 0.1832 · 0:24 · 0:31 left`. */
import { formatCount, formatNumber, formatPercent } from '../../src/report/format.js';
import type { Colours } from './colours.js';

export interface ProgressState {
  readonly stage: string;
  /** Share of the stage done, 0 to 1; undefined where it is not known. */
  readonly share: number | undefined;
  readonly epoch?: {
    readonly epoch: number;
    readonly epochCount: number;
    readonly activeCount: number;
    readonly loss: number | undefined;
  };
  /** Work made of many parts, such as the runs of a comparison. */
  readonly parts?: {
    readonly done: number;
    readonly total: number;
    /** What the parts are called. */
    readonly unit: string;
    /** What is being done now. */
    readonly current: string | undefined;
    /** What is known so far. */
    readonly news: string | undefined;
  };
  readonly elapsedSeconds: number;
  readonly secondsLeft: number | undefined;
}

const widestBar = 30;
const narrowestBar = 6;

/** At most `width` characters wide, colours not counted: the least needed parts go first. */
export function progressLine(state: ProgressState, width: number, colours: Colours): string {
  const parts = describe(state);
  const textWidth = () => parts.reduce((sum, part) => sum + part.text.length + 3, state.stage.length);
  const needsBar = state.share !== undefined;
  while (parts.length > 0 && textWidth() + (needsBar ? narrowestBar + 1 : 0) > width) dropLeastNeeded(parts);
  const barWidth = Math.min(widestBar, width - textWidth() - 1);
  const bar = needsBar && barWidth >= narrowestBar ? ` ${drawBar(state.share, barWidth, colours)}` : '';
  const tail = parts.map((part) => part.text).join(' · ');
  const head = colours.bold(state.stage.slice(0, width)) + bar;
  return parts.length === 0 ? head : `${head}${colours.dim(bar ? '  ' : ' · ')}${tail}`;
}

/** The same for a log: `Selecting: 42 %, 42/100 epochs, 361 active, loss 0.1832, 0:24, 0:31 left`. */
export function progressText(state: ProgressState): string {
  const share = state.share === undefined ? [] : [formatPercent(state.share, 0)];
  return `${state.stage}: ${[...share, ...describe(state).map(({ text }) => text)].join(', ')}`;
}

interface Part {
  readonly text: string;
  /** The part with the lowest need is dropped first where the line is too long. */
  readonly need: number;
}

function describe({ epoch, parts: work, elapsedSeconds, secondsLeft }: ProgressState): Part[] {
  const parts: Part[] = [];
  if (work !== undefined) {
    parts.push({ text: `${formatCount(work.done)}/${formatCount(work.total)} ${work.unit}`, need: 5 });
    if (work.current !== undefined) parts.push({ text: work.current, need: 2 });
    if (work.news !== undefined) parts.push({ text: work.news, need: 3 });
  }
  if (epoch !== undefined) {
    parts.push({ text: `${epoch.epoch}/${epoch.epochCount} epochs`, need: 5 });
    parts.push({ text: `${formatCount(epoch.activeCount)} active`, need: 3 });
    if (epoch.loss !== undefined) parts.push({ text: `loss ${formatNumber(epoch.loss)}`, need: 2 });
  }
  parts.push({ text: clock(elapsedSeconds), need: 1 });
  if (secondsLeft !== undefined) parts.push({ text: `${clock(secondsLeft)} left`, need: 4 });
  return parts;
}

function dropLeastNeeded(parts: Part[]): void {
  const least = Math.min(...parts.map((part) => part.need));
  parts.splice(
    parts.findIndex((part) => part.need === least),
    1,
  );
}

function drawBar(share: number, width: number, colours: Colours): string {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * width);
  return colours.cyan('█'.repeat(filled)) + colours.dim('░'.repeat(width - filled));
}

/** 75.2 -> "1:15", 3700 -> "1:01:40". */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
