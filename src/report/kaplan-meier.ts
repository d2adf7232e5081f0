/**
 * The share of rows without the event over time (Kaplan and Meier 1958): at every time with events it is multiplied by
 * 1 - events / rows that were still watched. Rows whose watch ends at that time were still watched.
 */
export interface SurvivalPoint {
  readonly time: number;
  readonly share: number;
}

/** From time 0 on; the last point is the end of the longest watch. */
export function survivalCurve(times: readonly number[], events: readonly boolean[]): SurvivalPoint[] {
  const order = [...times.keys()].sort((a, b) => times[a] - times[b]);
  const points: SurvivalPoint[] = [{ time: 0, share: 1 }];
  let share = 1;
  for (let start = 0; start < order.length; ) {
    const time = times[order[start]];
    let [end, eventCount] = [start, 0];
    for (; end < order.length && times[order[end]] === time; end++) if (events[order[end]]) eventCount++;
    share *= 1 - eventCount / (order.length - start);
    if (eventCount > 0 || end === order.length) points.push({ time, share });
    start = end;
  }
  return points;
}
