/** How much two methods agree. */
import { formatCount } from '../../src/report/format.js';
import { rivalRun, runTitle, selectedCount, shownRun } from '../state/store.js';

export function Overlap() {
  const [first, second] = [shownRun.value, rivalRun.value];
  if (first?.result === undefined || second?.result === undefined) return null;
  const k = Math.min(selectedCount(first), selectedCount(second));
  const chosen = new Set(first.result.order.subarray(0, k));
  const shared = second.result.order.subarray(0, k).filter((feature) => chosen.has(feature)).length;
  return (
    <p>
      {runTitle(first)} and {runTitle(second)} share <strong>{formatCount(shared)}</strong> of {formatCount(k)}{' '}
      features.
    </p>
  );
}
