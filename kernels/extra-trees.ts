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

import { gather4, highestOf, lowestOf } from './horizontal';
import { getInt, setInt } from './int-array';
import { countClasses, scoreListed, scoreSplit, scoreValues, sumTargets } from './split-scores';
import { getDouble, Tree, WaitingNode } from './tree-record';

/** Classes' shares of a leaf add up to this. */
const leafVotes: f64 = 1073741824.0;
/** A gain of one row is this many units. */
const gainUnits: f64 = 1073741824.0;
/** A gain of numbers is so many squared units of the targets. */
const valueGainUnits: f64 = 1.0 / 1073741824.0;
/** A feature whose values in a node differ by no more than this counts as constant, as in scikit-learn. */
const constantWidth: f32 = 1e-7;

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
        const four = gather4(
          column + (<usize>getInt(rows, i) << 2), column + (<usize>getInt(rows, i + 1) << 2),
          column + (<usize>getInt(rows, i + 2) << 2), column + (<usize>getInt(rows, i + 3) << 2),
        );
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
        lowest = min(lowest, lowestOf(least));
        highest = max(highest, highestOf(most));
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
