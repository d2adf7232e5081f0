/**
 * Which jobs the experiments need, in the order in which they are worth running: a run that is cut short should have
 * every data set and method at a few K and seeds before it has one data set in every detail. Experiments share rows,
 * and a job that several need is planned once.
 */

import type { PaperSettings } from '../catalogue/catalogue.js';
import type { Job, JobData, JudgedK, SelectJob, TopologyStart } from '../experiment/job.js';
import { servesSeveralK } from '../experiment/plan-runs.js';
import { allFeatures } from '../experiment/result-row.js';
import { findMethod } from '../select/registry.js';
import type { ExperimentName } from './experiments.js';
import { dataFor, givenFor, judgeOptionsFor } from './paper-setup.js';
import { quickOptions, type Scale } from './scale.js';
import {
  baselines,
  type Compared,
  comparedVariants,
  deepLassonet,
  hsicVariants,
  neurofsPaper,
  neurofsVariants,
  optionsOf,
  randomGrowth,
  rigl,
  roundingGrowth,
  type Variant,
} from './variants.js';

/** A data set that is here. */
export interface ReproductionSet {
  readonly key: string;
  readonly paperName: string;
  readonly featureCount: number;
  readonly classCount: number;
  /** Rows that are trained on, and all that there are for it. */
  readonly trainRowCount: number;
  readonly wholeTrainRowCount: number;
  readonly data: JobData;
  /** The paper's settings, for its own sets. */
  readonly settings?: PaperSettings;
  readonly imageShape?: readonly [number, number];
  /** Whose values decide, and of which measure; the SVM's accuracy where nothing is said, as in the paper. */
  readonly judged?: { readonly judge: string; readonly measure: string };
  /** The methods that can take it, where not all can. */
  readonly methods?: readonly string[];
  /** Every seed splits the rows anew, so that methods without randomness are run with all of them too. */
  readonly isSplitBySeed?: true;
  /** What is in it, for the table of data sets. */
  readonly about?: string;
  readonly testRowCount?: number;
  /** Whether its files are those that the paper's authors used, split as they did it; unknown where nothing is said. */
  readonly isPapers?: boolean;
  /** How the authors' table was made of another copy. */
  readonly remade?: string;
}

export interface PlannedJob {
  readonly job: Job;
  readonly set: string;
  /** Which experiment asked for it first, and what else tells it from others in that experiment. */
  readonly role: JobRole;
}

export type JobRole =
  | { readonly kind: 'accuracy' }
  | { readonly kind: 'topology'; readonly start: TopologyStart }
  | { readonly kind: 'hyperparameter'; readonly name: HyperparameterName; readonly value: number };

export interface PlanRequest {
  readonly experiments: readonly ExperimentName[];
  readonly sets: readonly ReproductionSet[];
  readonly scale: Scale;
  /** Only what these need; all where there is none. */
  readonly methods?: readonly string[];
  /** Version of the code. */
  readonly code: string;
}

/** The values tried for each, the paper's own among them; the paper's figure does not print those it tried. */
export const hyperparameters = {
  alpha: [0.25, 0.45, 0.65, 0.85],
  epsilon: [5, 15, 30, 60],
  zetaIn: [0.05, 0.1, 0.2, 0.4],
} as const;
export type HyperparameterName = keyof typeof hyperparameters;

/** The judges of the paper. */
export const paperJudges = ['svm', 'knn', 'extra-trees'] as const;
/** The K of the comparison of classifiers, of the heat-maps and of the topologies. */
export const mainK = 50;
export const hyperparameterK = 100;
/** Before training, soon after, and along the way to the end of the removals and of the training. */
export const strengthsAt = [0, 0.05, 0.1, 0.25, 0.5, 0.65, 1];
export const comparedAt = [0, 0.01, 0.1, 0.5, 1];

export function planJobs(request: PlanRequest): PlannedJob[] {
  const asked = new Set(request.experiments);
  const any = (...names: readonly ExperimentName[]) => names.some((name) => asked.has(name));
  const planned: (PlannedJob & { readonly tier: number })[] = [];
  const add = (variants: readonly Variant[], seedCount?: number) => {
    for (const set of request.sets) {
      for (const variant of variants) planned.push(...planVariant(variant, set, request, seedCount));
    }
  };
  if (any('accuracy', 'ranking', 'classifiers', 'cost')) add([...baselines, ...comparedVariants]);
  else if (any('growth', 'hsic', 'rigl', 'importance')) add([...baselines, ...neurofsVariants]);
  if (any('accuracy')) add([deepLassonet], 1);
  if (any('growth')) add([randomGrowth, roundingGrowth]);
  if (any('rigl')) add([rigl]);
  if (any('hsic')) add(hsicVariants, 1);
  for (const set of request.sets) {
    if (any('topology') && set.key === 'mnist') planned.push(...planTopology(set, request));
    if (any('hyperparameters')) planned.push(...planHyperparameters(set, request));
  }
  return inOrder(planned, request);
}

/** The jobs of a comparison of methods alone, the baselines among them. */
export function planComparison(compared: Compared, request: Omit<PlanRequest, 'experiments'>): PlannedJob[] {
  const variants = [...compared.baselines, ...compared.variants];
  const planned = request.sets.flatMap((set) =>
    variants
      .filter(({ method }) => method === allFeatures || (set.methods?.includes(method) ?? true))
      .flatMap((variant) => planVariant(variant, set, request)),
  );
  return inOrder(planned, request);
}

/** By tier, the small sets first. */
function inOrder(
  planned: readonly (PlannedJob & { readonly tier: number })[],
  request: Omit<PlanRequest, 'experiments'>,
): PlannedJob[] {
  const size = new Map(request.sets.map((set) => [set.key, set.trainRowCount * set.featureCount]));
  return planned
    .filter(({ job }) => request.methods?.includes(job.method) ?? true)
    .map((each, place) => ({ each, place }))
    .sort((a, b) => a.each.tier - b.each.tier || size.get(a.each.set)! - size.get(b.each.set)! || a.place - b.place)
    .map(({ each: { tier: _, ...job } }) => job);
}

/** The K that a set has features for. */
export function ksWithin(
  { featureCount }: Pick<ReproductionSet, 'featureCount'>,
  { ks }: Pick<Scale, 'ks'>,
): readonly number[] {
  return ks.filter((k) => k <= featureCount);
}

function planVariant(
  variant: Variant,
  set: ReproductionSet,
  request: Omit<PlanRequest, 'experiments'>,
  seedCount?: number,
) {
  const { scale } = request;
  const isBaseline = variant.method === allFeatures;
  const method = isBaseline ? undefined : findMethod(variant.method);
  const ks = isBaseline ? [set.featureCount] : ksWithin(set, scale);
  const isOnce = !set.isSplitBySeed && (isBaseline || method?.isDeterministic);
  const seeds = scale.seeds.slice(0, isOnce ? 1 : seedCount);
  const isShared = method === undefined || servesSeveralK(method);
  const parts = isShared ? [ks] : ks.map((k) => [k]);
  return seeds.flatMap((seed, turn) =>
    parts.map((part) => ({
      job: selectJob(variant, set, request, seed, part),
      set: set.key,
      role: { kind: 'accuracy' } as const,
      tier: tierOf(variant, turn, isShared || part[0] === mainK, set),
    })),
  );
}

/**
 * Quick methods, then small networks, then large sparse ones at the main K, then their other K, then more seeds; what is
 * slow comes last. On 60,000 rows the classifiers take longer than a quick method, so there the small networks come first.
 */
function tierOf({ pace, name, method }: Variant, turn: number, isMain: boolean, set: ReproductionSet): number {
  if (method === allFeatures) return isLarge(set) ? 1 : 0;
  if (pace === 'quick') return isLarge(set) ? (turn === 0 ? 3.5 : 8) : 0;
  if (pace === 'light') return 1 + turn / 2;
  if (pace === 'slow') return (turn === 0 ? 6 : 10) + laterBy(set);
  const byTurn = turn === 0 ? 1 : turn < 3 ? 4 : 7;
  if (name === neurofsPaper.name && turn === 0 && isMain) return isLarge(set) ? 3.6 : byTurn;
  return byTurn + (isMain ? 0 : 1) + laterBy(set);
}

function isLarge({ trainRowCount }: ReproductionSet): boolean {
  return trainRowCount > 20_000;
}

/** One run on 60,000 rows takes as long as fifty on a small set, so most of those wait. */
function laterBy(set: ReproductionSet): number {
  return isLarge(set) ? 4 : 0;
}

/** Where the other experiments stand among these. */
const topologyTier = 3;
const hyperparameterTier = 3;

function selectJob(
  variant: Variant,
  set: ReproductionSet,
  { scale, code }: Omit<PlanRequest, 'experiments'>,
  seed: number,
  ks: readonly number[],
  more: Readonly<Record<string, unknown>> = {},
): SelectJob {
  const isBaseline = variant.method === allFeatures;
  const judgesAt = (k: number) => (k === mainK || isBaseline ? paperJudges : ['svm']);
  const picks: JudgedK[] = ks.map((k) => ({ k, judges: set.judged ? [set.judged.judge] : judgesAt(k) }));
  const isGreedy = !isBaseline && findMethod(variant.method).kChanges === 'length';
  const hasPictures = variant.method === 'neurofs' && set.imageShape !== undefined && seed === scale.seeds[0];
  return {
    kind: 'select',
    data: set.isSplitBySeed ? { ...set.data, split: { ...set.data.split, seed } } : dataFor(variant, set),
    variant: variant.name,
    method: variant.method,
    options: optionsOf(variant, set, { ...quickOptions(variant.name, scale), ...givenFor(variant, set.key), ...more }),
    seed,
    picks,
    judgeOptions: judgeOptionsFor(variant, set.key),
    code,
    ...(isGreedy && { depth: Math.max(...ks) }),
    ...(hasPictures && ks.length === 1 && ks[0] === mainK && { strengthsAt }),
  };
}

function planTopology(set: ReproductionSet, request: PlanRequest) {
  const { scale, code } = request;
  const base = selectJob(neurofsPaper, set, request, scale.seeds[0], [mainK]);
  const { data, variant, method, options, seed, judgeOptions } = base;
  return (['different', 'same-connections'] as const).map((start) => ({
    job: {
      ...({
        kind: 'topology',
        data,
        variant,
        method,
        options,
        seed,
        judgeOptions,
        code,
        start,
        comparedAt,
      } as const),
      pick: { k: mainK, judges: ['svm'] } as const,
      networkCount: scale.networkCount,
    },
    set: set.key,
    role: { kind: 'topology', start } as const,
    tier: topologyTier + laterBy(set),
  }));
}

/** One value at a time, the others as in the paper; the paper's own values are tried once. */
function planHyperparameters(set: ReproductionSet, request: PlanRequest) {
  if (set.featureCount < hyperparameterK || (request.scale.isQuick && set.data.sample !== undefined)) return [];
  const names = Object.keys(hyperparameters) as HyperparameterName[];
  return names.flatMap((name) =>
    hyperparameters[name].map((value) => ({
      job: selectJob(neurofsPaper, set, request, request.scale.seeds[0], [hyperparameterK], { [name]: value }),
      set: set.key,
      role: { kind: 'hyperparameter', name, value } as const,
      tier: hyperparameterTier + laterBy(set),
    })),
  );
}
