/** A chart of the reports in the page: drawn by the same code, so both look alike, and saved as a picture or as numbers. */

import { type LineChart, lineChart } from '../../src/report/line-chart.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import { csvLine } from '../../src/write/csv-line.js';
import { saveBlob } from '../state/save-blob.js';
import { isRunning } from '../state/store.js';

/** The markup is made of escaped text alone, and the page's policy would run nothing of it. */
export function Chart(chart: LineChart) {
  return (
    <div class="chart-box">
      <div dangerouslySetInnerHTML={{ __html: lineChart(chart).text }} />
      {!isRunning.value && <ChartTools {...chart} />}
    </div>
  );
}

function ChartTools(chart: LineChart) {
  const name = chart.yTitle.replaceAll(' ', '-');
  return (
    <p class="chart-tools">
      <button type="button" onClick={() => saveBlob(svgOf(chart), `${name}.svg`)}>
        SVG<span class="hidden"> of {chart.label}</span>
      </button>
      <button type="button" onClick={() => void pngOf(chart).then((blob) => saveBlob(blob, `${name}.png`))}>
        PNG<span class="hidden"> of {chart.label}</span>
      </button>
      <button type="button" onClick={() => saveBlob(csvOf(chart), `${name}.csv`)}>
        CSV<span class="hidden"> of {chart.label}</span>
      </button>
    </p>
  );
}

function svgOf(chart: LineChart): Blob {
  return new Blob([standaloneSvg(lineChart(chart))], { type: 'image/svg+xml' });
}

/** As large as a slide shows it, on the page's own background. */
const pngWidth = 1600;

async function pngOf(chart: LineChart): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(svgOf(chart));
  try {
    image.src = address;
    await image.decode();
    const height = Math.round((pngWidth * image.naturalHeight) / image.naturalWidth);
    const canvas = new OffscreenCanvas(pngWidth, height);
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = getComputedStyle(document.body).backgroundColor;
    pen.fillRect(0, 0, pngWidth, height);
    pen.drawImage(image, 0, 0, pngWidth, height);
    return await canvas.convertToBlob();
  } finally {
    URL.revokeObjectURL(address);
  }
}

function csvOf({ xTitle, yTitle, series }: LineChart): Blob {
  const lines = series.flatMap(({ name, points }) =>
    points.filter(({ y }) => y !== undefined).map(({ x, y, low, high }) => csvLine([name, x, y, low, high])),
  );
  return new Blob([csvLine(['series', xTitle, yTitle, 'low', 'high']), ...lines], { type: 'text/csv' });
}
