/** The file that a thread which runs trials starts with. */
import { parentPort, workerData } from 'node:worker_threads';
import { runSerially } from '../../src/compute/engine.js';
import { createTrialRun, type Trial } from '../../src/method-trial.js';
import { foldCount } from '../../src/trial-rounds.js';
import { openApart } from '../engines/kernels-apart.js';
import { packError } from './sent-error.js';
import type { TrialNews, TrialThreadStart } from './trial-messages.js';

const { setting, kernels } = workerData as TrialThreadStart;
const runTrial = createTrialRun(setting, { engine: runSerially(openApart(kernels)) }, foldCount);
const tell = (news: TrialNews): void => parentPort!.postMessage(news);

parentPort!.on('message', (trial: Trial) => {
  runTrial(trial).then(
    (value) => tell({ kind: 'value', value }),
    (error: unknown) => tell({ kind: 'failure', failure: packError(error) }),
  );
});
tell({ kind: 'ready' });
