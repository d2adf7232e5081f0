/** One selection of the size that was asked for: a number of features, as many as accuracy needs, or a promise. */
import { type Constraints, isConstrained, resolveConstraints } from './choose/constraints.js';
import { checkFalseDiscovery, type SizeReport, type SizeRequest } from './choose/size.js';
import type { AnyJudge } from './evaluate/registry.js';
import { findSize } from './find-size.js';
import type { Preparation } from './prepare/prepare-rows.js';
import { selectableCount } from './rank/rank-features.js';
import { runPromise } from './run-promise.js';
import { checkK, type RunContext, runSelection, type Selection, type SelectionCall } from './run-selection.js';
import { type TakenMethod, type TrialContext, takeMethod } from './try-methods.js';
import type { AnyMatrix, Dataset, PreparedRows } from './types.js';

export interface SizedCall extends Omit<SelectionCall, 'k' | 'rules'>, SizeRequest {
  readonly constraints?: Constraints | undefined;
  /** Before missing cells were filled: folds of the training rows fill their own. */
  readonly dataset: Dataset<AnyMatrix>;
  readonly preparation: Preparation;
  /** Judges how many features are enough. */
  readonly judge: AnyJudge;
  /** The measure that decides. */
  readonly measure: string;
}

export interface SizedSelection extends Selection, Pick<TakenMethod, 'method' | 'tried'> {
  /** How many of the ranking are selected; 0 where nothing can be promised, fewer than asked for where the method found no more. */
  readonly k: number;
  readonly size: SizeReport;
  /** Seconds it took to find the method and the number, where they were searched for. */
  readonly methodSeconds?: number;
  readonly sizeSeconds?: number;
}

export interface SizedContext extends RunContext, Pick<TrialContext, 'startTrials'> {
  readonly onStage?: ((stage: 'method' | 'size' | 'select') => void) | undefined;
}

/** Features that methods are tried with where their number is still to be found. */
const usualSize = (count: number): number => Math.max(1, Math.min(50, Math.floor(count / 4)));

/** Throws where no such size can be. */
export function checkSize({ k, falseDiscovery }: SizeRequest, most: number): void {
  if (k !== undefined && k !== 'auto') checkK(k, most);
  if (falseDiscovery !== undefined) checkFalseDiscovery(falseDiscovery);
}

export async function runSized(
  prepared: PreparedRows<AnyMatrix>,
  { k: asked, falseDiscovery, dataset, preparation, judge, measure, constraints, ...given }: SizedCall,
  { onStage, startTrials, ...context }: SizedContext,
): Promise<SizedSelection> {
  checkSize({ k: asked, falseDiscovery }, selectableCount(dataset));
  const rules = rulesOf({ k: asked, falseDiscovery }, constraints, dataset);
  const { now = () => 0 } = context;
  let started = now();
  const lap = (): number => {
    const [before, after] = [started, now()];
    started = after;
    return (after - before) / 1000;
  };
  const { tried, ...taken } = await takeMethod(
    // Folds fill their own missing cells.
    { ...prepared, dataset },
    { ...given, k: typeof asked === 'number' ? asked : usualSize(selectableCount(dataset)) },
    { ...context, startTrials, onTrial: () => onStage?.('method') },
    // A promise is kept by decoys inside one method, and rules choose from one ranking.
    falseDiscovery === undefined && rules === undefined,
  );
  const found = { method: taken.method, ...(tried && { tried, methodSeconds: lap() }) };
  const call = { ...given, ...taken, rules };
  const isBudgeted = asked === undefined && constraints?.budget !== undefined;
  const isAuto = asked === 'auto' || (asked === undefined && falseDiscovery === undefined && !isBudgeted);
  if (isAuto) onStage?.('size');
  const auto = isAuto
    ? await findSize({ dataset, rows: prepared.split.train, preparation, call, judge, measure }, context)
    : undefined;
  const took = { ...found, ...(auto && { sizeSeconds: lap() }) };
  const enough = auto && Math.max(auto.parsimoniousK, rules?.least ?? 1);
  const most = Math.min(
    enough ?? (isAuto ? undefined : (asked as number | undefined)) ?? Number.POSITIVE_INFINITY,
    rules?.most ?? Number.POSITIVE_INFINITY,
  );
  onStage?.('select');
  if (falseDiscovery === undefined) {
    const selection = await runSelection(prepared, { ...call, k: most }, context);
    return { ...selection, ...took, k: selection.most ?? most, size: auto === undefined ? {} : { auto } };
  }
  const { promise, ...selection } = await runPromise(prepared, { ...call, falseDiscovery }, context);
  const { count, rowCount, pairsAmong, advantage, atRates } = promise;
  const report = { falseDiscovery, count, rowCount, pairsAmong, advantage, atRates };
  return { ...selection, ...took, k: Math.min(count, most), size: { promise: report, ...(auto && { auto }) } };
}

/** Undefined where nothing is to be kept to. Throws where it cannot be. */
export function rulesOf(
  size: SizeRequest,
  constraints: Constraints | undefined,
  {
    featureNames,
    columnNames,
    groups,
    target,
  }: Pick<Dataset<AnyMatrix>, 'featureNames' | 'columnNames' | 'groups' | 'target'>,
): SelectionCall['rules'] {
  if (constraints === undefined || !isConstrained(constraints)) return undefined;
  return resolveConstraints({
    ...size,
    ...constraints,
    names: groups?.names ?? featureNames,
    columnNames: groups ? undefined : columnNames,
    target,
  });
}
