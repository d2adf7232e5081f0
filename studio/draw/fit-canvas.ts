/** A canvas as large as it is shown, in the screen's own pixels, ready to be drawn on in CSS pixels. */

export interface Sheet {
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

export function fitCanvas(canvas: HTMLCanvasElement): Sheet | undefined {
  const { clientWidth: width, clientHeight: height } = canvas;
  const pen = canvas.getContext('2d');
  if (pen === null || width === 0 || height === 0) return undefined;
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return { pen, width, height };
}

/** The value of a custom property of the page's style, such as `--text`. */
export function styleOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}
