/**
 * A measure against the number of features: what was selected as curves with bands, what it is held
 * against as dashed ones and levels. Drawn in the page, in the reports of `curve` and `compare`, and where K was found.
 */
import type { LineChart } from './line-chart.js';
import { measureText } from './measure-text.js';

export interface CurveLine {
  readonly name: string;
  readonly points: readonly {
    readonly k: number;
    readonly mean: number;
    /** Half the height of the band. */
    readonly spread?: number | undefined;
  }[];
  /** Something to hold the others against. */
  readonly isBeside?: boolean;
}

export interface CurveChart extends Pick<LineChart, 'label' | 'levels' | 'marker'> {
  readonly measure: string;
  readonly lines: readonly CurveLine[];
}

export function curveChart({ measure, lines, ...chart }: CurveChart): LineChart {
  const text = measureText(measure);
  const within = (value: number): number => (text.isBounded ? Math.min(1, Math.max(0, value)) : value);
  const ks = [...new Set(lines.flatMap(({ points }) => points.map(({ k }) => k)))].sort((a, b) => a - b);
  return {
    ...chart,
    xTitle: 'number of features',
    yTitle: text.title,
    xTicks: readableTicks(ks),
    formatY: text.tick,
    series: lines.map(({ name, points, isBeside = false }) => ({
      name,
      dashed: isBeside,
      points: points.map(({ k, mean, spread }) => ({
        x: k,
        y: mean,
        ...(spread !== undefined && { low: within(mean - spread), high: within(mean + spread) }),
      })),
    })),
    width: 720,
    height: 340,
  };
}

/** Numbers of features far enough apart to be read, the last among them. */
export function readableTicks(ks: readonly number[]): readonly number[] {
  const last = ks.at(-1) ?? 1;
  const room = last / 14;
  let before = Number.NEGATIVE_INFINITY;
  return ks.filter((k) => {
    if (k !== last && (k - before < room || k + room >= last)) return false;
    before = k;
    return true;
  });
}

/** Points of a cross-validated curve, with a band of one standard error. */
export function withErrors(
  points: readonly { readonly k: number; readonly mean: number; readonly standardError: number }[],
): CurveLine['points'] {
  return points.map(({ k, mean, standardError }) => ({ k, mean, spread: standardError }));
}
