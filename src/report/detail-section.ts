/** What the first judge said of the test rows: which classes it takes for which, how far its numbers are off, how its risks part. */
import type { JudgedDetail } from '../evaluate/detail.js';
import { judgeTitle } from '../evaluate/registry.js';
import { fittedChart } from './fitted-chart.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { heatLegend, heatTable } from './heat-map.js';
import { survivalCurve } from './kaplan-meier.js';
import { type ChartPoint, lineChart } from './line-chart.js';
import { html, type Markup } from './markup.js';
import type { SelectionReportInput } from './selection-report-input.js';

export function detailSection({ measured, k }: SelectionReportInput): Markup | undefined {
  const set = measured?.find(({ detail }) => detail !== undefined);
  if (set?.detail === undefined) return undefined;
  const judge = `${judgeTitle(set.judge)} with the ${countOf(k, 'selected feature')}`;
  const { title, body } = draw(set.detail, judge);
  return html`<section aria-labelledby="told"><h2 id="told">${title}</h2>
${body}</section>
`;
}

interface Drawn {
  readonly title: string;
  readonly body: Markup;
}

function draw(detail: JudgedDetail, judge: string): Drawn {
  if (detail.kind === 'classes') return { title: 'Which classes are told apart', body: confusion(detail, judge) };
  if (detail.kind === 'values') return { title: 'Predicted against true', body: scatter(detail, judge) };
  return { title: 'Do the predicted risks separate the rows?', body: survival(detail, judge) };
}

type Of<Kind extends JudgedDetail['kind']> = JudgedDetail & { readonly kind: Kind };

/** More classes than this are too many for a table that is read; those with the lowest recall are shown. */
const mostClasses = 20;

function confusion({ classNames, confusion: found }: Of<'classes'>, judge: string): Markup {
  const recall = (label: number) => found.classes[label].recall;
  const worstFirst = [...classNames.keys()].sort((a, b) => (recall(a) ?? 2) - (recall(b) ?? 2) || a - b);
  const shown = worstFirst.slice(0, mostClasses).sort((a, b) => a - b);
  const left = classNames.length - shown.length;
  const name = (label: number) => {
    const share = recall(label);
    return `${classNames[label]}, ${share === undefined ? 'no test rows' : formatPercent(share)}`;
  };
  return html`<p>Test rows by their class (down) and the class that ${judge} took them for (across); beside each class its recall, the share of its rows that were found.${
    left > 0 && ` The ${mostClasses} classes with the lowest recall are shown, ${formatCount(left)} others are not.`
  }</p>
<div class="overlap">${heatTable({
    caption: 'Confusion matrix',
    rowTitle: 'class, recall',
    rowNames: shown.map(name),
    columnNames: shown.map((label) => classNames[label].slice(0, 6)),
    columnTitles: shown.map((label) => classNames[label]),
    values: shown.map((truth) => shown.map((told) => found.table[truth][told])),
    max: Math.max(1, ...shown.flatMap((truth) => shown.map((told) => found.table[truth][told]))),
    cellText: (count) => formatCount(count),
  })}</div>
${heatLegend('no row', 'few', 'many')}`;
}

/** More points would only hide each other. */
const mostPoints = 1000;

function scatter({ truth, predicted, outputCount }: Of<'values'>, judge: string): Markup {
  const rowCount = truth.length / outputCount;
  const step = Math.max(1, Math.ceil(rowCount / mostPoints));
  const rows = Array.from({ length: Math.ceil(rowCount / step) }, (_, place) => place * step);
  const outputs = Array.from({ length: outputCount }, (_, output) => {
    const pairs = rows.map((row) => ({
      told: predicted[row * outputCount + output],
      is: truth[row * outputCount + output],
    }));
    const ends = [Math.min(...pairs.map(({ is }) => is)), Math.max(...pairs.map(({ is }) => is))];
    const size = { width: 420, height: 320 };
    const against = lineChart({
      ...size,
      label: 'Predicted against true value of every test row',
      xTitle: 'true value',
      yTitle: 'predicted value',
      series: [
        { name: 'test rows', isScattered: true, points: pairs.map(({ told, is }): ChartPoint => ({ x: is, y: told })) },
        { name: 'as it should be', isGuide: true, points: ends.map((end) => ({ x: end, y: end })) },
      ],
    });
    const residuals = lineChart({
      ...size,
      label: 'Error of every test row against its predicted value',
      xTitle: 'predicted value',
      yTitle: 'true less predicted value',
      levels: [{ y: 0, name: '' }],
      series: [
        {
          name: 'test rows',
          isScattered: true,
          points: pairs.map(({ told, is }): ChartPoint => ({ x: told, y: is - told })),
        },
      ],
    });
    return html`<figure>${against}</figure><figure>${residuals}</figure>`;
  });
  return html`<div class="side-by-side">${outputs}</div>
<p class="quiet">What ${judge} says of ${countOf(rows.length, 'test row')}${step > 1 && `, every ${step}th of ${formatCount(rowCount)}`}. In the first picture points on the dotted line are told exactly; in the second errors should lie around 0 whatever was predicted.</p>`;
}

function survival({ times, events, risks }: Of<'survival'>, judge: string): Markup {
  const sorted = Float64Array.from(risks).sort();
  const middle = sorted[Math.floor(sorted.length / 2)];
  const rowsWith = (isIn: (risk: number) => boolean) => [...risks.keys()].filter((row) => isIn(risks[row]));
  const halves = [
    { name: 'lower risk', rows: rowsWith((risk) => risk < middle) },
    { name: 'higher risk', rows: rowsWith((risk) => risk >= middle) },
  ].filter(({ rows }) => rows.length > 0);
  const chart = fittedChart({
    label: `Share of test rows without the event over time, for the halves of lower and higher predicted risk`,
    xTitle: 'time',
    yTitle: 'share without the event',
    yIncludes: [0, 1],
    formatY: (share) => formatPercent(share, 0),
    series: halves.map(({ name, rows }) => ({
      name: `${name} (${countOf(rows.length, 'row')})`,
      points: steps(
        survivalCurve(
          rows.map((row) => times[row]),
          rows.map((row) => events[row] === 1),
        ),
      ),
    })),
    width: 720,
    height: 340,
  });
  return html`${chart}
<p class="quiet">Kaplan and Meier's estimate on the test rows, parted at the middle of the risks that ${judge} gives. Curves far apart mean that the risk tells who has the event early.</p>`;
}

/** A curve that stays until it falls. */
function steps(points: readonly { readonly time: number; readonly share: number }[]): ChartPoint[] {
  return points.flatMap(({ time, share }, place) =>
    place === 0
      ? [{ x: time, y: share }]
      : [
          { x: time, y: points[place - 1].share },
          { x: time, y: share },
        ],
  );
}
