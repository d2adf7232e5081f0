/**
 * Curves over a common axis as one SVG: several series, each with an optional band (an interval around it), a legend,
 * and horizontal lines for values to compare with. Colours come from the page's style, so the chart follows light,
 * dark and print.
 */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatNumber } from './format.js';
import { html, type Markup } from './markup.js';
import { seriesClass } from './series-look.js';

export interface ChartPoint {
  readonly x: number;
  /** undefined leaves a gap. */
  readonly y: number | undefined;
  readonly low?: number;
  readonly high?: number;
}

export interface ChartSeries {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  readonly dashed?: boolean;
  /** A line to hold the others against: dotted, and without a dot for each point. */
  readonly isGuide?: boolean;
  /** Its look, from 0 (series-look.ts); by its place among the series where there is none. */
  readonly colour?: number;
  /** Points that no line joins. */
  readonly isScattered?: boolean;
}

/** A height that the series are held against. */
interface Level {
  readonly y: number;
  readonly name: string;
}

export interface LineChart {
  /** What a screen reader says. */
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly ChartSeries[];
  /** Values to compare with. */
  readonly levels?: readonly Level[];
  /** The axis always shows these values; without them it fits the data. */
  readonly yIncludes?: readonly number[];
  /** Where the horizontal axis has its marks; without them they are spread evenly. */
  readonly xTicks?: readonly number[];
  readonly formatY?: (value: number) => string;
  /** A vertical line stands here, and the curves have a dot on it. */
  readonly marker?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Averages of common sans-serif fonts at the chart's text size: enough to keep labels from touching. */
const characterWidth = 7;
const lineHeight = 18;
/** With so few points each one gets a dot. */
const dottedPointCount = 15;

interface Plane {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function lineChart(chart: LineChart): Markup {
  const { label, levels = [] } = chart;
  const { width, height, keys, plane } = arrange(chart);
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${keys.markup}${drawAxes(chart, plane, height)}${levels.map((level) => drawLevel(level, plane))}${chart.series.map(
  (series, index) => drawSeries(series, index, plane),
)}${chart.marker !== undefined && drawMarker(chart, chart.marker, plane)}</svg>`;
}

function arrange(chart: LineChart) {
  const { width = 360, height = 240 } = chart;
  const keys = placeLegend(chart, width);
  return { width, height, keys, plane: layOut(chart, width, height, keys.height) };
}

/** The value on the horizontal axis nearest to a place, given as a share of the chart's width, that has points. */
export function nearestX(chart: LineChart, share: number): number | undefined {
  const { width, plane } = arrange(chart);
  const wanted = plane.x.invert(share * width);
  const xs = chart.series.flatMap(({ points }) => points.filter(({ y }) => isFiniteNumber(y)).map(({ x }) => x));
  return xs.reduce<number | undefined>(
    (best, x) => (best !== undefined && Math.abs(best - wanted) <= Math.abs(x - wanted) ? best : x),
    undefined,
  );
}

function layOut(chart: LineChart, width: number, height: number, legendHeight: number): Plane {
  const { formatY = formatNumber, yIncludes = [], levels = [] } = chart;
  const points = chart.series.flatMap((series) => series.points);
  const xs = points.map((point) => point.x).filter(Number.isFinite);
  const ys = points.flatMap((point) => [point.y, point.low, point.high]).filter(isFiniteNumber);
  const top = legendHeight + 24;
  const bottom = height - 40;
  const y = scaleLinear(extent([...ys, ...yIncludes, ...levels.map((level) => level.y)]), [bottom, top]).nice(5);
  const longest = Math.max(...y.ticks(5).map((tick) => formatY(tick).length));
  const left = 14 + longest * characterWidth;
  const ends = extent(xs);
  // The last mark of the axis stands in the middle of its line.
  const right = width - Math.max(14, (formatNumber(ends[1]).length * characterWidth) / 2);
  return { x: scaleLinear(ends, [left, right]), y, left, right, top, bottom };
}

/** Smallest and largest value, made different where they are the same so that a scale has a length. */
function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  if (low === high) return low === 0 ? [0, 1] : [low - 0.5, high + 0.5];
  return [low, high];
}

function isFiniteNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

function drawAxes(chart: LineChart, plane: Plane, height: number): Markup {
  const { formatY = formatNumber, xTitle, yTitle } = chart;
  const { x, y, left, right, top, bottom } = plane;
  const marks = y.ticks(5).map((tick) => ({ at: round(y(tick)), text: formatY(tick) }));
  // Parts of a whole number would be written alike.
  const written = marks.filter(({ text }, place) => marks.findIndex((mark) => mark.text === text) === place);
  const yTicks = written.map(({ at, text }) => {
    return html`<path class="grid" d="M${left} ${at}H${right}"/><text x="${left - 6}" y="${at + 4}" text-anchor="end">${text}</text>`;
  });
  const xTicks = (chart.xTicks ?? spreadTicks(chart, x)).map((tick) => {
    const at = round(x(tick));
    return html`<path class="axis" d="M${at} ${bottom}v4"/><text x="${at}" y="${bottom + 17}" text-anchor="middle">${formatNumber(tick)}</text>`;
  });
  return html`<g aria-hidden="true">${yTicks}<path class="axis" d="M${left} ${bottom}H${right}"/>${xTicks}
<text class="title" x="0" y="${top - 10}">${yTitle}</text><text class="title" x="${right}" y="${height - 4}" text-anchor="end">${xTitle}</text></g>
`;
}

/** Whole numbers where all points stand on them: there is no feature and a half. */
function spreadTicks({ series }: LineChart, x: Plane['x']): number[] {
  const isWhole = series.every(({ points }) => points.every((point) => Number.isInteger(point.x)));
  return x.ticks(6).filter((tick) => !isWhole || Number.isInteger(tick));
}

function drawLevel({ y }: Level, { y: scale, left, right }: Plane): Markup {
  return html`<path class="level" d="M${left} ${round(scale(y))}H${right}"/>
`;
}

function drawSeries(series: ChartSeries, index: number, plane: Plane): Markup {
  const { x, y } = plane;
  if (series.isScattered) {
    return html`<g class="${seriesClass(series.colour ?? index)} scattered">${series.points.map((point) => drawDot(point, plane))}</g>
`;
  }
  const curve = line<ChartPoint>(
    (point) => x(point.x),
    (point) => y(point.y as number),
  )
    .defined((point) => isFiniteNumber(point.y))
    .digits(1);
  const band = area<ChartPoint>(
    (point) => x(point.x),
    (point) => y(point.low as number),
    (point) => y(point.high as number),
  )
    .defined((point) => isFiniteNumber(point.low) && isFiniteNumber(point.high))
    .digits(1);
  const points = [...series.points];
  const bandPath = band(points);
  return html`<g class="${seriesClass(series.colour ?? index)}">${bandPath !== null && html`<path class="band" d="${bandPath}"/>`}<path class="${curveClass(series)}" d="${curve(points) ?? ''}"/>${!series.isGuide && points.length <= dottedPointCount && points.map((point) => drawDot(point, plane))}</g>
`;
}

function curveClass({ dashed, isGuide }: ChartSeries): string {
  return `curve${isGuide ? ' dotted' : dashed ? ' dashed' : ''}`;
}

function drawMarker({ series }: LineChart, at: number, plane: Plane): Markup {
  const x = round(plane.x(at));
  const dots = series.map(({ points, colour }, index) => {
    const point = points.find((each) => each.x === at);
    return point && html`<g class="${seriesClass(colour ?? index)}">${drawDot(point, plane)}</g>`;
  });
  return html`<path class="marker" d="M${x} ${plane.top}V${plane.bottom}"/>${dots}`;
}

function drawDot(point: ChartPoint, plane: Plane): Markup | undefined {
  if (!isFiniteNumber(point.y)) return undefined;
  return html`<circle r="3" cx="${round(plane.x(point.x))}" cy="${round(plane.y(point.y))}"/>`;
}

/** A name and what stands before it, drawn 22 wide from a place on its line. */
interface Key {
  readonly name: string;
  readonly className: string;
  readonly mark: (x: number, y: number) => Markup;
}

/** The names of series and levels in rows above the plane, where no line crosses them; a single series needs none. */
function placeLegend(
  { series, levels = [] }: LineChart,
  width: number,
): { markup: Markup | undefined; height: number } {
  const named = levels.filter(({ name }) => name !== '');
  if (series.length + named.length < 2) return { markup: undefined, height: 0 };
  let x = 0;
  let y = 12;
  const placed = [...series.map(seriesKey), ...named.map(levelKey)].map(({ name, className, mark }) => {
    const keyWidth = 30 + name.length * characterWidth + 12;
    if (x > 0 && x + keyWidth > width) {
      x = 0;
      y += lineHeight;
    }
    const key = html`<g class="${className}">${mark(x, y - 4)}<text x="${x + 28}" y="${y}">${name}</text></g>`;
    x = round(x + keyWidth);
    return key;
  });
  return { markup: html`<g class="legend">${placed}</g>`, height: y + 4 };
}

function seriesKey(series: ChartSeries, index: number): Key {
  const { name, isScattered, colour = index } = series;
  return {
    name,
    className: `${seriesClass(colour)}${isScattered ? ' scattered' : ''}`,
    mark: (x, y) =>
      isScattered
        ? html`<circle r="3" cx="${x + 11}" cy="${y}"/>`
        : html`<path class="${curveClass(series)}" d="M${x} ${y}h22"/>`,
  };
}

function levelKey({ name }: Level): Key {
  return { name, className: 'level-key', mark: (x, y) => html`<path class="level" d="M${x} ${y}h22"/>` };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
