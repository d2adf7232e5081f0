/**
 * The cheapest one-to-one matching of n rows with n columns: the Hungarian method, by shortest augmenting paths.
 *
 * Rows are matched one after another. For each, a shortest path over the reduced costs
 * `cost[i][j] - rowPrice[i] - columnPrice[j]` (never below 0) leads to a free column; prices then change so that the
 * matched pairs keep reduced cost 0. At most n^3 steps.
 * Source: R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
 * problems", Computing 38 (1987), without its other starting steps.
 */

/** `costs[row * n + column]`; gives the column of every row. */
export function cheapestMatching(costs: Float64Array | Float32Array, n: number): Int32Array {
  if (costs.length !== n * n) throw new Error(`${costs.length} costs are no ${n} x ${n} table`);
  const columnPrice = cheapestOfColumns(costs, n);
  const rowPrice = new Float64Array(n);
  const rowOf = new Int32Array(n).fill(-1);
  const columnOf = new Int32Array(n).fill(-1);
  const distance = new Float64Array(n);
  const cameFrom = new Int32Array(n);
  const isSettled = new Uint8Array(n);
  for (let first = 0; first < n; first++) {
    const free = findFreeColumn(first);
    // Along the path every row takes the column it was reached from.
    for (let column = free; column >= 0; ) {
      const row = cameFrom[column];
      const next = columnOf[row];
      rowOf[column] = row;
      columnOf[row] = column;
      column = row === first ? -1 : next;
    }
  }
  return columnOf;

  /** Dijkstra's search from a row; leaves the path in `cameFrom` and the prices changed. */
  function findFreeColumn(first: number): number {
    distance.fill(Number.POSITIVE_INFINITY);
    isSettled.fill(0);
    const settled: number[] = [];
    let row = first;
    let reached = 0;
    for (;;) {
      let nearest = -1;
      let least = Number.POSITIVE_INFINITY;
      const base = reached - rowPrice[row];
      for (let column = 0, at = row * n; column < n; column++, at++) {
        if (isSettled[column]) continue;
        const through = base + costs[at] - columnPrice[column];
        if (through < distance[column]) {
          distance[column] = through;
          cameFrom[column] = row;
        }
        if (distance[column] < least) {
          least = distance[column];
          nearest = column;
        }
      }
      reached = least;
      if (rowOf[nearest] < 0) {
        rowPrice[first] += reached;
        for (const column of settled) {
          const change = reached - distance[column];
          columnPrice[column] -= change;
          rowPrice[rowOf[column]] += change;
        }
        return nearest;
      }
      isSettled[nearest] = 1;
      settled.push(nearest);
      row = rowOf[nearest];
    }
  }
}

/** Prices to start from: with them no reduced cost is below 0. */
function cheapestOfColumns(costs: Float64Array | Float32Array, n: number): Float64Array {
  const cheapest = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  for (let at = 0; at < costs.length; at++) {
    const column = at % n;
    if (costs[at] < cheapest[column]) cheapest[column] = costs[at];
  }
  return cheapest;
}
