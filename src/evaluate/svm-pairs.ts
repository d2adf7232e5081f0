/** The pairs of classes of a support vector machine, solved side by side, one a thread; see svm.ts. */
import { shifted } from '../compute/address.js';
import type { Block } from '../compute/memory.js';
import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted } from '../errors.js';
import type { ClassifierContext } from './contract.js';
import type { Points } from './points.js';
import {
  createWorkspace,
  problemBytes,
  readCoefficients,
  readField,
  type SvmParameters,
  solvedPhase,
  startProblem,
  type Workspace,
  workspaceBytes,
} from './svm-problem.js';

/** One solved pair of classes: coefficients of the rows of the first class, then of the second, in row order. */
export interface SolvedPair {
  readonly coefficients: Float64Array;
  readonly rho: number;
  readonly iterations: number;
}

/** About 50 ms of work between two looks at the event loop. */
const sliceWork = 5e7;

interface Pair {
  readonly index: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Solves every pair of classes, several side by side. */
export async function solvePairs(
  train: Points,
  squares: Block<Float64Array>,
  classRows: readonly Int32Array[],
  parameters: SvmParameters,
  cacheBytes: number,
  context: ClassifierContext,
): Promise<SolvedPair[]> {
  const { engine } = context;
  const waiting = listPairs(classRows);
  const pairCount = waiting.length;
  const largest = Math.max(...waiting.map((pair) => pair.first.length + pair.second.length));
  // What a lane needs beside its kernel rows counts on millions of rows: no more of it than of kernel rows.
  const affordable = Math.max(1, Math.floor(cacheBytes / workspaceBytes(largest)));
  const lanes = Math.min(engine.threadCount, pairCount, affordable);
  const records = engine.memory.uint8(lanes * problemBytes);
  const workspaces = Array.from({ length: lanes }, (_, lane) =>
    createWorkspace(engine.memory, shifted(records.pointer, lane * problemBytes), largest, cacheBytes / lanes),
  );
  const bounds = Int32Array.from({ length: engine.threadCount + 1 }, (_, part) => Math.min(part, lanes));
  const solved: SolvedPair[] = new Array(pairCount);
  const running: (Pair | undefined)[] = workspaces.map((workspace) => startNext(workspace));
  let solvedCount = 0;

  function startNext(workspace: Workspace): Pair | undefined {
    const pair = waiting.pop();
    if (pair) startProblem(workspace, train, squares, pair.first, pair.second, parameters);
    return pair;
  }

  while (solvedCount < pairCount) {
    throwIfAborted(context.signal);
    engine.run('svmSolve', bounds, records.pointer, problemBytes, sliceWork);
    workspaces.forEach((workspace, lane) => {
      const pair = running[lane];
      if (!pair || readField(workspace, 'phase') !== solvedPhase) return;
      solved[pair.index] = readSolution(workspace, pair);
      solvedCount++;
      running[lane] = startNext(workspace);
    });
    context.onProgress?.(solvedCount / pairCount);
    await yieldToEventLoop();
  }
  return solved;
}

/** All pairs, the largest last, so that taking from the end leaves the small ones to even out the threads. */
function listPairs(classRows: readonly Int32Array[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < classRows.length; i++) {
    for (let j = i + 1; j < classRows.length; j++) {
      pairs.push({ index: pairs.length, first: classRows[i], second: classRows[j] });
    }
  }
  const size = (pair: Pair) => pair.first.length + pair.second.length;
  return pairs.sort((a, b) => size(a) - size(b) || b.index - a.index);
}

function readSolution(workspace: Workspace, pair: Pair): SolvedPair {
  return {
    coefficients: readCoefficients(workspace, pair.first.length + pair.second.length),
    rho: readField(workspace, 'rho'),
    iterations: readField(workspace, 'iterations'),
  };
}
