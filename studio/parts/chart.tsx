/** A chart of the reports in the page: drawn by the same code, so both look alike. */
import { type LineChart, lineChart } from '../../src/report/line-chart.js';

/** The markup is made of escaped text alone, and the page's policy would run nothing of it. */
export function Chart(chart: LineChart) {
  return <div class="chart-box" dangerouslySetInnerHTML={{ __html: lineChart(chart).text }} />;
}
