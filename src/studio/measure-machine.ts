/** How fast this machine is beside the one that methods were timed on, by a small selection. */
import type { Engine } from '../compute/engine.js';
import { makeClassification } from '../make-classification.js';
import { selectFeatures } from '../pipeline.js';
import type { Dataset } from '../types.js';
import type { TableShape } from './estimate-cost.js';
import { probeThen } from './method-costs.js';

/** How many times as long as there things take here. Takes a fraction of a second. */
export async function measureMachine(engine: Engine, now: () => number): Promise<number> {
  return (await probeSeconds(engine, now)) / probeThen;
}

/** Seconds of a small selection, the second time, when the engine has warmed to it. */
export async function probeSeconds(engine: Engine, now: () => number): Promise<number> {
  const options = { method: 'neurofs', k: 5, methodOptions: { epochs: 4, hidden: [100] }, testFraction: 0 } as const;
  const dataset = plantedDataset({ rowCount: 200, featureCount: 60, classCount: 2 });
  let seconds = 0;
  for (let turn = 0; turn < 2; turn++) {
    const { timings } = await selectFeatures({ dataset, ...options, evaluation: { judges: [] } }, { engine, now });
    seconds = timings.select;
  }
  return seconds;
}

export function plantedDataset({ rowCount, featureCount, classCount }: Omit<TableShape, 'k'>): Dataset {
  const planted = { informativeCount: 10, redundantCount: 0, separation: 1, seed: 1 };
  const { values, labels } = makeClassification({ rowCount, featureCount, classCount, ...planted });
  return {
    matrix: { kind: 'dense', rowCount, columnCount: featureCount, values },
    featureNames: Array.from({ length: featureCount }, (_, feature) => `f${feature}`),
    targetName: 'class',
    target: { kind: 'classes', labels, classNames: Array.from({ length: classCount }, (_, label) => `${label}`) },
  };
}
