/** A picture whose pixels are counted down its columns, as the picture that is meant: rows and columns change places. */
import type { Picture } from '../../src/studio/epoch-frame.js';
import type { Marks } from './draw-picture.js';

export function turnPicture({ width, height, cells }: Picture): Picture {
  const turned = new Float32Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++) turned[turnCell(cell, width, height)] = cells[cell];
  return { width: height, height: width, cells: turned };
}

export function turnMarks({ selected, dropped, woken }: Marks, { width, height }: Picture): Marks {
  const turn = (cell: number): number => turnCell(cell, width, height);
  return {
    ...(selected && { selected: new Set([...selected].map(turn)) }),
    ...(dropped && { dropped: dropped.map(turn) }),
    ...(woken && { woken: woken.map(turn) }),
  };
}

/** The place of a cell when rows and columns change places. */
function turnCell(cell: number, width: number, height: number): number {
  return (cell % width) * height + Math.floor(cell / width);
}
