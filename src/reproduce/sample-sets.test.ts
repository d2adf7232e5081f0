/** Made-up data sets and rows for the tests of this folder. No tests of its own. */
import { type Job, resultIdentity, rowKey, rowPlaces } from '../experiment/job.js';
import type { JobRow } from '../experiment/result-row.js';
import { createRandom } from '../random.js';
import { comparedAt, type PlannedJob, type ReproductionSet, strengthsAt } from './plan.js';

export function sampleSet(key: string, change: Partial<ReproductionSet> = {}): ReproductionSet {
  return {
    ...{ key, paperName: key, featureCount: 784, classCount: 10, trainRowCount: 100, wholeTrainRowCount: 100 },
    settings: { scaling: 'minmax', batchSize: 100, activation: 'tanh' },
    data: {
      ...{ name: key, sha256: `${key} content`, place: { kind: 'set', key }, scaling: 'minmax', scaleOn: 'all' },
      split: { testFraction: 0.2, seed: 0 },
    },
    ...change,
  };
}

export const plainHash = (text: string) => text;

/** A row of made-up figures for every row that a job gives. */
export function sampleRows({ job }: Pick<PlannedJob, 'job'>, change: Partial<JobRow> = {}): JobRow[] {
  const places = rowPlaces(job);
  return places.map((place, i) => {
    const random = createRandom(place.seed).fork(`${job.variant} ${job.data.name} ${place.k}`);
    return {
      ...{ key: rowKey(job, place, plainHash), identity: resultIdentity(job, place, plainHash), kind: job.kind },
      ...{ data: job.data.name, dataSha256: job.data.sha256, sample: null, scaling: job.data.scaling, code: job.code },
      ...{ method: job.method, variant: job.variant, options: job.options, ...place },
      accuracies: { svm: random.float(), knn: random.float(), 'extra-trees': random.float() },
      ...{ features: [1, 2, 3], selectSeconds: 2, evaluateSeconds: 1, peakBytes: 1e6 },
      ...detailsOf(job, i === places.length - 1),
      ...change,
    };
  });
}

function detailsOf(job: Job, isLast: boolean): Pick<JobRow, 'details'> {
  if (job.kind === 'select') {
    if (job.strengthsAt === undefined) return {};
    const values = Array.from({ length: 784 }, (_, pixel) => pixel / 784);
    return { details: { strengths: strengthsAt.map((share) => ({ epoch: share * 100, activeCount: 784, values })) } };
  }
  if (job.kind !== 'topology' || !isLast) return {};
  const table = Array.from({ length: job.networkCount }, (_, a) =>
    Array.from({ length: job.networkCount }, (_, b) => (a === b ? 0 : 0.5)),
  );
  return {
    details: {
      distances: comparedAt.flatMap((share) =>
        [0, 1, 2].map((layer) => ({ epoch: share * 100, layer, values: table })),
      ),
    },
  };
}
