/** Keeps the frames of a run for the slider, and fewer of them where they would take too much memory. */
import type { EpochFrame } from '../../src/studio/epoch-frame.js';

const mostBytes = 32 * 2 ** 20;

/** Where there is no more room every second frame goes; the first and the newest always stay. */
export function addFrames(frames: readonly EpochFrame[], more: readonly EpochFrame[]): readonly EpochFrame[] {
  const all = [...frames, ...more];
  if (all.length * bytesOf(all[all.length - 1]) <= mostBytes) return all;
  return all.filter((_, place) => place % 2 === 0 || place === all.length - 1);
}

/** Gathers frames and hands them over once for every picture the screen shows, however fast the epochs come. */
export function createFrameQueue(take: (frames: readonly EpochFrame[]) => void) {
  let waiting: EpochFrame[] = [];
  let asked = 0;
  const flush = (): void => {
    cancelAnimationFrame(asked);
    asked = 0;
    if (waiting.length === 0) return;
    const frames = waiting;
    waiting = [];
    take(frames);
  };
  return {
    add(frame: EpochFrame): void {
      waiting.push(frame);
      if (asked === 0) asked = requestAnimationFrame(flush);
    },
    flush,
    clear(): void {
      waiting = [];
    },
  };
}

/** So few of the frames that a curve of them has no more points than can be told apart; `kept` stays among them. */
export function thinFrames(
  frames: readonly EpochFrame[],
  most: number,
  kept: EpochFrame | undefined,
): readonly EpochFrame[] {
  const step = Math.ceil(frames.length / most);
  if (step <= 1) return frames;
  return frames.filter((frame, place) => place % step === 0 || place === frames.length - 1 || frame === kept);
}

function bytesOf({ picture, profile, links }: EpochFrame): number {
  return (picture?.cells.byteLength ?? 0) + profile.byteLength + 9 * (links?.to.length ?? 0) + 256;
}
