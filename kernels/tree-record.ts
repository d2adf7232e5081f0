// A tree that is being grown, as the kernels see it: records written by src/trees/grow-forest.ts.

/** A node that waits to be grown: its rows in the order of the nodes, and the key of its random numbers. */
@unmanaged
export class WaitingNode {
  trainFrom: i32;
  trainTo: i32;
  testFrom: i32;
  testTo: i32;
  keyLow: u32;
  keyHigh: u32;
}

/** One tree being grown; set up in src/trees/grow-forest.ts. */
@unmanaged
export class Tree {
  /** Work done in this call, about in nanoseconds. */
  work: f64;
  /** Rows of the node being grown, as they count. */
  size: f64;
  /** [feature][row] floats. */
  train: usize;
  test: usize;
  trainRows: i32;
  testRows: i32;
  featureCount: i32;
  tryCount: i32;
  /** Classes, or numbers of a row where there are targets. */
  classCount: i32;
  /** [row][number] doubles, or 0 where the target is classes. */
  targets: usize;
  /** The same times the weight of the row, and the weight of every row. */
  weighted: usize;
  weights: usize;
  /** Waiting nodes. */
  stack: usize;
  waiting: i32;
  /** Rows in the order of the nodes, and the classes of the training rows in that order. */
  trainIndex: usize;
  trainLabel: usize;
  testIndex: usize;
  /** [row] where it stands in trainIndex; 0 where there are no lists, and so are the next four. */
  place: usize;
  /** [feature] the value that most rows share, how many do not, and where their list begins: at others[listStart[feature]]. */
  common: usize;
  listLength: usize;
  listStart: usize;
  others: usize;
  /** Room for trainRows integers. */
  hits: usize;
  /** 0 .. featureCount, in order between nodes, and room for as many integers. */
  features: usize;
  swaps: usize;
  /** Room for trainRows floats. */
  values: usize;
  /** Room for classCount integers, or doubles where there are targets, twice. */
  total: usize;
  left: usize;
  /** [test row][class] doubles. */
  votes: usize;
  /** [feature] doubles, or 0 where only votes are wanted. */
  gains: usize;
}

@inline
export function getDouble(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}
