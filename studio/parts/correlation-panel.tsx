/** How the chosen features go with each other: a picture of their correlations, and the closest pairs in words. */
import {
  closePairs,
  correlationPicture,
  correlationText,
  mostPairs,
  pairsText,
} from '../../src/report/together-section.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import { csvLine } from '../../src/write/csv-line.js';
import { type RunView, shownFeature } from '../state/store.js';
import { Drawing } from './drawing.js';
import { SaveTools } from './save-tools.js';

export function CorrelationPanel({ run }: { readonly run: RunView }) {
  const { correlations } = run.result!.described;
  if (correlations === undefined) {
    const isStopped = run.result!.stoppedIn !== undefined;
    return (
      <p class="quiet">
        {isStopped
          ? 'The run was stopped before its features were compared.'
          : 'There are no two features with one value each that could be compared.'}
      </p>
    );
  }
  const { names, values } = correlations;
  const pairs = closePairs(correlations);
  const csv = (): string => {
    const line = (name: string, row: number) =>
      csvLine([name, ...values.subarray(row * names.length, (row + 1) * names.length)]);
    return [csvLine(['feature', ...names]), ...names.map(line)].join('');
  };
  return (
    <>
      <p class="answer">{pairsText(pairs.length)}</p>
      {pairs.length > 0 && (
        <ul>
          {pairs.slice(0, mostPairs).map(({ names: [one, other], correlation }) => (
            <li key={`${one} ${other}`}>
              <FeatureLink run={run} name={one} /> and <FeatureLink run={run} name={other} />:{' '}
              {correlation.toFixed(2).replace('-', '−')}
            </li>
          ))}
        </ul>
      )}
      {pairs.length > mostPairs && <p class="quiet">and {pairs.length - mostPairs} more pairs</p>}
      {/* For the eye alone: the pairs above say the same in words. */}
      <Drawing markup={correlationPicture(correlations)} />
      <SaveTools
        name="correlations"
        label="the correlations"
        svg={() => standaloneSvg(correlationPicture(correlations))}
        csv={csv}
      />
      <p class="quiet">{correlationText(correlations)}</p>
    </>
  );
}

function FeatureLink({ run, name }: { readonly run: RunView; readonly name: string }) {
  const show = (): void => {
    shownFeature.value = run.begin?.dataset.names.indexOf(name);
  };
  return (
    <button type="button" class="link" onClick={show}>
      <bdi>{name}</bdi>
    </button>
  );
}
