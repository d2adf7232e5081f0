/** What a selection of a peer is worth: the share of the test rows that a support vector machine tells right from it. */
import { createNodeEngine } from '../node/threads/threads.js';
import type { ClassPredictions } from '../src/evaluate/predictions.js';
import { trainAndPredict } from '../src/evaluate/run-judge.js';
import { numberedClasses } from '../src/target/class-target.js';
import type { PeerSet, Rows } from './peer-sets.js';

/** Rows the machine is trained on. */
export const mostJudgeRows = 10_000;

export async function judgeSelection(set: PeerSet, selected: readonly number[]): Promise<number> {
  const engine = await createNodeEngine();
  try {
    const columns = ({ values, labels }: Rows, rowCount: number): Float64Array => {
      const taken = new Float64Array(rowCount * selected.length);
      for (let row = 0; row < Math.min(rowCount, labels.length); row++) {
        selected.forEach((feature, at) => {
          taken[row * selected.length + at] = values[row * set.featureCount + feature];
        });
      }
      return taken;
    };
    const trainCount = Math.min(mostJudgeRows, set.train.labels.length);
    const predicted = await trainAndPredict(
      engine,
      'svm',
      columns(set.train, trainCount),
      numberedClasses(set.train.labels.slice(0, trainCount), set.classCount),
      columns(set.test, set.test.labels.length),
    );
    const { labels } = predicted as ClassPredictions;
    return labels.filter((label, row) => label === set.test.labels[row]).length / labels.length;
  } finally {
    engine.dispose();
  }
}
