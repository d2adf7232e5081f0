/** Keeps the frames of a run for the slider, and fewer of them where they would take too much memory. */
import type { EpochFrame } from '../../src/studio/epoch-frame.js';

const mostBytes = 96 * 2 ** 20;

/** Where there is no more room every second frame goes; the first and the newest always stay. */
export function addFrame(frames: readonly EpochFrame[], frame: EpochFrame): readonly EpochFrame[] {
  const all = [...frames, frame];
  if (all.length * bytesOf(frame) <= mostBytes) return all;
  return all.filter((_, place) => place % 2 === 0 || place === all.length - 1);
}

function bytesOf({ picture, profile, links }: EpochFrame): number {
  return (picture?.cells.byteLength ?? 0) + profile.byteLength + 9 * (links?.to.length ?? 0) + 256;
}
