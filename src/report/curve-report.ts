/** A measure against the number of features: as one HTML file, as JSON and as CSV. */
import type { Deciding } from '../evaluate/measures/registry.js';
import { judgeTitle } from '../evaluate/registry.js';
import { csvLine } from '../write/csv-line.js';
import { type CurveLine, curveChart, withErrors } from './curve-chart.js';
import type { Finding } from './finding.js';
import { findingsSection } from './findings-section.js';
import { fittedChart } from './fitted-chart.js';
import { countOf, formatCount } from './format.js';
import type { Guess } from './guess.js';
import { rareClassText } from './judge-selection.js';
import { html, type Markup } from './markup.js';
import { inPoints, measureText } from './measure-text.js';
import { renderPage } from './page.js';

export const curveFileNames = ['curve.json', 'curve.csv', 'curve.html'] as const;

export interface ReportedCurve {
  readonly judge: string;
  readonly measure: string;
  /** By ascending k. */
  readonly points: readonly ReportedCurvePoint[];
  readonly bestK: number;
  /** The smallest k within one standard error of the best. */
  readonly parsimoniousK: number;
  /** With all features, and by k with random ones. */
  readonly beside?: { readonly all: number; readonly random: readonly number[] };
  /** By k, on another cohort. */
  readonly cohort?: readonly number[];
}

export interface ReportedCurvePoint {
  readonly k: number;
  /** One for every fold. */
  readonly values: readonly number[];
  readonly mean: number;
  readonly standardError: number;
}

export interface DescribedCurve {
  readonly versions: Readonly<Record<string, string>>;
  readonly command: string;
  readonly dataName: string;
  readonly checksum: string;
  readonly targetName: string;
  readonly rowCount: number;
  readonly featureCount: number;
  readonly folds: number;
  readonly method: string;
  readonly seed: number;
  /** Options of the method, the scaling and the judges. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly curves: readonly ReportedCurve[];
  readonly deciding: Deciding;
  /** What is told without any feature. */
  readonly guess?: Guess;
  readonly seconds: number;
}

export function curveFiles(described: DescribedCurve): { name: string; content: string }[] {
  return [
    { name: 'curve.json', content: curveJson(described) },
    { name: 'curve.csv', content: curveCsv(described.curves) },
    { name: 'curve.html', content: renderCurveReport(described) },
  ];
}

export function curveJson(described: DescribedCurve): string {
  const { dataName, checksum, targetName, rowCount, featureCount, curves, versions, command, ...rest } = described;
  const text = {
    format: 'neurofs-curve',
    formatVersion: 2,
    versions,
    data: { file: dataName, sha256: checksum, target: targetName, rowCount, featureCount },
    ...rest,
    curves,
    command,
  };
  return `${JSON.stringify(text, undefined, 2)}\n`;
}

function curveCsv(curves: readonly ReportedCurve[]): string {
  const lines = curves.flatMap(({ judge, measure, points }) =>
    points.flatMap(({ k, values }) => values.map((value, fold) => csvLine([judge, measure, k, fold + 1, value]))),
  );
  return [csvLine(['judge', 'measure', 'k', 'fold', 'value']), ...lines].join('');
}

export function renderCurveReport(described: DescribedCurve): string {
  const { dataName, method, folds, rowCount, featureCount, seed, curves } = described;
  const title = `How many of ${countOf(featureCount, 'feature')} of ${dataName} are enough?`;
  const facts = [
    ['Rows', formatCount(rowCount)],
    ['Method', method],
    ['Folds', formatCount(folds)],
    ['Seed', String(seed)],
  ];
  const body = html`<header><p class="eyebrow">neurofs curve</p><h1>${title}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>
<main>
${findingsSection([
  ...curves.map((curve) => ({ level: 'good' as const, head: judgeTitle(curve.judge), text: verdict(curve) })),
  ...judgeCurve(described),
])}
<section aria-labelledby="curve"><h2 id="curve">How many are enough?</h2>
${chartOf(described)}
<p class="quiet">Mean over ${countOf(folds, 'fold')}, with a band of one standard error. Features are selected afresh in every fold, from its training rows only.${curves[0].beside && ' All and random features are measured in the same folds.'}${curves[0].cohort && ' The other cohort took no part in the folds: what is measured on it was selected from all rows of the first.'}</p>
${curveTable(curves)}</section>
<section aria-labelledby="repeat"><h2 id="repeat">Repeat it</h2><div class="command"><pre tabindex="0"><code>${described.command}</code></pre><button type="button" data-copy hidden>Copy</button></div></section>
</main>
<footer>Made by neurofs ${described.versions.neurofs}. This file needs no network.</footer>`;
  return renderPage({ title, body });
}

/** Where the curves could mislead. */
export function judgeCurve({ curves, rowCount, folds, deciding }: DescribedCurve): readonly Finding[] {
  const findings: Finding[] = curves.filter(isFlat).map(({ judge }) => ({
    level: 'warning',
    text: `${judgeTitle(judge)}: every number that was tried is within one standard error of the best, so none is shown to be better than another.`,
  }));
  const { title } = measureText(deciding.measure);
  if (deciding.rareClass !== undefined) findings.push({ level: 'note', text: rareClassText(deciding.rareClass) });
  const foldRows = Math.floor(rowCount / folds);
  if (foldRows < fewestFoldRows) {
    findings.push({
      level: 'warning',
      text: `A fold has only ${countOf(foldRows, 'row')} to test on${title === 'accuracy' ? `: one row is ${inPoints(1 / foldRows)}` : ''}.`,
    });
  }
  findings.push({
    level: 'note',
    text: `The best number was picked on these folds, so its ${title} is partly luck. Confirm it on rows that were not used here.`,
  });
  return findings;
}

/** Fewer test rows make a single row worth more than 2 points. */
const fewestFoldRows = 50;

function isFlat({ points, bestK }: ReportedCurve): boolean {
  const best = points.find(({ k }) => k === bestK)!;
  return points.length > 1 && points.every(({ mean }) => Math.abs(mean - best.mean) <= best.standardError);
}

/** The suggestion in a sentence. */
export function verdict({ points, measure, bestK, parsimoniousK }: ReportedCurve): string {
  const { value, title } = measureText(measure);
  const at = (k: number) => value(points.find((point) => point.k === k)!.mean);
  const best = `${countOf(bestK, 'feature')} ${bestK === 1 ? 'gives' : 'give'} the best mean ${title}, ${at(bestK)}`;
  if (parsimoniousK === bestK) {
    if (bestK === 1) return `${best}.`;
    return points.some(({ k }) => k < bestK)
      ? `${best}, and no smaller number that was tried comes within one standard error of it.`
      : `${best}; ${formatCount(bestK)} is the smallest number that was tried, so fewer may be enough.`;
  }
  return `${best}; ${formatCount(parsimoniousK)} (${at(parsimoniousK)}) is the smallest number within one standard error of it.`;
}

function chartOf({ curves, guess, featureCount }: DescribedCurve): Markup {
  const [{ beside, points, measure }] = curves;
  const besideLine = (name: string, values: readonly number[] | undefined): CurveLine[] =>
    values === undefined
      ? []
      : [{ name, isBeside: true, points: points.map(({ k }, place) => ({ k, mean: values[place] })) }];
  return fittedChart(
    curveChart({
      label: `${measureText(measure).heading} against the number of features: ${curves.map((curve) => `${judgeTitle(curve.judge)}: ${verdict(curve)}`).join(' ')}`,
      measure,
      lines: [
        ...curves.map((curve) => ({ name: judgeTitle(curve.judge), points: withErrors(curve.points) })),
        ...curves.flatMap(({ judge, cohort }) => besideLine(`${judgeTitle(judge)}, other cohort`, cohort)),
        ...besideLine('random features', beside?.random),
      ],
      levels: [
        ...(beside ? [{ y: beside.all, name: `all ${formatCount(featureCount)}` }] : []),
        ...(guess ? [{ y: guess.value, name: guess.how }] : []),
      ],
    }),
  );
}

/** What stands beside the number of features: one column for each, with what it has at every place. */
export interface CurveColumn {
  readonly heading: string;
  readonly cells: readonly string[];
}

export function curveColumns(curves: readonly ReportedCurve[]): CurveColumn[] {
  const { value, bare } = measureText(curves[0].measure);
  return curves.flatMap(({ judge, points, beside, cohort }) => {
    const title = judgeTitle(judge);
    const plain = (heading: string, values: readonly number[] | undefined) =>
      values === undefined ? [] : [{ heading, cells: values.map(value) }];
    return [
      { heading: title, cells: points.map(({ mean, standardError }) => `${value(mean)} ± ${bare(standardError)}`) },
      ...plain(`${title}, other cohort`, cohort),
      ...plain(`${title}, random`, beside?.random),
    ];
  });
}

function curveTable(curves: readonly ReportedCurve[]): Markup {
  const text = measureText(curves[0].measure);
  const columns = curveColumns(curves);
  return html`<div class="scroll" role="region" aria-label="${text.heading}" tabindex="0"><table><caption class="hidden">Mean ${text.title} and its standard error</caption>
<thead><tr><th scope="col" class="number">Features</th>${columns.map(({ heading }) => html`<th scope="col" class="number">${heading}</th>`)}</tr></thead>
<tbody>${curves[0].points.map(
    (
      { k },
      place,
    ) => html`<tr><th scope="row" class="number">${formatCount(k)}</th>${columns.map(({ cells }) => html`<td class="number">${cells[place]}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}
