/** One feature looked at closely: its rank in every run, its strength over the epochs, its values by class, its kin. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { judgeTitle } from '../../src/evaluate/registry.js';
import { formatCount, formatNumber, formatPercent } from '../../src/report/format.js';
import { measureText } from '../../src/report/measure-text.js';
import type { FeatureView } from '../../src/studio/inspect-feature.js';
import { strengthsOf } from '../../src/studio/strength-history.js';
import { inspectFeature } from '../state/run-actions.js';
import { type RunView, runs, selectedCount, shownFeature, source } from '../state/store.js';
import { Chart } from './chart.js';
import { PinAndBan } from './pin-and-ban.js';

const mostClasses = 8;
const size = { width: 340, height: 200 } as const;

export function FeaturePanel({ run }: { readonly run: RunView }) {
  const panel = useRef<HTMLElement>(null);
  const feature = shownFeature.value;
  const [view, setView] = useState<FeatureView | undefined>(undefined);
  useEffect(() => {
    setView(undefined);
    if (feature !== undefined) void inspectFeature(run, feature).then(setView);
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [feature, run.task.id]);
  if (feature === undefined) return null;
  const { names = [] } = run.begin?.dataset ?? {};
  const { strengths } = run.result!;
  return (
    <section class="panel" aria-labelledby="feature-title" ref={panel}>
      <div class="panel-head">
        <h2 id="feature-title">
          Feature <bdi>{names[feature]}</bdi>
        </h2>
        <button
          type="button"
          onClick={() => {
            shownFeature.value = undefined;
          }}
        >
          Close
        </button>
      </div>
      <p>{ranksIn(run, feature, names[feature])}</p>
      {source.value?.id === run.task.source.id && <PinAndBan name={names[feature]} />}
      <div class="epoch-charts side-by-side">
        {strengths.epochs.length > 1 && (
          <Chart
            {...size}
            label={`Strength of ${names[feature]} over the epochs`}
            xTitle="epoch"
            yTitle="strength"
            yIncludes={[0]}
            series={[
              {
                name: names[feature],
                points: Array.from(strengthsOf(strengths, feature), (y, at) => ({ x: strengths.epochs[at], y })),
              },
            ]}
          />
        )}
        {view !== undefined && <ByClass view={view} />}
      </div>
      <Substitutes run={run} name={names[feature]} />
      {view !== undefined && view.related.length > 0 && (
        <p>
          Goes with:{' '}
          {view.related.map(({ feature: other, correlation }) => (
            <button
              key={other}
              type="button"
              class="kin"
              onClick={() => {
                shownFeature.value = other;
              }}
            >
              <bdi>{names[other]}</bdi> {formatNumber(Math.round(correlation * 100) / 100)}
            </button>
          ))}
        </p>
      )}
      <p class="quiet">Measured on the training rows; the numbers are correlations, from −1 to 1.</p>
    </section>
  );
}

/** What could stand in for a selected feature, and what the measure would be. */
function Substitutes({ run, name }: { readonly run: RunView; readonly name: string }) {
  const { features = [], judged } = run.result!.described.substitutes ?? {};
  const own = features.find((each) => each.name === name);
  if (own === undefined) return null;
  if (own.substitutes.length === 0) return <p>No other feature could stand in for it.</p>;
  const { names = [] } = run.begin?.dataset ?? {};
  const text = judged && measureText(judged.measure);
  return (
    <p>
      Could be replaced by:{' '}
      {own.substitutes.map(({ name: other, correlation, exchanged }) => (
        <button
          key={other}
          type="button"
          class="kin"
          onClick={() => {
            shownFeature.value = names.indexOf(other);
          }}
        >
          <bdi>{other}</bdi> {formatNumber(Math.round(correlation * 100) / 100)}
          {text && exchanged !== undefined && `, ${text.title} ${text.value(exchanged)}`}
        </button>
      ))}
      {text && `; as it is, ${text.value(judged.value)} by ${judgeTitle(judged.judge)} in folds of the training rows.`}
    </p>
  );
}

/** Its place in this run and in the others that have a feature of this name. */
function ranksIn(run: RunView, feature: number, name: string): string {
  const said = (each: RunView, index: number): string => {
    const { order, scores } = each.result!;
    const place = order.indexOf(index);
    const chosen = place < selectedCount(each) ? 'selected' : 'not selected';
    return `${each.name}: rank ${formatCount(place + 1)}, ${chosen}, score ${formatNumber(scores[place])}`;
  };
  const others = runs.value.flatMap((each) => {
    const index = each.begin?.dataset.names.indexOf(name) ?? -1;
    return each.task.id === run.task.id || each.result === undefined || index < 0 ? [] : [said(each, index)];
  });
  return `${[said(run, feature), ...others].join('; ')}.`;
}

function ByClass({ view: { bins, shares, classNames } }: { readonly view: FeatureView }) {
  if (typeof bins[0] !== 'number') {
    return (
      <table class="difference">
        <thead>
          <tr>
            <th scope="col">Category</th>
            {classNames.slice(0, mostClasses).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bins.map((name, bin) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shares.slice(0, mostClasses).map((each, label) => (
                <td key={classNames[label]}>{formatPercent(each[bin], 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return (
    <Chart
      {...size}
      label="Share of the rows of every class by value"
      xTitle="value"
      yTitle="share of the class"
      yIncludes={[0]}
      formatY={(share) => formatPercent(share, 0)}
      series={shares.slice(0, mostClasses).map((each, label) => ({
        name: classNames[label],
        points: each.map((y, bin) => ({ x: Number(bins[bin]), y })),
      }))}
    />
  );
}
