/** Runs one job on prepared rows. A failure becomes a row; only an interruption from outside is thrown. */
import type { Job } from './job.js';
import type { JobContext } from './job-context.js';
import { runSelectJob } from './run-select-job.js';
import { runTopology } from './run-topology.js';

export function runJob(job: Job, context: JobContext): Promise<void> {
  return job.kind === 'topology' ? runTopology(job, context) : runSelectJob(job, context);
}
