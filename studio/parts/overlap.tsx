/** How much two methods agree. */
import { formatCount } from '../../src/report/format.js';
import { runs } from '../state/store.js';

export function Overlap() {
  const [first, second] = runs.value;
  if (first?.result === undefined || second?.result === undefined) return null;
  const { k } = first.result.settings;
  const chosen = new Set(first.result.order.subarray(0, k));
  const shared = second.result.order.subarray(0, k).filter((feature) => chosen.has(feature)).length;
  return (
    <p>
      {first.method} and {second.method} share <strong>{formatCount(shared)}</strong> of {formatCount(k)} features.
    </p>
  );
}
