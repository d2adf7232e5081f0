// How good a split of a tree's node is: what its rows come to in all, and on either side of a threshold (kernels/extra-trees.ts).
import { sumInts } from './horizontal';
import { getInt, setInt } from './int-array';
import { getDouble, Tree } from './tree-record';

/** Counts the classes of the node's rows; true where there is more than one. */
export function countClasses(tree: Tree, from: i32, to: i32): bool {
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
export function scoreSplit(tree: Tree, from: i32, to: i32, threshold: f32): f64 {
  const count = to - from;
  const leftCount = tree.classCount == 2
    ? countPair(tree, from, count, threshold)
    : countLeft(tree, from, count, threshold);
  return scoreCounts(tree, leftCount, count);
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
  let leftCount = sumInts(all), leftSecond = sumInts(second);
  for (; i < count; i++) {
    const goesLeft = i32(load<f32>(values + (<usize>i << 2)) <= threshold);
    leftCount += goesLeft;
    leftSecond += goesLeft & getInt(labels, i);
  }
  setInt(tree.left, 0, leftCount - leftSecond);
  setInt(tree.left, 1, leftSecond);
  return leftCount;
}

/** The same where only `hitCount` of the `count` rows, in `hits` and `values`, have a value of their own. */
export function scoreListed(tree: Tree, hitCount: i32, count: i32, common: f32, threshold: f32): f64 {
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

/** Sums the numbers and the weights of the node's rows; true where the numbers differ. */
export function sumTargets(tree: Tree, from: i32, to: i32): bool {
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
export function scoreValues(tree: Tree, from: i32, to: i32, threshold: f32): f64 {
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
