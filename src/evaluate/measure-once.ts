/** What one judge makes of the test rows with some features, as one number. */
import { takeTargetRows } from '../target/take-target-rows.js';
import type { JudgeContext } from './contract.js';
import { unmeasured } from './curve.js';
import { type EvaluationRequest, judgeFeatures } from './evaluate.js';
import type { AnyMeasure } from './measures/registry.js';
import type { AnyJudge } from './registry.js';

export interface SingleRequest extends Omit<EvaluationRequest, 'judges'> {
  readonly judge: AnyJudge;
  readonly measure: AnyMeasure;
}

/** Throws where the judge says nothing that the measure could read. */
export async function measureOnce(
  { judge, measure, ...request }: SingleRequest,
  context: JudgeContext,
): Promise<number> {
  const [{ predictions }] = await judgeFeatures({ ...request, judges: [judge] }, context);
  const value = measure.read(takeTargetRows(request.dataset.target, request.split.test), predictions)?.();
  if (value === undefined) throw unmeasured(judge.name, measure.name);
  return value;
}
