// Extremely randomised trees (Geurts, Ernst and Wehenkel 2006), Gini impurity or, for numbers, variance, grown until
// every leaf is pure.
//
// A node draws features without repetition; each that is not constant in the node gets one threshold, uniform between
// its smallest and largest value there, and the split with the lowest Gini impurity is taken. At least `tryCount`
// features are drawn, and more until one can be split on: scikit-learn's rule.
//
// The test rows fall through the tree while it grows, so no tree is stored, and a branch that no test row reaches is
// not grown. Every node's random numbers come from a key of its own (a hash of its parent's key and its side), so
// neither the order of growth nor the other test rows change what a row is given. Votes are whole numbers: a leaf
// gives each class its share of 2^30, and sums of whole numbers do not depend on their order.
//
// With `gains`, every branch is grown, and the feature of each split is credited with what the split takes off the Gini
// impurity, times the rows of the node: rows (impurity) - left rows (impurity) - right rows (impurity), which is
// sum of squared class counts over size, of both sides, less that of the node. It is a whole number of 2^-30 rows, too.
//
// Where most rows share one value of a feature, as in counts, `others` lists the rows that do not, and a node that has more
// rows than the list goes by it: the least, the largest and the counts of the classes follow from the few that differ.
//
// With `targets`, a tree tells numbers: the split with the highest sum of squared sums over size, of both sides, leaves the
// least squared error, and a leaf tells the mean of its rows. Targets are whole numbers of at most 2^30, so sums of them
// are exact; means are rounded to whole numbers, and gains are whole numbers of 2^30 squared units. Rows may count
// differently: sums are those of numbers times weights, and sizes those of weights. Classes of rows that count differently
// are told as numbers, 2^30 for a row's class and 0 for the others: the same splits, votes and gains.

/** Classes' shares of a leaf add up to this. */
const leafVotes: f64 = 1073741824.0;
/** A gain of one row is this many units. */
const gainUnits: f64 = 1073741824.0;
/** A gain of numbers is so many squared units of the targets. */
const valueGainUnits: f64 = 1.0 / 1073741824.0;
/** A feature whose values in a node differ by no more than this counts as constant, as in scikit-learn. */
const constantWidth: f32 = 1e-7;

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
function getInt(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

@inline
function setInt(array: usize, i: i32, value: i32): void {
  store<i32>(array + (<usize>i << 2), value);
}

@inline
function swapInts(array: usize, i: i32, j: i32): void {
  const kept = getInt(array, i);
  setInt(array, i, getInt(array, j));
  setInt(array, j, kept);
}

/** The finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
@inline
function mix(value: u64): u64 {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

const goldenRatio: u64 = 0x9e3779b97f4a7c15;

/** The n-th random number of a node, 32 bits. */
@inline
function draw(key: u64, n: i32): u32 {
  return <u32>(mix(key + goldenRatio * <u64>(n + 1)) >> 32);
}

@inline
function childKey(key: u64, side: u64): u64 {
  return mix(mix(key ^ 0x5851f42d4c957f2d) + side);
}

@inline
function nodeAt(tree: Tree, place: i32): WaitingNode {
  return changetype<WaitingNode>(tree.stack + <usize>place * offsetof<WaitingNode>());
}

function push(tree: Tree, trainFrom: i32, trainTo: i32, testFrom: i32, testTo: i32, key: u64): void {
  if (testFrom == testTo && !tree.gains) return;
  const node = nodeAt(tree, tree.waiting);
  node.trainFrom = trainFrom;
  node.trainTo = trainTo;
  node.testFrom = testFrom;
  node.testTo = testTo;
  node.keyLow = <u32>key;
  node.keyHigh = <u32>(key >> 32);
  tree.waiting++;
}

/** Counts the classes of the node's rows; true where there is more than one. */
function countClasses(tree: Tree, from: i32, to: i32): bool {
  tree.size = <f64>(to - from);
  memory.fill(tree.total, 0, <usize>tree.classCount << 2);
  for (let i = from; i < to; i++) {
    const label = getInt(tree.trainLabel, i);
    setInt(tree.total, label, getInt(tree.total, label) + 1);
  }
  return getInt(tree.total, getInt(tree.trainLabel, from)) < to - from;
}

/** sum of squared class counts over size, of both sides, from the counts in `left`: the higher, the lower the Gini impurity. */
function scoreCounts(tree: Tree, leftCount: i32, count: i32): f64 {
  let leftSum = 0.0, rightSum = 0.0;
  for (let label = 0; label < tree.classCount; label++) {
    const inLeft = <f64>getInt(tree.left, label);
    const inRight = <f64>getInt(tree.total, label) - inLeft;
    leftSum += inLeft * inLeft;
    rightSum += inRight * inRight;
  }
  return leftSum / <f64>leftCount + rightSum / <f64>(count - leftCount);
}

/**
 * The score of a split. Reads the node's values of the feature from `values`. What is read from the tree's record is read once: the
 * compiler cannot know that the counts do not stand in it.
 */
function scoreSplit(tree: Tree, from: i32, to: i32, threshold: f32): f64 {
  const count = to - from;
  return scoreCounts(tree, tree.classCount == 2 ? countPair(tree, from, count, threshold) : countLeft(tree, from, count, threshold), count);
}

/** Fills `left` with how many rows of each class have a value up to the threshold, and gives back how many that are in all. */
function countLeft(tree: Tree, from: i32, count: i32, threshold: f32): i32 {
  const left = tree.left, values = tree.values, labels = tree.trainLabel + (<usize>from << 2);
  memory.fill(left, 0, <usize>tree.classCount << 2);
  let leftCount = 0;
  for (let i = 0; i < count; i++) {
    const goesLeft = i32(load<f32>(values + (<usize>i << 2)) <= threshold);
    const at = left + (<usize>getInt(labels, i) << 2);
    store<i32>(at, load<i32>(at) + goesLeft);
    leftCount += goesLeft;
  }
  return leftCount;
}

/** The same for two classes, four rows at a time: a comparison is -1 in every lane where it holds. */
function countPair(tree: Tree, from: i32, count: i32, threshold: f32): i32 {
  const values = tree.values, labels = tree.trainLabel + (<usize>from << 2);
  const limit = f32x4.splat(threshold);
  let all = i32x4.splat(0), second = all;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const goesLeft = f32x4.le(v128.load(values + (<usize>i << 2)), limit);
    all = i32x4.sub(all, goesLeft);
    second = i32x4.add(second, v128.and(goesLeft, v128.load(labels + (<usize>i << 2))));
  }
  let leftCount = sumLanes(all), leftSecond = sumLanes(second);
  for (; i < count; i++) {
    const goesLeft = i32(load<f32>(values + (<usize>i << 2)) <= threshold);
    leftCount += goesLeft;
    leftSecond += goesLeft & getInt(labels, i);
  }
  setInt(tree.left, 0, leftCount - leftSecond);
  setInt(tree.left, 1, leftSecond);
  return leftCount;
}

@inline
function lowestLane(a: v128): f32 {
  return min(
    min(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), min(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)));
}

@inline
function highestLane(a: v128): f32 {
  return max(
    max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)));
}

@inline
function sumLanes(a: v128): i32 {
  return i32x4.extract_lane(a, 0) + i32x4.extract_lane(a, 1) + i32x4.extract_lane(a, 2) + i32x4.extract_lane(a, 3);
}

/** The same where only `hitCount` of the `count` rows, in `hits` and `values`, have a value of their own. */
function scoreListed(tree: Tree, hitCount: i32, count: i32, common: f32, threshold: f32): f64 {
  // All rows go where the common value goes, and the others are moved where they go to the other side.
  const commonLeft = hitCount < count && common <= threshold;
  const left = tree.left, labels = tree.trainLabel, values = tree.values, hits = tree.hits;
  const bytes = <usize>tree.classCount << 2;
  if (commonLeft) memory.copy(left, tree.total, bytes);
  else memory.fill(left, 0, bytes);
  let leftCount = commonLeft ? count : 0;
  const change = commonLeft ? -1 : 1;
  for (let hit = 0; hit < hitCount; hit++) {
    const goesLeft = load<f32>(values + (<usize>hit << 2)) <= threshold;
    const moved = goesLeft == commonLeft ? 0 : change;
    const at = left + (<usize>getInt(labels, getInt(hits, hit)) << 2);
    store<i32>(at, load<i32>(at) + moved);
    leftCount += moved;
  }
  return scoreCounts(tree, leftCount, count);
}

@inline
function getDouble(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}

/** Sums the numbers and the weights of the node's rows; true where the numbers differ. */
function sumTargets(tree: Tree, from: i32, to: i32): bool {
  const width = tree.classCount, first = getInt(tree.trainIndex, from) * width;
  let differ = false;
  tree.size = 0.0;
  memory.fill(tree.total, 0, <usize>width << 3);
  for (let i = from; i < to; i++) {
    const row = getInt(tree.trainIndex, i), start = row * width;
    tree.size += getDouble(tree.weights, row);
    for (let output = 0; output < width; output++) {
      const at = tree.total + (<usize>output << 3);
      store<f64>(at, load<f64>(at) + getDouble(tree.weighted, start + output));
      if (getDouble(tree.targets, start + output) != getDouble(tree.targets, first + output)) differ = true;
    }
  }
  return differ;
}

/** sum of squared sums over size, of both sides. Reads the node's values of the feature from `values`. */
function scoreValues(tree: Tree, from: i32, to: i32, threshold: f32): f64 {
  const width = tree.classCount;
  memory.fill(tree.left, 0, <usize>width << 3);
  let leftSize = 0.0;
  for (let i = from; i < to; i++) {
    if (load<f32>(tree.values + (<usize>(i - from) << 2)) > threshold) continue;
    const row = getInt(tree.trainIndex, i), start = row * width;
    leftSize += getDouble(tree.weights, row);
    for (let output = 0; output < width; output++) {
      const at = tree.left + (<usize>output << 3);
      store<f64>(at, load<f64>(at) + getDouble(tree.weighted, start + output));
    }
  }
  let leftSum = 0.0, rightSum = 0.0;
  for (let output = 0; output < width; output++) {
    const inLeft = getDouble(tree.left, output);
    const inRight = getDouble(tree.total, output) - inLeft;
    leftSum += inLeft * inLeft;
    rightSum += inRight * inRight;
  }
  return leftSum / leftSize + rightSum / (tree.size - leftSize);
}

/** Moves the rows with column[row] <= threshold to the front; labels follow and places are kept where there are any. */
function partition(column: usize, index: usize, labels: usize, place: usize, from: i32, to: i32, threshold: f32): i32 {
  let low = from, high = to;
  while (low < high) {
    if (load<f32>(column + (<usize>getInt(index, low) << 2)) <= threshold) {
      low++;
    } else {
      high--;
      swapInts(index, low, high);
      if (labels) swapInts(labels, low, high);
      if (place) {
        setInt(place, getInt(index, low), low);
        setInt(place, getInt(index, high), high);
      }
    }
  }
  return low;
}

function voteLeaf(tree: Tree, testFrom: i32, testTo: i32): void {
  if (tree.targets) {
    for (let output = 0; output < tree.classCount; output++) {
      const mean = nearest(getDouble(tree.total, output) / tree.size);
      for (let i = testFrom; i < testTo; i++) {
        const at = tree.votes + (<usize>(getInt(tree.testIndex, i) * tree.classCount + output) << 3);
        store<f64>(at, load<f64>(at) + mean);
      }
    }
    return;
  }
  for (let label = 0; label < tree.classCount; label++) {
    const count = getInt(tree.total, label);
    if (count == 0) continue;
    const share = nearest((<f64>count * leafVotes) / tree.size);
    for (let i = testFrom; i < testTo; i++) {
      const at = tree.votes + (<usize>(getInt(tree.testIndex, i) * tree.classCount + label) << 3);
      store<f64>(at, load<f64>(at) + share);
    }
  }
}

function addGain(tree: Tree, feature: i32, score: f64): void {
  let squares = 0.0;
  for (let label = 0; label < tree.classCount; label++) {
    const count = tree.targets ? getDouble(tree.total, label) : <f64>getInt(tree.total, label);
    squares += count * count;
  }
  const at = tree.gains + (<usize>feature << 3);
  const units = tree.targets ? valueGainUnits : gainUnits;
  store<f64>(at, load<f64>(at) + nearest((score - squares / tree.size) * units));
}

function growNode(tree: Tree): void {
  const node = nodeAt(tree, --tree.waiting);
  const from = node.trainFrom, to = node.trainTo, testFrom = node.testFrom, testTo = node.testTo;
  const key = <u64>node.keyLow | (<u64>node.keyHigh << 32);
  tree.work += <f64>(to - from + testTo - testFrom) * 2.0 + 50.0;
  const isMixed = tree.targets ? sumTargets(tree, from, to) : countClasses(tree, from, to);
  if (!isMixed) {
    voteLeaf(tree, testFrom, testTo);
    return;
  }
  let bestFeature = -1, bestThreshold: f32 = 0.0, bestScore = -1.0, drawn = 0;
  for (; drawn < tree.featureCount && (drawn < tree.tryCount || bestFeature < 0); drawn++) {
    const left = <u64>(tree.featureCount - drawn);
    const chosen = drawn + <i32>((<u64>draw(key, 2 * drawn) * left) >> 32);
    setInt(tree.swaps, drawn, chosen);
    swapInts(tree.features, drawn, chosen);
    const feature = getInt(tree.features, drawn);
    const column = tree.train + (<usize>feature * <usize>tree.trainRows << 2);
    const isListed = tree.place != 0 && getInt(tree.listLength, feature) < to - from;
    const common = isListed ? load<f32>(tree.common + (<usize>feature << 2)) : <f32>0.0;
    let lowest: f32 = Infinity, highest: f32 = -Infinity;
    let count = 0;
    if (isListed) {
      const list = tree.others + (<usize>getInt(tree.listStart, feature) << 2), length = getInt(tree.listLength, feature);
      const places = tree.place, values = tree.values, hits = tree.hits;
      for (let i = 0; i < length; i++) {
        const row = getInt(list, i), place = getInt(places, row);
        if (place < from || place >= to) continue;
        const value = load<f32>(column + (<usize>row << 2));
        store<f32>(values + (<usize>count << 2), value);
        setInt(hits, count++, place);
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
      tree.work += <f64>length * 2.0 + 10.0;
      if (count < to - from) {
        lowest = min(lowest, common);
        highest = max(highest, common);
      }
    } else {
      const rows = tree.trainIndex + (<usize>from << 2), values = tree.values, length = to - from;
      let least = f32x4.splat(Infinity), most = f32x4.splat(-Infinity);
      let i = 0;
      for (; i + 4 <= length; i += 4) {
        let four = v128.load32_zero(column + (<usize>getInt(rows, i) << 2));
        four = v128.load32_lane(column + (<usize>getInt(rows, i + 1) << 2), four, 1);
        four = v128.load32_lane(column + (<usize>getInt(rows, i + 2) << 2), four, 2);
        four = v128.load32_lane(column + (<usize>getInt(rows, i + 3) << 2), four, 3);
        v128.store(values + (<usize>i << 2), four);
        least = f32x4.pmin(least, four);
        most = f32x4.pmax(most, four);
      }
      for (; i < length; i++) {
        const value = load<f32>(column + (<usize>getInt(rows, i) << 2));
        store<f32>(values + (<usize>i << 2), value);
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
      if (length >= 4) {
        lowest = min(lowest, lowestLane(least));
        highest = max(highest, highestLane(most));
      }
      tree.work += <f64>(to - from) * 2.0;
    }
    if (highest <= lowest + constantWidth) continue;
    const share = <f64>draw(key, 2 * drawn + 1) / 4294967296.0;
    let threshold = <f32>(<f64>lowest + share * (<f64>highest - <f64>lowest));
    if (threshold >= highest) threshold = lowest;
    const score = isListed ? scoreListed(tree, count, to - from, common, threshold)
      : tree.targets ? scoreValues(tree, from, to, threshold)
      : scoreSplit(tree, from, to, threshold);
    tree.work += <f64>(isListed ? count : to - from) * 2.0;
    if (score > bestScore) {
      bestScore = score;
      bestFeature = feature;
      bestThreshold = threshold;
    }
  }
  while (drawn > 0) {
    drawn--;
    swapInts(tree.features, drawn, getInt(tree.swaps, drawn));
  }
  if (bestFeature < 0) {
    voteLeaf(tree, testFrom, testTo);
    return;
  }
  if (tree.gains) addGain(tree, bestFeature, bestScore);
  const column = tree.train + (<usize>bestFeature * <usize>tree.trainRows << 2);
  const testColumn = tree.test + (<usize>bestFeature * <usize>tree.testRows << 2);
  const labels: usize = tree.targets ? <usize>0 : tree.trainLabel;
  const middle = partition(column, tree.trainIndex, labels, tree.place, from, to, bestThreshold);
  const testMiddle = partition(testColumn, tree.testIndex, 0, 0, testFrom, testTo, bestThreshold);
  // The larger side waits below the smaller one, so that never more than log2(rows) nodes wait.
  const leftKey = childKey(key, 1), rightKey = childKey(key, 2);
  if (middle - from > to - middle) {
    push(tree, from, middle, testFrom, testMiddle, leftKey);
    push(tree, middle, to, testMiddle, testTo, rightKey);
  } else {
    push(tree, middle, to, testMiddle, testTo, rightKey);
    push(tree, from, middle, testFrom, testMiddle, leftKey);
  }
}

/** Grows the trees from .. to by about `budget` nanoseconds of work each; a tree with no waiting node is done. */
export function growTrees(trees: usize, size: i32, budget: f64, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const tree = changetype<Tree>(trees + <usize>i * <usize>size);
    tree.work = 0.0;
    while (tree.waiting > 0 && tree.work < budget) growNode(tree);
  }
}
