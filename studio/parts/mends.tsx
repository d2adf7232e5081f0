/** Buttons that put a matter of the data right. */
import type { Mend } from '../../src/studio/mends.js';
import { mend } from '../state/actions.js';
import { work } from '../state/store.js';

export function Mends({ mends }: { readonly mends: readonly Mend[] }) {
  if (mends.length === 0) return null;
  return (
    <span class="mends">
      {mends.map((each) => (
        <button key={each.label} type="button" disabled={work.value !== undefined} onClick={() => void mend(each)}>
          {each.label}
        </button>
      ))}
    </span>
  );
}
