/** Solves the problems of a support vector machine side by side, one a thread; see svm.ts. */
import { shifted } from '../../compute/address.js';
import type { Block } from '../../compute/memory.js';
import { Pacer } from '../../compute/pacer.js';
import type { JudgeContext } from '../contract.js';
import type { Points } from '../points.js';
import {
  createWorkspace,
  problemBytes,
  readCoefficients,
  readField,
  type SvmParameters,
  solvedPhase,
  startProblem,
  type Variables,
  type Workspace,
  workspaceBytes,
} from './svm-problem.js';

/** A problem to solve; its variables are laid out when its turn comes. */
export interface SvmTask {
  readonly count: number;
  variables(): Variables;
}

export interface SolvedTask {
  /** label * alpha of every variable, in their order. */
  readonly coefficients: Float64Array;
  readonly rho: number;
  readonly iterations: number;
}

/** About 50 ms of work before the kernel comes back. */
const sliceWork = 5e7;

/** Steps that a problem of so many rows takes, about: there may be hundreds of thousands of small ones. */
const stepsOf = (count: number): number => 1000 + 20 * count * count;

interface WaitingTask extends SvmTask {
  readonly index: number;
}

/** The solutions in the order of the tasks. */
export async function solveTasks(
  train: Points,
  squares: Block<Float64Array>,
  tasks: readonly SvmTask[],
  parameters: SvmParameters,
  cacheBytes: number,
  context: JudgeContext,
): Promise<SolvedTask[]> {
  const { engine } = context;
  const waiting = largestLast(tasks);
  const largest = tasks.reduce((most, { count }) => Math.max(most, count), 0);
  // What a lane needs beside its kernel rows counts on millions of rows: no more of it than of kernel rows.
  const affordable = Math.max(1, Math.floor(cacheBytes / workspaceBytes(largest)));
  const lanes = Math.min(engine.threadCount, tasks.length, affordable);
  const records = engine.memory.uint8(lanes * problemBytes);
  const workspaces = Array.from({ length: lanes }, (_, lane) =>
    createWorkspace(
      engine.memory,
      shifted(records.pointer, lane * problemBytes),
      largest,
      cacheBytes / lanes,
      parameters.columns ? train.rowCount : 0,
    ),
  );
  const bounds = Int32Array.from({ length: engine.threadCount + 1 }, (_, part) => Math.min(part, lanes));
  const solved: SolvedTask[] = new Array(tasks.length);
  const running: (WaitingTask | undefined)[] = workspaces.map((workspace) => startNext(workspace));
  let solvedCount = 0;
  const pacer = new Pacer(context);

  function startNext(workspace: Workspace): WaitingTask | undefined {
    const task = waiting.pop();
    if (task) startProblem(workspace, train, squares, task.variables(), parameters);
    return task;
  }

  while (solvedCount < tasks.length) {
    engine.run('svmSolve', bounds, records.pointer, problemBytes, sliceWork);
    let steps = 0;
    workspaces.forEach((workspace, lane) => {
      const task = running[lane];
      if (!task) return;
      if (readField(workspace, 'phase') !== solvedPhase) {
        steps = Number.POSITIVE_INFINITY;
        return;
      }
      steps += stepsOf(task.count);
      solved[task.index] = {
        coefficients: readCoefficients(workspace, task.count),
        rho: readField(workspace, 'rho'),
        iterations: readField(workspace, 'iterations'),
      };
      solvedCount++;
      running[lane] = startNext(workspace);
    });
    if (pacer.isDue(steps)) await pacer.rest(solvedCount / tasks.length);
  }
  return solved;
}

/** Taking from the end leaves the small ones to even out the threads. */
function largestLast(tasks: readonly SvmTask[]): WaitingTask[] {
  const waiting = tasks.map(({ count, variables }, index) => ({ count, variables, index }));
  return waiting.sort((a, b) => a.count - b.count || b.index - a.index);
}
