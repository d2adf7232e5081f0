/** The values of a feature as a picture of the height of a few lines: a box for every class, or points. */
import { scaleLinear } from 'd3-scale';
import type { Box, ShownFeature } from '../univariate/show-feature.js';
import { formatNumber } from './format.js';
import { html, type Markup } from './markup.js';

const width = 180;
const boxHeight = 11;
const pointHeight = 56;
const margin = 3;

export function smallPicture(shown: ShownFeature, name: string, classNames: readonly string[]): Markup {
  return shown.kind === 'boxes' ? boxPicture(shown.boxes, name, classNames) : pointPicture(shown.points, name);
}

function boxPicture(boxes: readonly (Box | null)[], name: string, classNames: readonly string[]): Markup {
  const ends = boxes.flatMap((box) => (box === null ? [] : [box[0], box[4]]));
  const x = scaleLinear([Math.min(...ends), Math.max(...ends)], [margin, width - margin]);
  const at = (value: number) => Math.round(10 * x(value)) / 10;
  const medians = boxes.flatMap((box, place) => (box === null ? [] : [`${classNames[place]} ${formatNumber(box[2])}`]));
  return html`<svg class="small-picture" viewBox="0 0 ${width} ${boxHeight * boxes.length}" width="${width}" height="${boxHeight * boxes.length}" role="img" aria-label="${name}, medians: ${medians.join(', ')}">${boxes.map(
    (box, place) => {
      if (box === null) return '';
      const [least, lower, median, upper, most] = box.map(at);
      const middle = boxHeight * (place + 0.5);
      return html`<g class="series-${(place % 8) + 1}"><path class="whisker" d="M${least} ${middle}H${most}"/><rect x="${lower}" y="${middle - 4}" width="${Math.max(0.5, upper - lower)}" height="8"/><path class="median" d="M${median} ${middle - 4}v8"/></g>`;
    },
  )}</svg>`;
}

function pointPicture(points: readonly (readonly [number, number])[], name: string): Markup {
  const range = (of: 0 | 1): [number, number] => [
    Math.min(...points.map((p) => p[of])),
    Math.max(...points.map((p) => p[of])),
  ];
  const x = scaleLinear(range(0), [margin, width - margin]);
  const y = scaleLinear(range(1), [pointHeight - margin, margin]);
  const [low, high] = range(0);
  const round = (value: number) => Math.round(10 * value) / 10;
  return html`<svg class="small-picture" viewBox="0 0 ${width} ${pointHeight}" width="${width}" height="${pointHeight}" role="img" aria-label="${name}, ${formatNumber(low)} to ${formatNumber(high)}"><g class="series-1">${points.map(
    ([value, told]) => html`<circle cx="${round(x(value))}" cy="${round(y(told))}" r="1.6"/>`,
  )}</g></svg>`;
}
