/** The answer itself: the names that were chosen, each a way to look at the feature closely. */
import { useState } from 'preact/hooks';
import { fewNames } from '../../src/report/answer-section.js';
import { formatCount } from '../../src/report/format.js';
import { type RunView, selectedCount, shownFeature } from '../state/store.js';
import { CopyButton } from './copy-button.js';

export function ChosenNames({ run }: { readonly run: RunView }) {
  const [isLong, setLong] = useState(false);
  const { names = [] } = run.begin?.dataset ?? {};
  const order = run.result!.order.subarray(0, selectedCount(run));
  const shown = isLong ? order : order.subarray(0, fewNames);
  return (
    <div class="chosen-names">
      <ol class="chips" aria-label="The chosen features, best first">
        {Array.from(shown, (feature) => (
          <li key={feature}>
            <button
              type="button"
              class="chip"
              onClick={() => {
                shownFeature.value = feature;
              }}
            >
              <bdi>{names[feature]}</bdi>
            </button>
          </li>
        ))}
      </ol>
      <p class="buttons">
        {order.length > fewNames && (
          <button type="button" onClick={() => setLong(!isLong)}>
            {isLong ? 'Show fewer' : `Show all ${formatCount(order.length)}`}
          </button>
        )}
        <CopyButton
          label={order.length === 1 ? 'Copy the name' : `Copy the ${formatCount(order.length)} names`}
          text={() => Array.from(order, (feature) => names[feature]).join('\n')}
        />
      </p>
    </div>
  );
}
