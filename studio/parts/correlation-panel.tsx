/** How the chosen features go with each other: a picture of their correlations, and the closest pairs in words. */
import { useState } from 'preact/hooks';
import { correlationChart } from '../../src/report/correlation-chart.js';
import { standaloneSvg } from '../../src/reproduce/standalone-svg.js';
import type { Correlations } from '../../src/studio/correlate-features.js';
import { csvLine } from '../../src/write/csv-line.js';
import { correlateChosen } from '../state/run-actions.js';
import { type RunView, shownFeature, work } from '../state/store.js';
import { Drawing } from './drawing.js';
import { SaveTools } from './save-tools.js';

const close = 0.8;
const mostPairs = 8;

export function CorrelationPanel({ run }: { readonly run: RunView }) {
  const [found, setFound] = useState<Correlations | undefined>(undefined);
  const hasData = run.task.source.files.length > 0;
  if (found === undefined) {
    return (
      <p class="buttons">
        <button
          type="button"
          disabled={work.value !== undefined || !hasData}
          onClick={() => void correlateChosen(run).then(setFound)}
        >
          Compare the chosen features
        </button>
      </p>
    );
  }
  if (found.features.length === 0) {
    return <p class="quiet">Columns of text became several features each, which have no one correlation.</p>;
  }
  const names = run.begin?.dataset.names ?? [];
  return (
    <>
      <Pairs found={found} names={names} />
      <Picture found={found} names={names} />
      <p class="quiet">
        Pearson correlation on the training rows, features that say the same beside each other: blue goes together,
        orange goes against.
      </p>
    </>
  );
}

interface Shown {
  readonly found: Correlations;
  readonly names: readonly string[];
}

function Pairs({ found: { features, values }, names }: Shown) {
  const count = features.length;
  const pairs = features
    .flatMap((a, row) => features.slice(row + 1).map((b, more) => ({ a, b, r: values[row * count + row + 1 + more] })))
    .filter(({ r }) => Math.abs(r) >= close)
    .sort((x, y) => Math.abs(y.r) - Math.abs(x.r));
  if (pairs.length === 0) {
    return <p class="answer">No two of them have a correlation of {close} or more: each says something of its own.</p>;
  }
  return (
    <>
      <p class="answer">
        {pairs.length === 1 ? 'One pair has' : `${pairs.length} pairs have`} a correlation of {close} or more: one of
        the two could stand in for the other.
      </p>
      <ul>
        {pairs.slice(0, mostPairs).map(({ a, b, r }) => (
          <li key={`${a} ${b}`}>
            <FeatureLink feature={a} name={names[a]} /> and <FeatureLink feature={b} name={names[b]} />: {r.toFixed(2)}
          </li>
        ))}
      </ul>
      {pairs.length > mostPairs && <p class="quiet">and {pairs.length - mostPairs} more pairs</p>}
    </>
  );
}

function FeatureLink({ feature, name }: { readonly feature: number; readonly name: string }) {
  const show = (): void => {
    shownFeature.value = feature;
  };
  return (
    <button type="button" class="link" onClick={show}>
      <bdi>{name}</bdi>
    </button>
  );
}

/** For the eye alone: the pairs above say the same in words. */
function Picture({ found: { features, values }, names }: Shown) {
  const chart = {
    label: 'Correlations of the chosen features',
    names: features.map((feature) => names[feature]),
    values,
  };
  const csv = (): string => {
    const line = (name: string, row: number) =>
      csvLine([name, ...values.subarray(row * features.length, (row + 1) * features.length)]);
    return [csvLine(['feature', ...chart.names]), ...chart.names.map(line)].join('');
  };
  const width = 1.3 * (12 * features.length + 150);
  return (
    <>
      <Drawing style={{ maxWidth: `${width}px` }} markup={correlationChart(chart)} />
      <SaveTools
        name="correlations"
        label="the correlations"
        svg={() => standaloneSvg(correlationChart(chart))}
        csv={csv}
      />
    </>
  );
}
