/** All strengths in falling order as one strip of bars. */
import { fitCanvas } from './fit-canvas.js';
import { colourText } from './palette.js';

export function drawProfile(canvas: HTMLCanvasElement, profile: Float32Array): void {
  const sheet = fitCanvas(canvas);
  if (sheet === undefined || profile.length === 0) return;
  const { pen, width, height } = sheet;
  const max = profile[0];
  const step = width / profile.length;
  const gap = step > 4 ? 1 : 0;
  for (let place = 0; place < profile.length; place++) {
    const high = max > 0 ? (profile[place] / max) * (height - 2) : 0;
    pen.fillStyle = colourText(profile[place], max);
    pen.fillRect(place * step, height - Math.max(1, high), Math.max(step - gap, 0.6), Math.max(1, high));
  }
}
