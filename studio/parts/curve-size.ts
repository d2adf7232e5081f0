/** How large a curve against K is drawn: as the window has room for. */
import { phoneChart } from '../../src/report/fitted-chart.js';

export function curveSize(): { readonly width: number; readonly height: number } {
  return innerWidth < 640 ? phoneChart : { width: 720, height: 340 };
}
