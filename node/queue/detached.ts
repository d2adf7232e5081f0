/** Thrown where the jobs are on the queue and nobody wants to wait for them: an end that is no failure. */
export class Detached extends Error {
  constructor(readonly run: string) {
    super(`run ${run} is on the queue`);
  }
}
